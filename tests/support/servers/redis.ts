import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'
import { findOnPath, type RunningProcess, startProcess } from './processes.ts'
import { createTempDir } from './temp-dir.ts'

export interface RunningRedis {
  readonly url: string
  readonly port: number
  /** Removes all keys of all databases. */
  flush(): Promise<void>
  /** Stops the server. All data is lost because nothing is persisted. */
  stop(): Promise<void>
  /** Restarts an empty server on the same port. Does nothing if the server is already running. */
  start(): Promise<void>
  dispose(): Promise<void>
}

/** Returns the path of the Redis server, or of Valkey, which uses the same protocol and options. */
export function findRedis(): string | undefined {
  return findOnPath('redis-server') ?? findOnPath('valkey-server')
}

export async function startRedis(): Promise<RunningRedis> {
  const program = findRedis()
  if (program === undefined) throw new Error('no Redis or Valkey server found: apt-get install redis-server')
  const folder = await createTempDir('fairway-redis-')
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server: RunningProcess | undefined
  const stop = async (): Promise<void> => {
    await server?.end('SIGTERM')
    server = undefined
  }
  const start = async (): Promise<void> => {
    server ??= await launchServer(program, port, folder.path)
  }

  try {
    await start()
  } catch (error) {
    await folder.dispose()
    throw error
  }
  return {
    url,
    port,
    flush: () => flushAll(url),
    stop,
    start,
    async dispose() {
      await stop()
      await folder.dispose()
    },
  }
}

async function launchServer(program: string, port: number, folder: string): Promise<RunningProcess> {
  const persistence = ['--save', '', '--appendonly', 'no']
  const args = ['--port', String(port), '--bind', '127.0.0.1', ...persistence, '--dir', folder]
  const server = startProcess(program, args, { cwd: folder })
  try {
    await server.waitFor(/Ready to accept connections/)
    return server
  } catch (error) {
    await server.end('SIGKILL')
    throw error
  }
}

async function flushAll(url: string): Promise<void> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  try {
    await client.connect()
    await client.flushall()
  } finally {
    client.disconnect()
  }
}
