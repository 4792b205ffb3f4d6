import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requireOrSkip } from '../../../../../tests/support/servers/backends.ts'
import { type RunningRedis, startRedis } from '../../../../../tests/support/servers/redis.ts'
import { RedisFanOut } from './fan-out-redis.ts'

describe.skipIf(!requireOrSkip('redis'))('notifications through Redis', () => {
  let server: RunningRedis
  let messages: string[]
  const open: RedisFanOut[] = []
  const node = () => {
    const fanOut = new RedisFanOut(server.url, {
      info: (text) => messages.push(text),
      warn: (text) => messages.push(text),
    })
    open.push(fanOut)
    return fanOut
  }
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server?.dispose())
  beforeEach(async () => {
    messages = []
    await server.start()
  })
  afterEach(async () => {
    for (const fanOut of open.splice(0)) await fanOut.close()
  })

  /** Counts the hints for an account at a node, ignoring the initial hints. */
  async function listen(fanOut: RedisFanOut, account: number) {
    const hints = { count: 0, stop: () => {} }
    hints.stop = fanOut.listen(account, () => hints.count++)
    await expect.poll(() => fanOut.isDelivering).toBe(true)
    hints.count = 0
    return hints
  }

  /** Waits for the publishing connection, which may be ready later than the subscribing connection. */
  async function waitForPublisher(from: RedisFanOut, to: RedisFanOut) {
    const hints = await listen(to, 99)
    const notifyAgain = () => {
      from.notify(99)
      return hints.count
    }
    await expect.poll(notifyAgain).toBeGreaterThan(0)
    hints.stop()
  }

  test('reach every node that subscribes to the account, and no other', async () => {
    const [one, two, three] = [node(), node(), node()]
    const heard = [await listen(two, 7), await listen(three, 7)]
    const other = await listen(three, 8)
    await waitForPublisher(one, two)
    for (let round = 1; round <= 20; round++) {
      one.notify(7)
      await expect.poll(() => heard.every(({ count }) => count >= round), { interval: 1 }).toBe(true)
    }
    expect(other.count).toBe(0)
    heard[0]?.stop()
    one.notify(7)
    await expect.poll(() => heard[1]?.count).toBe(21)
    expect(heard[0]?.count).toBe(20)
  })

  test('stop and resume with Redis; each transition is logged once and reaches all subscribers', async () => {
    const [one, two] = [node(), node()]
    const heard = await listen(two, 7)
    await expect.poll(() => one.isDelivering).toBe(true)
    await server.stop()
    await expect.poll(() => two.isDelivering).toBe(false)
    expect(heard.count, 'told to look by itself').toBeGreaterThan(0)
    const before = heard.count
    expect(() => one.notify(7)).not.toThrow()
    await server.start()
    await expect.poll(() => two.isDelivering).toBe(true)
    expect(heard.count, 'told to look for what it has missed').toBeGreaterThan(before)
    const after = heard.count
    await expect.poll(() => one.isDelivering).toBe(true)
    // The publishing connection may recover later than the subscribing connection.
    const notifyAgain = () => {
      one.notify(7)
      return heard.count
    }
    await expect.poll(notifyAgain).toBeGreaterThan(after)
    expect(messages.sort()).toEqual([
      ...Array(2).fill('Redis is not reporting changed assets; streams poll the database until Redis recovers'),
      ...Array(2).fill('Redis is reporting changed assets again'),
    ])
  })
})
