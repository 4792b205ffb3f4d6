import type { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requireOrSkip } from '../../../../../tests/support/servers/backends.ts'
import { type RunningRedis, startRedis } from '../../../../../tests/support/servers/redis.ts'
import { openRedis } from '../../../platform/storage/redis.ts'
import type { Asset } from '../assets/asset.ts'
import { CACHE_MS, RedisAssetCache } from './fan-out-memory.ts'

const assetAt = (changed: number, account = 1) => ({ id: 'as_1', account, changed, fixes: changed }) as Asset

describe.skipIf(!requireOrSkip('redis'))('assets in Redis', () => {
  let server: RunningRedis
  let redis: Redis
  let memory: RedisAssetCache
  beforeAll(async () => {
    server = await startRedis()
    redis = openRedis(server.url)
    await redis.connect()
    memory = new RedisAssetCache(redis)
  })
  afterAll(async () => {
    redis?.disconnect()
    await server?.dispose()
  })
  beforeEach(() => server.flush())

  test('are found by their own account only, for five seconds', async () => {
    await memory.store([assetAt(5)])
    expect(await memory.find(1, 'as_1')).toEqual(assetAt(5))
    expect(await memory.find(2, 'as_1')).toBeUndefined()
    const left = await redis.pttl('fairway:asset:1:as_1')
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(CACHE_MS)
  })

  test('never go back to an earlier change, in any order of writes', async () => {
    for (const changed of [5, 7, 6, 7, 3]) await memory.store([assetAt(changed)])
    expect(await memory.find(1, 'as_1')).toEqual(assetAt(7))
  })

  test('that were removed are not restored by a late write', async () => {
    await memory.store([assetAt(5)])
    await memory.remove(1, 'as_1', 6)
    await memory.store([assetAt(5)])
    expect(await memory.find(1, 'as_1')).toBeUndefined()
  })

  test('are not found while Redis is unavailable, without an error', async () => {
    await memory.store([assetAt(5)])
    await server.stop()
    await expect(memory.store([assetAt(6)])).resolves.toBeUndefined()
    await expect(memory.remove(1, 'as_1', 7)).resolves.toBeUndefined()
    expect(await memory.find(1, 'as_1')).toBeUndefined()
    await server.start()
    await expect.poll(() => redis.status).toBe('ready')
    await memory.store([assetAt(8)])
    expect(await memory.find(1, 'as_1')).toEqual(assetAt(8))
  })
})
