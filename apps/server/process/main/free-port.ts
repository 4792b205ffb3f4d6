import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Config } from '../../platform/config/config.ts'

/**
 * Returns the configuration with an unused port: the given port, or a free port for 0. The check runs before the
 * threads start, because the option for sharing a port between threads would also allow a second server to use the same
 * port.
 */
export async function resolveFreePort(config: Config): Promise<Config> {
  const port = await probePort(config.port, config.host)
  for (const mount of config.compatMounts) if (mount.port !== undefined) await probePort(mount.port, config.host)
  const defaultPublicUrl = `http://localhost:${config.port}`
  return {
    ...config,
    port,
    publicUrl: config.publicUrl === defaultPublicUrl ? `http://localhost:${port}` : config.publicUrl,
  }
}

/** Returns the port itself, or a free port for 0. Throws an error if the port is in use. */
async function probePort(wantedPort: number, host: string): Promise<number> {
  const probeServer = createServer()
  probeServer.listen({ port: wantedPort, host, exclusive: true })
  await once(probeServer, 'listening')
  const { port } = probeServer.address() as AddressInfo
  probeServer.close()
  await once(probeServer, 'close')
  return port
}
