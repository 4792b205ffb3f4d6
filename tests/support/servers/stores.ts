import { cp } from 'node:fs/promises'
import { openMigratedDatabase } from '../../../apps/server/platform/storage/database.ts'
import { backends, requireOrSkip } from './backends.ts'
import { type RunningPostgres, startPostgres } from './postgres.ts'
import { type RunningRedis, startRedis } from './redis.ts'
import { createTempDir } from './temp-dir.ts'

/** Deployment types of Fairway. The same suites test both types. */
export type StoreKind = 'embedded' | 'scaled'

/** Returns the kinds of stores that can be tested here. If a kind is unavailable, prints a warning, or throws in CI. */
export function storeKinds(): StoreKind[] {
  const servers = [requireOrSkip('postgres'), requireOrSkip('redis')]
  return servers.every(Boolean) && backends.postgres && backends.redis ? ['embedded', 'scaled'] : ['embedded']
}

/** Settings of a new, empty store. */
export interface StoreSettings {
  readonly dataDir: string
  readonly databaseUrl?: string
  readonly redisUrl?: string
}

export interface Stores {
  /** Creates an empty store with a separate database, a separate folder and an empty Redis. */
  fresh(): Promise<StoreSettings>
  /** Creates a store like `fresh`, whose tables are already migrated. The migrations run once, and copies are made. */
  freshMigrated(): Promise<StoreSettings>
  readonly postgres: RunningPostgres | undefined
  readonly redis: RunningRedis | undefined
  dispose(): Promise<void>
}

const shared = new Map<StoreKind, Promise<Stores>>()

/**
 * Returns the stores that all files of a worker share. The first call starts them, and they stop with the worker.
 * Starting a database per file would add a minute to the test run. Every test uses its own database in the store.
 */
export function shareStores(kind: StoreKind): Promise<Stores> {
  const stores = shared.get(kind) ?? startStores(kind)
  shared.set(kind, stores)
  return stores
}

/** Starts the servers that a kind of store needs. The caller stops them. */
export async function startStores(kind: StoreKind): Promise<Stores> {
  const folder = await createTempDir()
  const [postgres, redis] = kind === 'scaled' ? await Promise.all([startPostgres(), startRedis()]) : []
  let count = 0
  const fresh = async (): Promise<StoreSettings> => {
    const dataDir = `${folder.path}/data-${++count}`
    if (!postgres || !redis) return { dataDir }
    await redis.flush()
    return { dataDir, databaseUrl: await postgres.createDatabase(), redisUrl: redis.url }
  }
  let template: Promise<StoreSettings> | undefined
  return {
    postgres,
    redis,
    fresh,
    async freshMigrated() {
      template ??= fresh().then(migrateStore)
      const { dataDir: source, databaseUrl } = await template
      const dataDir = `${folder.path}/data-${++count}`
      if (!postgres || !redis || databaseUrl === undefined) {
        await cp(source, dataDir, { recursive: true })
        return { dataDir }
      }
      await redis.flush()
      return { dataDir, databaseUrl: await postgres.copyDatabase(databaseUrl), redisUrl: redis.url }
    },
    async dispose() {
      await Promise.all([postgres?.dispose(), redis?.dispose()])
      await folder.dispose()
    },
  }
}

async function migrateStore(settings: StoreSettings): Promise<StoreSettings> {
  const database = await openMigratedDatabase(settings)
  await database.close()
  return settings
}
