import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RunningProcess, startProcess } from './processes.ts'
import type { StoreSettings } from './stores.ts'

const command = fileURLToPath(new URL('../../../apps/server/bin/fairway.js', import.meta.url))
const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url))

/**
 * Servers with additional operations, and a thread with tasks for tests. The setup of the tests bundles them, which
 * halves their startup time.
 */
export const testServers = {
  folder: join(cache, 'test-servers'),
  programs: [
    './probe-server.ts',
    '../../threads/faulty-server.ts',
    '../../../apps/server/platform/compute/testing/test-tasks.ts',
  ].map((path) => fileURLToPath(new URL(path, import.meta.url))),
}
const probeServer = join(testServers.folder, 'probe-server.js')

export interface ServerProcess {
  readonly url: string
  readonly process: RunningProcess
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>
}

export interface ServerProcessOptions {
  readonly store: StoreSettings
  readonly env?: Record<string, string>
  readonly args?: readonly string[]
  /** Whether the server also provides the probe operation. */
  readonly hasProbe?: boolean
}

/**
 * Environment of a server that starts within seconds, because it compiles no maps or world data. Load shedding is off
 * because other tests use the CPU.
 */
export const withoutMaps = {
  FAIRWAY_SHED_DELAY_MS: '0',
  FAIRWAY_WARM_UP: 'false',
  FAIRWAY_EMBEDDED_REGION: 'false',
  FAIRWAY_GAZETTEER: 'false',
  FAIRWAY_SEAS: 'false',
  FAIRWAY_MAP_TILES: 'false',
  FAIRWAY_DEFAULT_ZONES: 'false',
}

/** Returns the environment that selects a store, for servers and operator commands. */
export function storeEnvironment(store: StoreSettings): Record<string, string> {
  return {
    FAIRWAY_DATA_DIR: store.dataDir,
    ...(store.databaseUrl ? { DATABASE_URL: store.databaseUrl } : {}),
    ...(store.redisUrl ? { REDIS_URL: store.redisUrl } : {}),
  }
}

/** Starts the real server in a separate process on a free port. */
export async function startServer(options: ServerProcessOptions): Promise<ServerProcess> {
  const main = [options.hasProbe ? probeServer : command, 'serve']
  const process = startProcess(globalThis.process.execPath, [...main, '--port', '0', ...(options.args ?? [])], {
    // Compiling the bundled map or the world would take longer than most tests. Tests that need them enable
    // compilation.
    env: {
      ...globalThis.process.env,
      ...withoutMaps,
      FAIRWAY_DRAIN_S: '0',
      FAIRWAY_SIGNUPS_PER_HOUR: '0',
      ...storeEnvironment(options.store),
      ...options.env,
    },
  })
  await process.waitFor(/API\s+http:\/\/localhost:\d+\/v1/)
  const port = /API\s+http:\/\/localhost:(\d+)\/v1/.exec(process.output())?.[1]
  return {
    url: `http://127.0.0.1:${port}`,
    process,
    async kill() {
      await process.end('SIGKILL')
    },
    async stop() {
      return (await process.end('SIGTERM')).code
    },
  }
}
