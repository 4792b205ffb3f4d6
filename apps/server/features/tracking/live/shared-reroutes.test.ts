import type { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requireOrSkip } from '../../../../../tests/support/servers/backends.ts'
import { type RunningRedis, startRedis } from '../../../../../tests/support/servers/redis.ts'
import { openRedis } from '../../../platform/storage/redis.ts'
import { RedisReroutes } from './shared-reroutes.ts'

describe.skipIf(!requireOrSkip('redis'))('remaining routes in Redis', () => {
  let server: RunningRedis
  let redis: Redis
  let reroutes: RedisReroutes
  beforeAll(async () => {
    server = await startRedis()
    redis = openRedis(server.url)
    await redis.connect()
    reroutes = new RedisReroutes(redis)
  })
  afterAll(async () => {
    redis?.disconnect()
    await server?.dispose()
  })
  beforeEach(() => server.flush())

  test('use the first stored value for all, including nodes that found none', async () => {
    expect(await reroutes.getOrStore('a', undefined, 15_000)).toBeUndefined()
    expect(await reroutes.getOrStore('a', { eta_min: 1 }, 15_000)).toEqual({ eta_min: 1 })
    expect(await reroutes.getOrStore('a', { eta_min: 2 }, 15_000)).toEqual({ eta_min: 1 })
    expect(await reroutes.getOrStore('a', undefined, 15_000)).toEqual({ eta_min: 1 })
    expect(await reroutes.getOrStore('b', { eta_min: 2 }, 15_000)).toEqual({ eta_min: 2 })
    expect(await redis.pttl('fairway:way:a')).toBeGreaterThan(0)
  })

  test('fall back to the local value while Redis is unavailable', async () => {
    await server.stop()
    expect(await reroutes.getOrStore('a', { eta_min: 3 }, 15_000)).toEqual({ eta_min: 3 })
    await server.start()
    await expect.poll(() => redis.status).toBe('ready')
  })
})
