import { afterAll, beforeAll, describe } from 'vitest'
import { describeLimiter } from '../../../../tests/contract/limiter.ts'
import { requireOrSkip } from '../../../../tests/support/servers/backends.ts'
import { type RunningRedis, startRedis } from '../../../../tests/support/servers/redis.ts'
import { openRedis } from '../storage/redis.ts'
import { createLimitMemory } from './limit-memory.ts'
import { MemoryLimiter } from './memory-limiter.ts'
import { RedisLimiter } from './redis-limiter.ts'

describeLimiter('in memory', async (clock, loadUsed) => new MemoryLimiter(createLimitMemory(1), clock, loadUsed))

describe.skipIf(!requireOrSkip('redis'))('with Redis', () => {
  let server: RunningRedis
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server?.dispose())

  describeLimiter('in Redis', async (clock, loadUsed) => {
    const redis = openRedis(server.url)
    await redis.connect()
    await redis.flushall()
    return new RedisLimiter(redis, loadUsed, clock.monotonicMicros)
  })
})
