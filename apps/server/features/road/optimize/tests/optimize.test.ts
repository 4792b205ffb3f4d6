import { encodePolyline, seededRandom } from '@fairway/geo'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeObjects } from '../../../../../../tests/api/closed-document.ts'
import { type Described, listOperations, readDocument } from '../../../../../../tests/api/contract.ts'
import { expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps, type TestMaps } from '../../../../../../tests/support/maps/maps.ts'
import { ask, expectVerified, type Optimized } from '../../../../../../tests/support/operations/optimize.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { getUsage, issueKey, signUp } from '../../../accounts/tests/sample-accounts.ts'
import { cerro, independencia, type Point, pocitos, portones, prado, tresCruces } from '../../route/tests/trips.ts'
import { optimizeExample, optimizeRequests } from '../examples.ts'

const town: readonly Point[] = [independencia, portones, cerro, pocitos, prado, tresCruces]
const random = seededRandom(5)
const somewhere = (): Point => [-34.9 + 0.05 * random(), -56.2 + 0.11 * random()]

describeOnStores(
  'the best order',
  ({ start, startShared }) => {
    let maps: TestMaps
    let service: TestService
    let operations: readonly Described[]
    beforeAll(async () => {
      maps = await openMaps()
      service = await startShared({ maps, config: { anonymousBurst: 1_000_000 } })
      operations = listOperations(closeObjects(await readDocument(service)))
    })
    const get = async (body: object, url = '/v1/optimize'): Promise<Optimized> => {
      const reply = expectServed(await ask(service, body, {}, url)).json()
      const described = operations.find(({ name }) => name === `POST ${url}`) ?? expect.unreachable()
      expect(described.findFault('200', 'application/json', reply)).toBeUndefined()
      return reply
    }

    test('matches the documentation', async () => {
      const { depart_at } = optimizeExample
      const [first, second, third] = await Promise.all(
        optimizeRequests.map((request) => get({ depart_at, ...request })),
      )
      const clock = { solve_ms: expect.any(Number), matrix_ms: expect.any(Number) }
      const data = { ...optimizeExample.data, dataset: expect.any(String) }
      expect(first).toEqual({ ...optimizeExample, ...clock, data })
      expect(second?.order.toSorted()).toEqual([0, 1, 2, 3])
      expect(third).toMatchObject({ order: [0, 2, 1], distance_km: 5 })
    })

    test('has the fields of the contract: order, distance_km, solve_ms, at either spelling of the URL', async () => {
      const body = { stops: town, vehicles: 1, seed: 3, max_iterations: 50, depart_at: '2026-11-18T11:00:00Z' }
      const [american, british] = [await get(body), await get(body, '/v1/optimise')]
      const clock = { solve_ms: 0, matrix_ms: 0 }
      expect({ ...american, ...clock }).toEqual({ ...british, ...clock })
      expect(american.order.toSorted()).toEqual([0, 1, 2, 3, 4, 5])
      expect(american.order[0]).toBe(0)
      expect(american.distance_km).toBeGreaterThan(5)
      expect(american.solve_ms).toBeGreaterThanOrEqual(0)
    })

    test('minimizes costs, and reports them with local times, loads and slack', async () => {
      const vehicle = (fixed: number, perKm: number) => ({ cost: { fixed, per_km: perKm, per_hour: 20 } })
      const body = {
        ...{ stops: town, roundtrip: true, objective: 'cost', depart_at: '2026-11-18T11:00:00Z', seed: 1 },
        ...{ fleet: [vehicle(50, 1), vehicle(10, 1)], demands: [0, 1, 1, 1, 1, 1], capacity: 10, max_iterations: 200 },
        ...{ service_min: 5, setup_min: 2, due_at: [null, '12:00', null, null, null, null] },
      }
      const reply = await get(body)
      const [route] = reply.routes
      const { cost, duration_min, distance_km, visits, vehicle: used } = route ?? expect.unreachable()
      expect(used).toBe(1)
      expect(cost?.total).toBeCloseTo(10 + distance_km + duration_min / 3, 3)
      expect(reply).toMatchObject({ cost: cost?.total, time_zone: 'America/Montevideo' })
      expect(route).toMatchObject({ leaves_at: '2026-11-18T08:00:00-03:00', setup_min: 10, service_min: 25 })
      expect(visits.map(({ load }) => load)).toEqual([[4], [3], [2], [1], [0]])
      expect(visits.find(({ stop }) => stop === 1)?.slack_min).toBeGreaterThan(60)
      await expectVerified(service, body, reply)
    })

    test('leaves out optional stops, serves one of a group, uses the fewest vehicles', async () => {
      const body = { stops: town, start: independencia, max_iterations: 200, seed: 1 }
      const prized = await get({ ...body, prize: town.map((_, stop) => (stop === 2 ? 0.5 : null)) })
      expect(prized).toMatchObject({ missed_prizes: 0.5 })
      expect(prized.unassigned[0]?.why).toMatch(
        /^visiting the stop costs at least [\d.]+ km more, but its prize is 0.5 km$/,
      )
      const grouped = await get({ ...body, group: [null, null, 'customer', 'customer', null, null] })
      expect(grouped.unassigned).toEqual([{ stop: 2, why: 'stop 3 of the same group is visited instead' }])
      const depots = [{ start: independencia }, { start: portones }, { start: cerro }]
      const many = { stops: town, max_iterations: 200, seed: 1, fleet: depots, objective: 'vehicles' }
      const fewest = await get(many)
      expect(fewest.routes).toHaveLength(1)
      await expectVerified(service, many, fewest)
    })

    test('reloads between trips, at the start or at a depot', async () => {
      const body = {
        stops: town,
        roundtrip: true,
        demands: [0, 1, 1, 1, 1, 1],
        capacity: 2,
        max_trips: 3,
        reload_min: 10,
      }
      const reply = await get({ ...body, max_iterations: 200 })
      expect(reply.unassigned).toEqual([])
      expect(reply.routes[0]).toMatchObject({ reload_min: 20, load: [2] })
      expect(reply.routes[0]?.trips?.map(({ depot }) => depot)).toEqual([undefined, { stop: 0 }, { stop: 0 }])
      await expectVerified(service, body, reply)
      const elsewhere = {
        ...body,
        depots: [tresCruces],
        start: independencia,
        stops: town.slice(1, 5),
        demands: [1, 1, 1, 1],
      }
      const second = await get({ ...elsewhere, max_iterations: 200 })
      expect(second.routes[0]?.trips?.[1]?.depot).toEqual({ at: [...tresCruces] })
      await expectVerified(service, elsewhere, second)
    })

    test('begins tours with their locked stops, and verifies the receipt', async () => {
      const body = { stops: town, vehicles: 2, roundtrip: true, locked: [[4, 1]], seed: 1, max_iterations: 100 }
      const reply = await get({ ...body, depart_at: '2026-11-18T11:00:00Z' })
      expect(reply.routes[0]?.order.slice(0, 3)).toEqual([0, 4, 1])
      expect(reply.receipt.given).toEqual([[4, 1, 2, 3], [5]])
      await expectVerified(service, { ...body, depart_at: '2026-11-18T11:00:00Z' }, reply)
    })

    test('inserts a new stop into running tours, with a delta and a receipt that verifies', async () => {
      const depart_at = '2026-11-18T11:00:00Z'
      const shared = { stops: town, roundtrip: true, vehicles: 2, depart_at, seed: 1, max_iterations: 50 }
      const given = [
        [1, 3],
        [2, 4],
      ]
      const vehicles = [{ at: pocitos, done: [1], delay_min: 10 }, { at: prado }]
      const body = { ...shared, given, current: { vehicles }, service_min: 5 }
      const reply = await get(body)
      expect(reply.order.toSorted()).toEqual([0, 2, 3, 4, 5])
      expect(reply.unassigned).toEqual([])
      const [added] = reply.delta?.added ?? []
      expect(reply.delta).toEqual({ keep: 'order', kept: 3, added: [added], moved: [], removed: [], reordered: [] })
      const tour = reply.routes.find(({ vehicle }) => vehicle === added?.vehicle)
      expect([added?.stop, tour?.visits[added?.position ?? -1]?.stop]).toEqual([5, 5])
      expect(reply.routes[0]?.leaves_min).toBe(10)
      expect(reply.routes[0]?.visits[0]).not.toHaveProperty('slack_min')
      expect(reply.receipt.given).toEqual([[3], [2, 4]])
      await expectVerified(service, body, reply)
      const free = await get({ ...body, current: { vehicles, keep: 'nothing' } })
      expect(free.distance_km).toBeLessThanOrEqual(reply.distance_km)
      await expectVerified(service, { ...body, current: { vehicles, keep: 'nothing' } }, free)
    })

    test('leaves goods where they are: aboard a vehicle under way, or where tours start', async () => {
      const body = {
        ...{ stops: town, roundtrip: true, vehicles: 2, demands: [0, 1, 1, 1, 0, 1], capacity: 5, max_iterations: 50 },
        ...{ given: [[1, 3], [2]], pairs: [{ pickup: 2, delivery: 4 }] },
      }
      const keep = 'nothing'
      const started = { vehicles: [{ at: pocitos }, { at: prado, done: [2] }], keep }
      const reply = await get({ ...body, current: started })
      const stopsOf = (vehicle: number) =>
        reply.routes
          .filter((route) => route.vehicle === vehicle)
          .flatMap(({ visits }) => visits.map(({ stop }) => stop))
      expect([stopsOf(0).toSorted(), stopsOf(1)]).toEqual([[1, 3], [4]])
      expect(reply.unassigned).toEqual([
        {
          stop: 5,
          why: 'the goods for the stop are not on board any vehicle, and all vehicles that may visit it are under way',
        },
      ])
      const waiting = await get({ ...body, current: { vehicles: [{ at: pocitos }], keep } })
      expect(waiting.unassigned).toEqual([])
      expect(waiting.routes.find(({ visits }) => visits.some(({ stop }) => stop === 5))?.vehicle).toBe(1)
    })

    test('draws tours along the roads that were counted, with steps', async () => {
      const body = {
        ...{ stops: town, roundtrip: true, depart_at: '2026-11-18T11:00:00Z', seed: 1, max_iterations: 100 },
        ...{ demands: [0, 1, 1, 1, 1, 1], capacity: 3, max_trips: 2, breaks: [{ duration_min: 5 }] },
      }
      const plain = (await get(body)).routes[0]
      expect([plain?.legs, plain?.geometry, plain?.steps]).toEqual([undefined, undefined, undefined])
      const [route] = (await get({ ...body, geometry: 'points', steps: true, language: 'de' })).routes
      const { legs = [], geometry, steps = [], visits, breaks = [] } = route ?? expect.unreachable()
      const line = geometry as readonly Point[]
      expect(legs.map(({ stop }) => stop).filter((stop) => stop !== 0)).toEqual(visits.map(({ stop }) => stop))
      // The tour has five visits, a reload at the start and the return to the end.
      expect(legs.length).toBe(7)
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      expect(sum(legs.map((leg) => leg.distance_km))).toBeCloseTo(route?.distance_km ?? 0, 6)
      expect(sum(legs.map((leg) => leg.driving_min))).toBeCloseTo(route?.driving_min ?? 0, 6)
      expect(steps.map(({ leg }) => leg)).toEqual(steps.map(({ leg }) => leg).toSorted((a, b) => a - b))
      for (const { leg, geometry_range: [from = 0, to = 0] = [], maneuver } of steps) {
        const [first = 0, last = 0] = legs[leg]?.geometry_range ?? []
        expect([from >= first, to <= last, line[from]]).toEqual([true, true, maneuver.at])
      }
      expect(steps.some(({ instruction }) => /links|rechts/.test(instruction))).toBe(true)
      expect(Date.parse(breaks[0]?.begins_at ?? '')).toBeGreaterThanOrEqual(Date.parse(body.depart_at))
      expect(visits.every((visit) => visit.begins_at >= visit.arrives_at)).toBe(true)
      const [encoded] = (await get({ ...body, geometry: 'polyline6' })).routes
      expect([encoded?.geometry, encoded?.steps]).toEqual([encodePolyline(line, 6), undefined])
    })

    test('uses the profile and the speed of each vehicle', async () => {
      const body = { stops: [independencia, tresCruces], objective: 'duration', max_iterations: 20 }
      const drivingOf = async (vehicle: object) =>
        (await get({ ...body, fleet: [vehicle] })).routes[0]?.driving_min ?? 0
      const [car, slow, onFoot] = [
        await drivingOf({}),
        await drivingOf({ speed_factor: 0.5 }),
        await drivingOf({ profile: 'foot' }),
      ]
      expect(slow).toBeCloseTo(2 * car, 2)
      expect(onFoot).toBeCloseTo((await get({ ...body, profile: 'foot' })).routes[0]?.driving_min ?? 0, 6)
      expect(onFoot).toBeGreaterThan(2 * slow)
      const mixed = { ...body, fleet: [{ profile: 'foot' }, { speed_factor: 0.5 }, {}] }
      const reply = await get(mixed)
      expect(reply.routes).toMatchObject([{ vehicle: 2, driving_min: car }])
      await expectVerified(service, mixed, reply)
    })

    test('lowers a budget above the maximum of the plan, and reports it', async () => {
      expect((await get({ stops: town, budget_ms: 2000 })).notes).toBeUndefined()
      expect((await get({ stops: town, budget_ms: 2001 })).notes).toEqual([
        'budget_ms was lowered from 2001 to 2000, the maximum without a key; for a longer search, use a key for a plan with a higher maximum',
      ])
      const config = { anonymousBudgetMs: 2001 }
      const separateService = await start({ maps, config })
      const notesOf = async (budgetMs: number, key?: string) => {
        const headers: Record<string, string> = key ? { 'x-api-key': key } : {}
        return expectServed(await ask(separateService, { stops: town, budget_ms: budgetMs }, headers)).json().notes
      }
      expect(await notesOf(2001)).toBeUndefined()
      const { key: trial } = await signUp(separateService)
      expect(await notesOf(2000, trial)).toBeUndefined()
      expect(await notesOf(10_000, trial)).toEqual([
        'budget_ms was lowered from 10000 to 2000, the maximum on the trial plan; for a longer search, use a plan with a higher maximum',
      ])
      const { key: pro } = await issueKey(separateService, 'pro')
      expect(await notesOf(10_000, pro)).toBeUndefined()
    })

    test('counts as one route per ten stops or part thereof, at either spelling of the URL', async () => {
      const separateService = await start({ maps })
      const { key } = await issueKey(separateService, 'pro')
      const headers = { 'x-api-key': key }
      expectServed(await ask(separateService, { stops: town }, headers))
      expect(expectServed(await getUsage(separateService, key)).json().quota.used).toBe(1)
      expectServed(
        await ask(separateService, { stops: [...town, ...town.slice(1)], budget_ms: 20 }, headers, '/v1/optimise'),
      )
      expect(expectServed(await getUsage(separateService, key)).json().quota.used).toBe(3)
      await ask(separateService, { stops: [[0, 0]] }, headers)
      expect(expectServed(await getUsage(separateService, key)).json().quota.used).toBe(3)
    })

    describe('one vehicle', () => {
      test('is the shortest of all orders, and of the sum of its routes', async () => {
        const body = { stops: town }
        const reply = await get(body)
        await expectVerified(service, body, reply)
        const lengths = await Promise.all(
          reply.order.slice(1).map(async (to, index) => {
            const payload = { from: town[reply.order[index] ?? 0], to: town[to], alternatives: 0 }
            return expectServed(await service.app.inject({ method: 'POST', url: '/v1/route', payload })).json()
          }),
        )
        const sum = lengths.reduce((total, { distance_km }) => total + distance_km, 0)
        expect(reply.distance_km).toBeCloseTo(sum, 3)
        const matrix = expectServed(
          await service.app.inject({ method: 'POST', url: '/v1/matrix', payload: { points: town } }),
        ).json().distances_km as number[][]
        expect(reply.distance_km).toBeCloseTo(findShortestOpenTour(matrix), 6)
      })

      test.each([
        ['back to where it begins', { roundtrip: true }],
        ['from another stop', { start: 3 }],
        ['from a place that is no stop', { start: [-34.9, -56.17] }],
        ['from one stop to another', { start: 2, end: 4 }],
        ['to a place that is no stop', { end: [-34.87, -56.13] }],
        ['from anywhere to anywhere', { start: 'any', end: 'any' }],
        ['from anywhere to a stop', { start: 'any', end: 1 }],
        ['in the least time', { objective: 'duration' }],
        ['in the least time and back', { objective: 'duration', roundtrip: true }],
        ['for a lorry without tolls', { avoid: ['tolls'], vehicle: { weight_t: 18 } }],
      ])('%s', async (_, terms) => {
        const body = { stops: town, ...terms }
        const reply = await get(body)
        expect(reply.order.toSorted()).toEqual([0, 1, 2, 3, 4, 5])
        expect(reply.receipt).toMatchObject({ never_worse: true })
        const { start = 0, end } = terms as { start?: unknown; end?: unknown }
        if (typeof start === 'number') expect(reply.order[0]).toBe(start)
        if (typeof end === 'number') expect(reply.order.at(-1)).toBe(end)
        await expectVerified(service, body, reply)
      })

      test('keeps the given order when it is the best', async () => {
        const best = (await get({ stops: town, roundtrip: true })).order
        const again = await get({ stops: best.map((stop) => town[stop]), roundtrip: true })
        expect(again.order).toEqual([0, 1, 2, 3, 4, 5])
        expect(again.receipt).toMatchObject({ kept_given: true, saved_km: 0, saved_pct: 0 })
      })
    })

    describe('several vehicles', () => {
      test('respect their capacity, stops and time', async () => {
        const stops = [tresCruces, ...Array.from({ length: 20 }, somewhere)]
        const demands = stops.map((_, index) => (index === 0 ? 0 : 1 + (index % 3)))
        const body = { stops, vehicles: 4, demands, capacity: 12, roundtrip: true, service_min: 5, max_route_min: 200 }
        const reply = await get({ ...body, budget_ms: 150 })
        expect(reply.unassigned).toEqual([])
        expect(reply.order.toSorted((a, b) => a - b)).toEqual([...stops.keys()])
        expect(reply.routes.length).toBeGreaterThan(3)
        for (const { order, load, duration_min, driving_min, service_min, visits } of reply.routes) {
          expect(order[0]).toBe(0)
          const sum = visits.reduce((total, { stop }) => total + (demands[stop] ?? 0), 0)
          expect(load).toEqual([sum])
          expect(sum).toBeLessThanOrEqual(12)
          expect(duration_min).toBeLessThanOrEqual(200)
          expect(service_min).toBe(5 * visits.length)
          expect(duration_min).toBeCloseTo(driving_min + service_min, 3)
        }
        await expectVerified(service, body, reply)
      })

      test('are balanced on request, with a note otherwise', async () => {
        const stops = [tresCruces, ...Array.from({ length: 12 }, somewhere)]
        const alone = await get({ stops, vehicles: 3, roundtrip: true, budget_ms: 60 })
        if (alone.routes.length < 3)
          expect(alone.notes?.[0]).toMatch(
            /^\d of 3 vehicles (is|are) used, because no shorter solution with more vehicles was found; /,
          )
        const shared = await get({ stops, vehicles: 3, roundtrip: true, balance: 'stops', budget_ms: 100 })
        expect(shared.routes.map(({ visits }) => visits.length)).toEqual([4, 4, 4])
        expect(shared.notes).toBeUndefined()
      })

      test('support separate depots, skills, pairs, time windows, breaks and priorities', async () => {
        const stops = Array.from({ length: 8 }, somewhere)
        const body = {
          stops,
          fleet: [
            { start: independencia, end: independencia, skills: ['lift'], shift: [0, 480] },
            { start: portones, breaks: [{ duration_min: 30, windows: [[60, 120]] }], max_stops: 4 },
          ],
          skills: [['lift'], [], [], [], [], [], [], []],
          pairs: [{ pickup: 1, delivery: 2 }],
          demands: [0, 3, 0, 0, 0, 0, 0, 0],
          capacity: 3,
          time_windows: [null, null, null, [[90, 150]], null, null, null, null],
          service_min: 3,
          budget_ms: 100,
        }
        const reply = await get(body)
        expect(reply.unassigned).toEqual([])
        const of = (stop: number) => reply.routes.find(({ visits }) => visits.some((visit) => visit.stop === stop))
        const visit = (stop: number) => of(stop)?.visits.find((one) => one.stop === stop) ?? expect.unreachable()
        expect(of(0)?.vehicle).toBe(0)
        expect(of(1)?.vehicle).toBe(of(2)?.vehicle)
        expect(visit(1).leaves_min).toBeLessThanOrEqual(visit(2).arrives_min)
        expect(visit(3).begins_min).toBeGreaterThanOrEqual(90)
        expect(visit(3).begins_min).toBeLessThanOrEqual(150)
        const second = reply.routes.find(({ vehicle }) => vehicle === 1)
        if (second) {
          expect(second.visits.length).toBeLessThanOrEqual(4)
          expect(second.breaks?.[0]).toMatchObject({ duration_min: 30 })
          expect(second.breaks?.[0]?.begins_min).toBeGreaterThanOrEqual(60)
        }
        await expectVerified(service, body, reply)
      })

      test('have a reason for every unassigned stop', async () => {
        const getReason = async (terms: object) => {
          const { unassigned } = await get({ stops: town, vehicles: 2, roundtrip: true, ...terms })
          return Object.fromEntries(unassigned.map(({ stop, why: text }) => [stop, text]))
        }
        expect(await getReason({ demands: [0, 9, 1, 1, 1, 1], capacity: 5 })).toEqual({
          1: 'the stop has a demand of 9, but the vehicles that may visit it have a capacity of at most 5',
        })
        expect(await getReason({ skills: [[], [], ['crane'], [], [], []] })).toEqual({
          2: 'no vehicle has the skill crane',
        })
        expect((await getReason({ time_windows: [null, [[0, 1]], null, null, null, null] }))[1]).toMatch(
          /^no vehicle that may visit the stop can arrive before minute [\d.]+, but service must begin by minute 1$/,
        )
        expect((await getReason({ max_route_km: 20 }))[1]).toMatch(
          /^visiting the stop takes at least [\d.]+ km, but vehicle \d may drive at most 20 km$/,
        )
        const full = await getReason({ demands: [0, 3, 3, 3, 3, 3], capacity: 6, priorities: [0, 0, 0, 0, 0, 9] })
        expect(Object.keys(full).length).toBe(1)
        expect(full[5]).toBeUndefined()
        expect(Object.values(full)[0]).toMatch(
          /^the stop could be visited alone, but no vehicle has enough capacity or time left/,
        )
      })
    })

    test('report the broken rule of a given order in the receipt, instead of comparing', async () => {
      const reply = await get({
        stops: town,
        demands: [0, 4, 4, 4, 0, 0],
        capacity: 8,
        vehicles: 2,
        given: [
          [1, 2, 3],
          [4, 5],
        ],
      })
      expect(reply.receipt).toMatchObject({
        given_distance_km: null,
        saved_km: null,
        saved_pct: null,
        given_infeasible: 'vehicle 0 would carry 12, more than its capacity',
      })
    })

    test('names every stop, and ignored options', async () => {
      const idle = await get({
        stops: town.slice(0, 3),
        fleet: [{ start: 0 }, { start: 1 }],
        max_route_stops: 1,
        vehicles: 2,
      })
      expect(idle.order.length + idle.unassigned.length).toBe(3)
      expect((await get({ stops: town, capacity: 3 })).notes).toEqual([
        'capacity is ignored because there are no demands',
      ])
      const demands = [0, 1, 1, 1, 1, 1]
      expect((await get({ stops: town, demands })).notes).toEqual([
        'demands are ignored because no vehicle has a capacity',
      ])
    })

    test('accepts a single time window, and several that overlap', async () => {
      const windows = (given: unknown) => ({ stops: town, time_windows: [null, given, null, null, null, null] })
      for (const givenTours of [
        [200, 220],
        [
          [200, 210],
          [205, 220],
        ],
        [
          [200, 210],
          [210, 220],
        ],
        [[200, 220]],
      ]) {
        const { routes } = await get({ ...windows(givenTours), budget_ms: 30 })
        const visit = routes[0]?.visits.find(({ stop }) => stop === 1)
        expect(visit?.begins_min).toBeGreaterThanOrEqual(200)
        expect(visit?.begins_min).toBeLessThanOrEqual(220)
      }
    })

    test('uses no roads with a custom matrix', async () => {
      const distances_km = [
        [0, 10, 1.5, null],
        [2, 0, 10, 3],
        [10, 1, 0, 10],
        [5, 10, 10, 0],
      ]
      const body = { stops: [...town.slice(0, 4)], matrix: { distances_km } }
      const reply = await get(body)
      expect(reply).toMatchObject({ order: [0, 2, 1, 3], distance_km: 5.5 })
      expect(reply.data).toBeUndefined()
      await expectVerified(service, body, reply)
    })

    test('is the same for the same seed and number of iterations', async () => {
      const stops = Array.from({ length: 40 }, somewhere)
      const body = { stops, vehicles: 3, capacity: 20, demands: stops.map((_, i) => (i === 0 ? 0 : 1)), seed: 11 }
      const optimizeAgain = async () => {
        const { solve_ms, matrix_ms, depart_at, ...rest } = await get({ ...body, max_iterations: 300 })
        return JSON.stringify(rest)
      }
      expect(await optimizeAgain()).toBe(await optimizeAgain())
    })

    test('is found within its budget', async () => {
      const stops = Array.from({ length: 90 }, somewhere)
      for (const budget_ms of [100, 400]) {
        const solveMs = [(await get({ stops, budget_ms })).solve_ms]
        // A busy machine can delay any single run, but not all runs.
        while (Math.min(...solveMs) >= 2 * budget_ms + 100 && solveMs.length < 10)
          solveMs.push((await get({ stops, budget_ms })).solve_ms)
        expect(Math.min(...solveMs)).toBeLessThan(2 * budget_ms + 100)
      }
    })

    test('100 random problems on roads: is never worse than given, and every receipt verifies', async () => {
      for (let round = 0; round < 100; round++) {
        const count = 2 + Math.floor(random() ** 2 * 24)
        const stops = Array.from({ length: count }, somewhere)
        const vehicles = 1 + Math.floor(random() * 3)
        const body = {
          stops,
          vehicles,
          ...(random() < 0.5 ? { roundtrip: true } : {}),
          ...(random() < 0.3 ? { objective: 'duration' } : {}),
          ...(random() < 0.3 ? { capacity: 6, demands: stops.map((_, i) => (i === 0 ? 0 : 1)) } : {}),
          ...(random() < 0.3 ? { service_min: 4, max_route_min: 120 } : {}),
          budget_ms: 15,
          seed: round,
        }
        const getReason = `round ${round}`
        const reply = await get(body)
        await expectVerified(service, body, reply)
        const { receipt, unassigned } = reply
        if (receipt.given_distance_km === null) expect(receipt.given_infeasible, getReason).toMatch(/\w{3}/)
        else if (unassigned.length === 0) {
          const saved = receipt.metric === 'distance' ? receipt.saved_km : receipt.saved_pct
          expect(saved, getReason).toBeGreaterThanOrEqual(0)
        }
      }
    })
  },
  ['embedded'],
)

/** Returns the minimum length over all orders that begin with the first stop. */
function findShortestOpenTour(matrix: readonly (readonly number[])[]): number {
  const visit = (at: number, left: readonly number[]): number => {
    if (left.length === 0) return 0
    return Math.min(
      ...left.map(
        (to) =>
          (matrix[at]?.[to] ?? 1e9) +
          visit(
            to,
            left.filter((one) => one !== to),
          ),
      ),
    )
  }
  return visit(0, [...matrix.keys()].slice(1))
}
