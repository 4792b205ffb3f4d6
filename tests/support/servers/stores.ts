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
  readonly postgres: RunningPostgres | undefined
  readonly redis: RunningRedis | undefined
  dispose(): Promise<void>
}

/** Starts the servers that a kind of store needs, once per test file. */
export async function startStores(kind: StoreKind): Promise<Stores> {
  const folder = await createTempDir()
  const [postgres, redis] = kind === 'scaled' ? await Promise.all([startPostgres(), startRedis()]) : []
  let count = 0
  return {
    postgres,
    redis,
    async fresh() {
      const dataDir = `${folder.path}/data-${++count}`
      if (!postgres || !redis) return { dataDir }
      await redis.flush()
      return { dataDir, databaseUrl: await postgres.createDatabase(), redisUrl: redis.url }
    },
    async dispose() {
      await Promise.all([postgres?.dispose(), redis?.dispose()])
      await folder.dispose()
    },
  }
}
