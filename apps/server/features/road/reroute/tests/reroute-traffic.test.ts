import { randomInt } from 'node:crypto'
import { readGeometry } from '@fairway/client'
import { seededRandom } from '@fairway/geo'
import { RouteTracer } from '@fairway/road'
import { type DrawnTraffic, drawState, randomState } from '@fairway/road/testing'
import { beforeEach, expect, test } from 'vitest'
import { expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { checkReroute, type RerouteReply } from '../../../../../../tests/support/operations/check-reroute.ts'
import { type Ask, RerouteCases } from '../../../../../../tests/support/operations/reroutes.ts'
import { TestTraffic } from '../../../../../../tests/support/operations/traffic.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { getRoute, independencia, portones, type RouteReply } from '../../route/tests/trips.ts'

/** Set FAIRWAY_TEST_SEED to replay a failure. */
const SEED = Number(process.env.FAIRWAY_TEST_SEED ?? randomInt(2 ** 31))
const STATES = 6
const CASES_PER_STATE = 6
const MINUTE = 60_000

describeOnStores(
  'a reroute in traffic',
  ({ start }) => {
    let service: TestService
    let region: Region
    let route: RouteReply
    let arcs: readonly number[]
    let publish: (drawn: DrawnTraffic) => Promise<unknown>
    let traffic: TestTraffic
    beforeEach(async () => {
      const maps = await openMaps()
      service = await start({ maps, config: { anonymousBurst: 1_000_000 } })
      region = service.regions.list()[0] ?? expect.unreachable()
      traffic = new TestTraffic(maps)
      publish = (drawn) =>
        traffic.publish(region, drawState(region.map.network, { takenAtMs: service.clock.now(), ...drawn }))
      await publish({})
      route = await getRoute(service, { from: independencia, to: portones, alternatives: 0 })
      const line = readGeometry(route.geometry, 'points') ?? expect.unreachable()
      const trace = new RouteTracer(await region.getMatchMap()).trace(line)
      arcs = trace.kind === 'exact' ? [...trace.path.arcs] : expect.unreachable()
    })
    const postJson: Ask = async (url, body) => {
      const reply = await service.app.inject({ method: 'POST', url, payload: body })
      return { status: reply.statusCode, text: reply.payload }
    }
    const get = async (body: object): Promise<RerouteReply> =>
      expectServed(await service.app.inject({ method: 'POST', url: '/v1/reroute', payload: body })).json()
    /** Returns the arcs in the middle of the route. */
    const middle = () => arcs.slice(Math.floor(arcs.length * 0.5), Math.floor(arcs.length * 0.6))
    const durationOf = (arc: number) => region.map.network.arcs.duration[arc] ?? 0

    test('names the traffic used for both routes', async () => {
      const reply = await get({ geometry: route.geometry })
      expect(reply).toMatchObject({ kind: 'unchanged', receipt: { snapshot_at: '2026-11-15T12:00:00.000Z' } })
      expect(JSON.stringify(reply).length).toBeLessThan(300)
    })

    test('avoids a jam as soon as that is worth it', async () => {
      await publish({ live: new Map(middle().map((arc) => [arc, 30 * durationOf(arc) + 6000])) })
      const reply = await get({ geometry: route.geometry })
      expect(reply).toMatchObject({ kind: 'delta', reason: 'better', receipt: { kept_previous: false } })
      const { previous_eta_min, new_eta_min } = reply.receipt
      expect(previous_eta_min).toBeGreaterThan(route.eta_min + 1)
      expect(reply.saved_min).toBeCloseTo((previous_eta_min ?? 0) - new_eta_min, 3)
      const withMinGain = await get({ geometry: route.geometry, min_gain_min: reply.saved_min + 0.01 })
      expect(withMinGain).toMatchObject({ kind: 'unchanged', reason: 'too-little-gain', eta_min: previous_eta_min })
    })

    test('goes through a jam when nothing is faster', async () => {
      await publish({ live: new Map(arcs.slice(-3).map((arc) => [arc, 3 * durationOf(arc)])) })
      const reply = await get({ geometry: route.geometry })
      expect([reply.kind, reply.eta_min > route.eta_min]).toEqual(['unchanged', true])
    })

    test('never goes through a closure', async () => {
      await publish({ events: [{ closes: true, sections: middle().map((arc) => ({ arc })) }] })
      const reply = await get({ geometry: route.geometry })
      expect(reply).toMatchObject({ kind: 'delta', reason: 'blocked', receipt: { previous_eta_min: null } })
    })

    test('avoids roads that will be closed on arrival, and uses those that are open until then', async () => {
      const closing = async (minutes: number) => {
        const startsAtMs = service.clock.now() + minutes * MINUTE
        await publish({ events: [{ closes: true, startsAtMs, sections: middle().map((arc) => ({ arc })) }] })
        return await get({ geometry: route.geometry })
      }
      expect(await closing(2)).toMatchObject({ kind: 'delta', reason: 'blocked' })
      expect(await closing(40)).toMatchObject({ kind: 'unchanged', reason: 'unchanged' })
    })

    test('avoids a future jam when another route is faster', async () => {
      const [startsAtMs, endsAtMs] = [service.clock.now() + 2 * MINUTE, service.clock.now() + 60 * MINUTE]
      const slowArcs = middle().map((arc) => ({ arc, delayCs: 12_000 }))
      await publish({ events: [{ startsAtMs, endsAtMs, sections: slowArcs }] })
      const reply = await get({ geometry: route.geometry })
      expect(reply).toMatchObject({ kind: 'delta', reason: 'better', receipt: { kept_previous: false } })
      expect(reply.saved_min).toBeGreaterThan(1)
      await publish({ events: [{ startsAtMs: service.clock.now() + 40 * MINUTE, endsAtMs, sections: slowArcs }] })
      expect(await get({ geometry: route.geometry })).toMatchObject({ kind: 'unchanged' })
    })

    test(`is the whole new route, and never a worse one, for any traffic (seed ${SEED})`, async () => {
      const random = seededRandom(SEED)
      const cases = new RerouteCases(postJson, SEED)
      const reasons: Record<string, number> = {}
      const errors: string[] = []
      for (let state = 0; state < STATES; state++) {
        const testCases = []
        for (let i = 0; i < CASES_PER_STATE; i++) testCases.push(await cases.next(i % 2 === 0 ? 'nothing' : undefined))
        await traffic.publish(region, randomState(random, region.map.network, service.clock.now()))
        for (const testCase of testCases) {
          const { reply, faults: found } = await checkReroute(postJson, { ...testCase, change: 'closed' })
          for (const error of found) errors.push(`${testCase.name}, state ${state}: ${error}`)
          const key = reply ? `${reply.kind}, ${reply.reason}` : 'refused'
          reasons[key] = (reasons[key] ?? 0) + 1
        }
      }
      console.info(`${STATES * CASES_PER_STATE} reroutes in changed traffic: ${JSON.stringify(reasons)}`)
      expect(errors).toEqual([])
    })
  },
  // One account store is enough, because routing does not use the store.
  ['embedded'],
)
