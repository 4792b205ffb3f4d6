import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { shareConcurrent } from '../share-concurrent.ts'
import type { LimitMemory } from './limit-memory.ts'
import type { Limiter } from './limiter.ts'
import { MemoryLimiter } from './memory-limiter.ts'
import { RedisLimiter } from './redis-limiter.ts'
import type { UsageStore } from './store.ts'

interface LimiterOptions {
  readonly config: Pick<Config, 'redisUrl' | 'databaseWaitSeconds'>
  readonly limitMemory: LimitMemory
  readonly clock: Clock
  readonly logger: { warn(fields: object, message: string): void }
}

/** Opens a Redis limiter if Redis is configured, otherwise a limiter in the shared memory of this process. */
export async function openLimiter(options: LimiterOptions, usage: UsageStore): Promise<Limiter> {
  const { config, limitMemory, clock } = options
  const loadMonthlyUnits = shareConcurrent((account: number, month: string) => usage.loadUsedUnits(account, month))
  if (!config.redisUrl) return new MemoryLimiter(limitMemory, clock, loadMonthlyUnits)
  // The Redis client is loaded on demand, because most servers do not use Redis.
  const { connectRedis, openRedis } = await import('../storage/redis.ts')
  const redis = openRedis(config.redisUrl)
  await connectRedis(redis, config.databaseWaitSeconds, (error) =>
    options.logger.warn({ why: error.message }, 'waiting for Redis'),
  )
  return new RedisLimiter(redis, loadMonthlyUnits)
}
