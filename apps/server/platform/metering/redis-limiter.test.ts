import { once } from 'node:events'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requireOrSkip } from '../../../../tests/support/servers/backends.ts'
import { type RunningRedis, startRedis } from '../../../../tests/support/servers/redis.ts'
import { openRedis } from '../storage/redis.ts'
import { isUnavailable } from '../storage/unavailable.ts'
import { RedisLimiter } from './redis-limiter.ts'

const NOVEMBER = '2026-11'
const onceAnHour = { perSecond: 1 / 3600, burst: 3 }

describe.skipIf(!requireOrSkip('redis'))('shared limiter of several servers', () => {
  let server: RunningRedis
  let redis: Redis
  let limiter: RedisLimiter
  const open: Redis[] = []

  async function connect(): Promise<Redis> {
    const connection = openRedis(server.url)
    open.push(connection)
    await connection.connect()
    return connection
  }
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server?.dispose())
  beforeEach(async () => {
    await server.start()
    await server.flush()
    redis = await connect()
    limiter = new RedisLimiter(redis, async () => 0)
  })
  afterEach(() => {
    for (const connection of open.splice(0)) connection.disconnect()
  })

  test('uses the time of Redis when none is given', async () => {
    for (let request = 0; request < 3; request++)
      expect((await limiter.checkAccountRate(1, onceAnHour)).isAllowed).toBe(true)
    const { isAllowed, retryAfterMs } = await limiter.checkAccountRate(1, onceAnHour)
    expect(isAllowed).toBe(false)
    expect(retryAfterMs).toBeGreaterThan(3_540_000)
    expect(retryAfterMs).toBeLessThanOrEqual(3_600_000)

    const [seconds] = (await redis.time()) as unknown as [string, string]
    const fullAt = Number(await redis.get('fairway:rate:account:1')) / 1e6
    expect(fullAt - Number(seconds)).toBeGreaterThan(3 * 3600 - 60)
    expect(fullAt - Number(seconds)).toBeLessThanOrEqual(3 * 3600 + 1)
  })

  test('lets Redis expire a bucket once it is full, and a month some days after its end', async () => {
    await limiter.checkIpRate('192.0.2.1', { perSecond: 0.1, burst: 50 })
    await limiter.reserve(1, NOVEMBER, 1, 10)
    const ttlMs = await redis.pttl('fairway:rate:address:192.0.2.1')
    expect(ttlMs).toBeGreaterThan(5_000)
    expect(ttlMs).toBeLessThanOrEqual(10_001)
    expect(await redis.ttl(`fairway:quota:1:${NOVEMBER}`)).toBeGreaterThan(31 * 86_400)
    limiter.refund(1, NOVEMBER, 1)
    expect(await redis.ttl(`fairway:quota:1:${NOVEMBER}`)).toBeGreaterThan(31 * 86_400)
  })

  test('counts two servers on one Redis as one', async () => {
    const otherLimiter = new RedisLimiter(await connect(), async () => 500)
    const both = [limiter, otherLimiter]
    const turns = Array.from({ length: 400 }, (_, index) => both[index % 2] ?? limiter)
    const passed = await Promise.all(turns.map((one) => one.checkAccountRate(1, { perSecond: 0.001, burst: 77 })))
    expect(passed.filter((verdict) => verdict.isAllowed).length).toBe(77)

    await limiter.reserve(1, NOVEMBER, 0, 1)
    const reserved = await Promise.all(turns.map((one) => one.reserve(1, NOVEMBER, 1, 123)))
    expect(reserved.filter((verdict) => verdict.isAllowed).length).toBe(123)
    expect([await limiter.getUsedUnits(1, NOVEMBER), await otherLimiter.getUsedUnits(1, NOVEMBER)]).toEqual([123, 123])
  })

  /** Calls that must fail immediately and report the store as unavailable, instead of waiting for Redis. */
  const questions = [
    () => limiter.checkAccountRate(1, onceAnHour),
    () => limiter.checkIpRate('192.0.2.1', onceAnHour),
    () => limiter.reserve(1, NOVEMBER, 1, 10),
    () => limiter.getUsedUnits(1, NOVEMBER),
    () => limiter.ping(),
  ]
  async function expectUnavailable(): Promise<void> {
    const outcomes = await Promise.allSettled(questions.map((ask) => ask()))
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected' })
      if (outcome.status === 'rejected') {
        expect(isUnavailable(outcome.reason), `${outcome.reason}`).toBe(true)
      }
    }
  }

  test('fails every request immediately while Redis is unavailable, and recovers when it is back', async () => {
    await limiter.reserve(1, NOVEMBER, 4, 10)
    await server.stop()
    await expectUnavailable()
    limiter.refund(1, NOVEMBER, 1)

    // `once` would reject on the first failed connection attempt.
    const back = new Promise((resolve) => redis.on('ready', resolve))
    await server.start()
    await back
    // Redis restarts empty. The count restarts at the stored value, and the scripts are loaded again.
    expect(await limiter.reserve(1, NOVEMBER, 1, 10)).toEqual({ isAllowed: true, usedUnits: 1 })
    expect((await limiter.checkAccountRate(1, onceAnHour)).remaining).toBe(2)
    await expect(limiter.ping()).resolves.toBeUndefined()
  })

  test('fails requests in flight when Redis goes down', async () => {
    const operator = await connect()
    await operator.client('PAUSE', 10_000, 'ALL')
    const pending = expectUnavailable()
    await server.stop()
    await pending
  })

  test('times out when Redis does not respond', async () => {
    const operator = await connect()
    await operator.client('PAUSE', 10_000, 'ALL')
    await expectUnavailable()
    await server.stop()
  })

  test('closes the connection, without an error when Redis is unavailable', async () => {
    const ended = once(redis, 'end')
    await limiter.close()
    await ended

    const otherLimiter = new RedisLimiter(await connect(), async () => 0)
    await server.stop()
    await expect(otherLimiter.close()).resolves.toBeUndefined()
  })
})
