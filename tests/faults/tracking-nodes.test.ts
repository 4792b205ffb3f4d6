import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { issueKey } from '../../apps/server/features/accounts/tests/sample-accounts.ts'
import { StreamReader } from '../../apps/server/features/tracking/tests/assets-streams-reader.ts'
import { defaultPlans, type Plans } from '../../apps/server/platform/config/plans.ts'
import { Fleet } from '../support/operations/assets.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { FakeClock } from '../support/servers/fake-clock.ts'
import { type RunningRedis, startRedis } from '../support/servers/redis.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'
import { type Stores, startStores } from '../support/servers/stores.ts'

const present = [requireOrSkip('postgres'), requireOrSkip('redis')].every(Boolean)
const NOON = Date.parse('2026-11-15T12:00:00Z')
const SKEW_MS = 5000

function widePlans(): Plans {
  const plans = defaultPlans(7)
  const live = { ...plans.pro.live, webPollsPerSecond: 1000, apiLivePollsPerSecond: 1000, gpsPushPerSecond: 1000 }
  return { ...plans, pro: { ...plans.pro, live } }
}

/**
 * Three nodes share one PostgreSQL. The clock of the second node is ahead, and the third node has a separate Redis, as
 * if disconnected.
 */
describe.skipIf(!present)('nodes on one database', () => {
  let stores: Stores
  let farRedis: RunningRedis
  let clocks: FakeClock[]
  let nodes: TestService[]
  let addresses: string[]
  beforeAll(async () => {
    stores = await startStores('scaled')
    farRedis = await startRedis()
    const store = await stores.fresh()
    clocks = [new FakeClock(NOON), new FakeClock(NOON + SKEW_MS), new FakeClock(NOON)]
    const config = { plans: widePlans(), shedDelayMs: 0 }
    nodes = []
    for (const [at, clock] of clocks.entries()) {
      const redisUrl = at === 2 ? farRedis.url : (store.redisUrl ?? '')
      nodes.push(await startTestService({ store: { ...store, redisUrl }, clock, config }))
    }
    addresses = await Promise.all(nodes.map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })))
  })
  afterAll(async () => {
    for (const node of nodes ?? []) await node.dispose()
    await farRedis?.dispose()
    await stores?.dispose()
  })
  const wait = (ms: number) => {
    for (const clock of clocks) clock.advance(ms)
  }
  const at = (index: number) => nodes[index] as TestService
  const placeOf = (count: number) => [48 + count * 1e-5, 11] as const
  async function begin() {
    const { key } = await issueKey(at(0), 'pro')
    const fleets = nodes.map((node) => new Fleet(node, key))
    const id = await (fleets[0] as Fleet).register()
    const open = (index: number) => StreamReader.open(`${addresses[index]}/v1/assets/stream`, { 'x-api-key': key })
    return { key, id, fleets: fleets as [Fleet, Fleet, Fleet], open }
  }
  const countOf = ([latitude = 0]: readonly number[]) => Math.round((latitude - 48) * 1e5)

  test('publish a push to the others by notification, and twenty streams query PostgreSQL no more than one', async () => {
    const { id, fleets, open } = await begin()
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(1)))
    for (const stream of streams) await stream.next()
    const asked = vi.spyOn(at(1).database.db.getExecutor(), 'executeQuery')
    const times: number[] = []
    for (let count = 1; count <= 10; count++) {
      wait(1000)
      await fleets[0].push(id, { at: placeOf(count) })
      const pushed = performance.now()
      for (const stream of streams) times.push((await stream.next()).at - pushed)
    }
    for (const stream of streams) stream.close()
    expect(times.sort((a, b) => a - b)[Math.floor(times.length / 2)], 'without one: 2 s').toBeLessThan(400)
    expect(asked.mock.calls.length).toBeGreaterThanOrEqual(10)
    expect(asked.mock.calls.length).toBeLessThanOrEqual(25)
    asked.mockRestore()
  })

  test('return an acknowledged position from another node, without querying PostgreSQL', async () => {
    const { id, fleets } = await begin()
    await fleets[1].live(id)
    const asked = vi.spyOn(at(1).database.db.getExecutor(), 'executeQuery')
    for (let count = 1; count <= 20; count++) {
      wait(1000)
      await fleets[0].push(id, { at: placeOf(count), time: new Date(clocks[0]?.now() ?? 0).toISOString() })
      expect(countOf((await fleets[1].live(id)).position?.at ?? [])).toBe(count)
    }
    expect(asked.mock.calls.length).toBeLessThan(10)
    asked.mockRestore()
    await fleets[0].delete(`/${id}`)
    expect((await fleets[1].get(`/${id}/live`)).statusCode).toBe(404)
  })

  test('with different clocks never move live positions backward, lose nothing, and stream the last position', async () => {
    const { id, fleets, open } = await begin()
    const streams = [await open(0), await open(1)]
    let before = -1
    for (let count = 0; count < 20; count++) {
      wait(1000)
      // The position has no time, so the node that receives it sets the time.
      await (fleets[count % 2] as Fleet).push(id, { at: placeOf(count) })
      for (const fleet of fleets.slice(0, 2)) {
        const live = await fleet.live(id)
        const seen = countOf(live.position?.at ?? [])
        expect(seen).toBeGreaterThanOrEqual(before)
        expect(live.age_s).toBeGreaterThanOrEqual(0)
        before = seen
      }
    }
    const track = (await fleets[0].get(`/${id}/track`)).json().positions as { at: number[] }[]
    expect(track.map((one) => countOf(one.at)).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n))
    // When only one node receives pushes, the position stalls no longer than the clocks differ.
    for (let count = 20; count <= 20 + SKEW_MS / 1000; count++) {
      wait(1000)
      await fleets[0].push(id, { at: placeOf(count) })
    }
    const last = 20 + SKEW_MS / 1000
    expect(countOf((await fleets[1].live(id)).position?.at ?? [])).toBe(last)
    for (const stream of streams) {
      const told: number[] = []
      do told.push(countOf((await stream.next(({ data }) => data.position !== null)).data.position?.at ?? []))
      while (told.at(-1) !== last)
      expect(told).toEqual([...told].sort((a, b) => a - b))
      stream.close()
    }
  })

  test('find a change within two seconds without notifications, earlier and with a warning without Redis, and recover', async () => {
    const { id, fleets, open } = await begin()
    const stream = await open(2)
    await stream.next()
    let count = 0
    const pushAndHear = async () => {
      wait(10_000)
      await fleets[0].push(id, { at: placeOf(++count) })
      const pushed = performance.now()
      const { at: told } = await stream.next(({ data }) => countOf(data.position?.at ?? []) === count)
      return told - pushed
    }
    expect(await pushAndHear()).toBeLessThan(3000)
    await farRedis.stop()
    const said = (text: RegExp) => () => at(2).log.some(({ msg }) => text.test(String(msg)))
    await expect.poll(said(/^Redis is not reporting changed assets; streams poll the database/)).toBe(true)
    for (let round = 0; round < 3; round++) expect(await pushAndHear()).toBeLessThan(1500)
    const health = await at(2).app.inject('/readyz')
    expect([health.statusCode, health.json().detail]).toEqual([503, expect.stringContaining('redis: unavailable')])
    await farRedis.start()
    await expect.poll(said(/^Redis is reporting changed assets again$/)).toBe(true)
    await expect.poll(async () => (await at(2).app.inject('/readyz')).json().checks?.streams).toBe('ok')
    expect(await pushAndHear()).toBeLessThan(3000)
    stream.close()
  })
})
