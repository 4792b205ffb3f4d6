import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Config } from '../../platform/config/config.ts'

/**
 * Returns the configuration with an unused port: the given one, or a free one for 0. Checked before the threads start,
 * because the option that lets them share the port would also let a second server use it.
 */
export async function resolveFreePort(config: Config): Promise<Config> {
  const probe = createServer()
  probe.listen({ port: config.port, host: config.host, exclusive: true })
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  const unknown = `http://localhost:${config.port}`
  return { ...config, port, publicUrl: config.publicUrl === unknown ? `http://localhost:${port}` : config.publicUrl }
}
