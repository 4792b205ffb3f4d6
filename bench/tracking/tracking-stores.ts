import { chownSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountService } from '../../apps/server/features/accounts/service.ts'
import { AccountStore } from '../../apps/server/features/accounts/store.ts'
import { systemClock } from '../../apps/server/platform/clock.ts'
import { defaultPlans } from '../../apps/server/platform/config/plans.ts'
import { type Database, openMigratedDatabase } from '../../apps/server/platform/storage/database.ts'
import { freePort } from '../../tests/support/servers/free-port.ts'
import { findPostgres } from '../../tests/support/servers/postgres.ts'
import { type RunningProcess, run, startProcess } from '../../tests/support/servers/processes.ts'
import { findRedis, startRedis } from '../../tests/support/servers/redis.ts'
import { ChildServer } from '../http/child-server.ts'

export type TrackingStoreKind = 'embedded' | 'scaled'

/** Store that the benchmark opens separately from the servers, with an account without effective limits. */
export interface TrackingStore {
  readonly kind: TrackingStoreKind
  readonly database: Database
  readonly dataDir: string
  readonly account: number
  readonly key: string
  /** Set only for a scaled store. */
  readonly postgres: DurablePostgres | undefined
  startServer(threads?: number): Promise<ChildServer>
  dispose(): Promise<void>
}

export function hasScaledStore(): boolean {
  return findPostgres() !== undefined && findRedis() !== undefined
}

const server = new URL('../../tests/support/servers/probe-server.ts', import.meta.url)
const wide = { per_second: 1e6, burst: 1e6, web_polls_per_s: 1e6, api_live_polls_per_s: 1e6, gps_push_per_s: 1e6 }

export async function openTrackingStore(kind: TrackingStoreKind): Promise<TrackingStore> {
  const folder = await mkdtemp(join(tmpdir(), 'fairway-tracking-'))
  const postgres = kind === 'scaled' ? await startDurablePostgres(folder) : undefined
  const redis = kind === 'scaled' ? await startRedis() : undefined
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const config = join(dataDir, 'config.json')
  await writeFile(config, JSON.stringify({ plans: { pro: { ...wide, max_assets: 1e6 } } }))
  const database = await openMigratedDatabase({ dataDir, ...(postgres && { databaseUrl: postgres.url }) })
  const accounts = new AccountStore(database.db)
  const service = new AccountService({ store: accounts, plans: defaultPlans(7), clock: systemClock })
  const issued = await service.issueByOperator({ email: 'fleet@example.com', plan: 'pro' })
  if (!issued.ok) throw new Error(issued.failure.kind)
  const account = await accounts.findByEmail('fleet@example.com')
  return {
    kind,
    database,
    dataDir,
    account: account?.number ?? 0,
    key: issued.value.issued.apiKey,
    postgres,
    startServer: (threads = 1) =>
      ChildServer.start(server, ['serve', '--port', '0', '--threads', String(threads)], {
        FAIRWAY_DATA_DIR: dataDir,
        FAIRWAY_CONFIG: config,
        FAIRWAY_EMBEDDED_REGION: 'false',
        FAIRWAY_DEFAULT_ZONES: 'false',
        FAIRWAY_LOG_LEVEL: 'warn',
        FAIRWAY_SHED_DELAY_MS: '0',
        ...(postgres && { DATABASE_URL: postgres.url }),
        ...(redis && { REDIS_URL: redis.url }),
      }),
    async dispose() {
      await database.close()
      await Promise.all([postgres?.stop(), redis?.dispose()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface DurablePostgres {
  readonly url: string
  start(): Promise<void>
  /** Simulates a power failure. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL with its default settings, which sync every commit to disk. The PostgreSQL server of the tests is
 * faster but not durable.
 */
async function startDurablePostgres(folder: string): Promise<DurablePostgres> {
  const binaries = findPostgres()
  if (binaries === undefined) throw new Error('no PostgreSQL server found')
  const data = join(folder, 'postgres')
  await mkdir(data)
  const isRoot = process.getuid?.() === 0
  const id = async (flag: string) => Number(await run('id', [flag, 'postgres']))
  // PostgreSQL refuses to run as root.
  const owner = isRoot ? { uid: await id('-u'), gid: await id('-g') } : {}
  if (isRoot) for (const path of [folder, data]) chownSync(path, owner.uid ?? 0, owner.gid ?? 0)
  const options = { cwd: folder, ...owner }
  const login = ['-A', 'trust', '-U', 'fairway', '-E', 'UTF8', '--locale=C']
  await run(join(binaries, 'initdb'), ['-D', data, ...login], options)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`].flatMap((one) => ['-c', one])
  const url = `postgres://fairway@127.0.0.1:${port}/postgres`
  let running: RunningProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    await running?.end(signal)
    running = undefined
  }
  const start = async () => {
    running ??= startProcess(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...settings], options)
    await running.waitFor(/database system is ready to accept connections/)
  }
  await start()
  // SIGKILL would orphan the backends, and PostgreSQL does not restart while a backend still uses the shared memory.
  return { url, start, crash: () => end('SIGQUIT'), stop: () => end('SIGINT') }
}
