import { join } from 'node:path'
import { startProcess } from '../support/servers/processes.ts'
import { type ServerProcess, storeEnvironment, testServers, withoutMaps } from '../support/servers/server-process.ts'
import type { StoreSettings } from '../support/servers/stores.ts'

const main = join(testServers.folder, 'faulty-server.js')
const startedLinePattern = /API\s+http:\/\/localhost:(\d+)\/v1/

export interface FaultyServerOptions {
  readonly store: StoreSettings
  readonly threads: number
  readonly env?: Record<string, string>
}

/** Starts a server with operations that can be slow or end their thread. */
export async function startFaultyServer({ store, threads, env }: FaultyServerOptions): Promise<ServerProcess> {
  const server = startProcess(process.execPath, [main, 'serve', '--port', '0', '--threads', String(threads)], {
    // Compiling the bundled map would take longer than most tests. Tests that need the map enable compilation.
    env: {
      ...process.env,
      ...withoutMaps,
      FAIRWAY_DRAIN_S: '0',
      ...storeEnvironment(store),
      ...env,
    },
  })
  await server.waitFor(startedLinePattern)
  return {
    url: `http://127.0.0.1:${startedLinePattern.exec(server.output())?.[1]}`,
    process: server,
    async kill() {
      await server.end('SIGKILL')
    },
    async stop() {
      return (await server.end('SIGTERM')).code
    },
  }
}
