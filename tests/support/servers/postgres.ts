import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { isExecutable, type ProcessOptions, pathFolders, type RunningProcess, run, startProcess } from './processes.ts'
import { createTempDir } from './temp-dir.ts'

export interface RunningPostgres {
  /** URL of the maintenance database `postgres`. Tests that write create separate databases with `createDatabase`. */
  readonly url: string
  readonly port: number
  /** Creates a new, uniquely named database and returns its URL. If a folder is given, the tables are stored there. */
  createDatabase(folder?: string): Promise<string>
  /** Creates a copy of a database that has no connections, and returns its URL. */
  copyDatabase(databaseUrl: string): Promise<string>
  /** Performs a fast shutdown, which disconnects the clients and keeps the data. */
  stop(): Promise<void>
  /** Restarts with the same port and data. Does nothing if the server is already running. */
  start(): Promise<void>
  /**
   * Simulates a crash without a checkpoint. Commits of the last second may be lost, because `synchronous_commit` is
   * off.
   */
  kill(): Promise<void>
  dispose(): Promise<void>
}

/** Folder where Debian installs the server, outside PATH. This folder contains one folder per major version. */
const DEBIAN_VERSIONS = '/usr/lib/postgresql'

/** Settings that are safe only for data that is not needed after the test. */
const FAST_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'max_connections=100']

/** Returns the folder with `initdb` and `postgres`. */
export function findPostgres(): string | undefined {
  return [...pathFolders(), ...listDebianFolders()].find(
    (folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')),
  )
}

export async function startPostgres(): Promise<RunningPostgres> {
  const binaries = findPostgres()
  if (binaries === undefined) throw new Error('no PostgreSQL server found: apt-get install postgresql')
  const folder = await createTempDir('fairway-pg-')
  try {
    const options = await prepareFolder(folder.path)
    await createCluster(binaries, folder.path, options)
    const port = await freePort()
    const launch = () => launchServer(binaries, folder.path, port, options)
    return toRunningPostgres(port, await launch(), launch, folder.dispose)
  } catch (error) {
    await folder.dispose()
    throw error
  }
}

function toRunningPostgres(
  port: number,
  firstServer: RunningProcess,
  launch: () => Promise<RunningProcess>,
  removeFolder: () => Promise<void>,
): RunningPostgres {
  const url = toUrl(port, 'postgres')
  let server: RunningProcess | undefined = firstServer
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await server?.end(signal)
    server = undefined
  }
  return {
    url,
    port,
    async createDatabase(folder) {
      const name = toDatabaseName()
      if (folder !== undefined) {
        await prepareFolder(folder)
        await execute(url, `create tablespace ${name} location '${folder}'`)
      }
      // template0 accepts no connections. With template1, another connection would make this command fail.
      await execute(
        url,
        `create database ${name} template template0 ${folder === undefined ? '' : `tablespace ${name}`}`,
      )
      return toUrl(port, name)
    },
    async copyDatabase(databaseUrl) {
      const name = toDatabaseName()
      await execute(url, `create database ${name} template ${new URL(databaseUrl).pathname.slice(1)}`)
      return toUrl(port, name)
    },
    stop: () => end('SIGINT'),
    async start() {
      server ??= await launch()
    },
    // SIGKILL would orphan the backends, and PostgreSQL does not restart while a backend still uses the shared memory.
    kill: () => end('SIGQUIT'),
    async dispose() {
      await end('SIGINT')
      await removeFolder()
    },
  }
}

async function createCluster(binaries: string, folder: string, options: ProcessOptions): Promise<void> {
  const login = ['-A', 'trust', '-U', 'fairway']
  const encoding = ['-E', 'UTF8', '--locale=C']
  await run(join(binaries, 'initdb'), ['-D', join(folder, 'data'), ...login, ...encoding, '--no-sync'], options)
}

async function launchServer(
  binaries: string,
  folder: string,
  port: number,
  options: ProcessOptions,
): Promise<RunningProcess> {
  const settings = [...FAST_SETTINGS, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
  const args = ['-D', join(folder, 'data'), '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const server = startProcess(join(binaries, 'postgres'), args, options)
  try {
    // The log is checked first because, unlike a reply on the port, it cannot come from another server.
    await server.waitFor(/database system is ready to accept connections/)
    await execute(toUrl(port, 'postgres'), 'select 1')
    return server
  } catch (cause) {
    await server.end('SIGQUIT')
    throw new Error(`PostgreSQL did not start on port ${port}:\n${server.lastLines()}`, { cause })
  }
}

/** Prepares the folder. PostgreSQL refuses to run as root, so root gives the folder to an unprivileged account. */
async function prepareFolder(folder: string): Promise<ProcessOptions> {
  if (process.getuid?.() !== 0) return { cwd: folder }
  const owner = (await findAccount('postgres')) ?? (await findAccount('nobody'))
  if (owner === undefined) throw new Error('PostgreSQL refuses root, and neither postgres nor nobody is an account')
  await chown(folder, owner.uid, owner.gid)
  return { cwd: folder, ...owner }
}

async function findAccount(name: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    return { uid: Number(await run('id', ['-u', name])), gid: Number(await run('id', ['-g', name])) }
  } catch {
    return undefined
  }
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 })
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function listDebianFolders(): string[] {
  try {
    const newestFirst = readdirSync(DEBIAN_VERSIONS).sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a))
    return newestFirst.map((version) => join(DEBIAN_VERSIONS, version, 'bin'))
  } catch {
    return []
  }
}

function toDatabaseName(): string {
  return `test_${randomUUID().replaceAll('-', '')}`
}

function toUrl(port: number, database: string): string {
  return `postgres://fairway@127.0.0.1:${port}/${database}`
}
