import { join } from 'node:path'
import { fromRoadSections } from '@fairway/dataset'
import { parsePolylinePoints } from '@fairway/geo'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectConsistentRoute } from '../../apps/server/features/road/route/tests/check-path.ts'
import {
  metersBetween,
  type Point,
  postRoute,
  type RouteReply,
} from '../../apps/server/features/road/route/tests/trips.ts'
import type { RegionHandle } from '../../apps/server/maps/regions/handles.ts'
import { makeFeed, makeWorkZone } from '../../apps/server/maps/traffic/feeds/testing/wzdx.ts'
import { describeOnStores } from '../../apps/server/platform/http/tests/suite.ts'
import { expectProblem, expectServed } from '../support/expect-problem.ts'
import { openMaps } from '../support/maps/maps.ts'
import { publishMap } from '../support/maps/small-map.ts'
import { FakeClock } from '../support/servers/fake-clock.ts'
import type { TestService } from '../support/servers/service.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { between, ladder, type RouteInTraffic, serveTraffic, streets, type Traffic } from './serve.ts'

const map = ladder()
const MINUTE = 60_000
/** Noon local time on a Monday. */
const NOW = '2026-11-16T11:00:00.000Z'
const [from, to] = [between(map, 'A', 'B', 0.1), between(map, 'C', 'D', 0.9)]
const trip = { from, to, alternatives: 0 }
const inTheMiddle = { from: between(map, 'B', 'C', 0.1), to: between(map, 'B', 'C', 0.9), alternatives: 0 }
/** Feed that slows the middle street. B is node 2, and C is node 3. */
const slowMiddle = '2,3,36\n'
const middle = [between(map, 'B', 'C', 0.02), between(map, 'B', 'C', 0.98)]
const accident = {
  id: 'a-17',
  kind: 'accident',
  severity: 'high',
  description: 'Two cars "on" the bridge – über',
  line: middle,
  delay_min: 2,
  starts_at: '2026-11-16T10:00:00Z',
  ends_at: '2026-11-16T13:00:00Z',
}
const closure = { id: 'c-1', kind: 'closure', description: 'Flood', line: middle, both_directions: true }
const incidents = (...list: object[]) => ({ incidents: list })
const at = (iso: string) => `2026-11-${iso}Z`

let folder: TempDir
let handle: RegionHandle
let services = 0
beforeAll(async () => {
  folder = await createTempDir()
  await publishMap(folder.path, 'ladder', map)
  const [opened] = (await openMaps(folder.path)).regions
  if (!opened) throw new Error('no map')
  handle = opened
})
afterAll(() => folder.dispose())

describeOnStores(
  'a route in traffic',
  ({ start, startShared }) => {
    let clock: FakeClock
    /** Service with the same map but without traffic. */
    let free: TestService
    beforeAll(async () => {
      const empty = { feeds: {} }
      free = await serveTraffic(startShared, new FakeClock(NOW), join(folder.path, 'none'), handle, empty)
    })
    beforeEach(() => {
      clock = new FakeClock(NOW)
    })
    const serve = (traffic: Traffic) =>
      serveTraffic(start, clock, join(folder.path, `feeds-${++services}`), handle, traffic)
    const get = async <G = Point[]>(service: TestService, body: object): Promise<RouteInTraffic<G>> =>
      expectServed(await postRoute(service, body)).json()
    const whole = (route: RouteInTraffic) => {
      expectConsistentRoute(route as unknown as RouteReply)
      return route
    }

    test('reports no traffic without feeds', async () => {
      const route = await get(free, trip)
      expect(route.traffic).toEqual({ source: 'none', snapshot_at: null, coverage: 0 })
      expect(route).not.toHaveProperty('typical_min')
      expect(streets(route)).toEqual(['West', 'Middle', 'East'])
    })

    describe('live speeds', () => {
      test('set the duration; free-flow and usual durations are unchanged', async () => {
        const service = await serve({ feeds: { 'speeds.csv': slowMiddle } })
        const [route, empty] = [await get(service, inTheMiddle), await get(free, inTheMiddle)]
        expect(route.eta_min).toBeCloseTo((route.distance_km / 36) * 60, 2)
        expect(route.eta_min).toBeGreaterThan(1.3 * empty.eta_min)
        expect([route.free_flow_min, route.typical_min]).toEqual([empty.free_flow_min, empty.eta_min])
        expect(route.traffic).toEqual({ source: 'live', snapshot_at: NOW, coverage: 1 })
        expect(Date.parse(route.arrive_at) - Date.parse(NOW)).toBeCloseTo(route.eta_min * MINUTE, -2)
      })

      test('apply in their direction only', async () => {
        const service = await serve({ feeds: { 'speeds.csv': slowMiddle } })
        const back = { ...inTheMiddle, from: inTheMiddle.to, to: inTheMiddle.from }
        const [route, empty] = [await get(service, back), await get(free, back)]
        expect([route.eta_min, route.traffic.coverage]).toEqual([empty.eta_min, 0])
      })

      test('cover a share of the route, by length', async () => {
        const service = await serve({ feeds: { 'speeds.csv': slowMiddle } })
        const route = whole(await get(service, trip))
        const of = (name: string) =>
          route.steps.filter((step) => step.name === name).reduce((sum, step) => sum + step.distance_m, 0)
        expect(route.traffic.coverage).toBeCloseTo(of('Middle') / (route.distance_km * 1000), 2)
        expect(streets(route)).toEqual(['West', 'Middle', 'East'])
      })

      test('cause a detour when it is faster, and the slow route is an alternative with its duration', async () => {
        const service = await serve({ feeds: { 'speeds.csv': '2,3,9\n' } })
        const route = whole(await get(service, { ...trip, alternatives: 3 }))
        expect(streets(route)).toEqual(['West', 'Down', 'Below', 'Up', 'East'])
        for (const other of route.alternatives) expect(other.eta_min).toBeGreaterThan(route.eta_min)
      })

      test('fade to the usual speeds for a later departure', async () => {
        const service = await serve({ feeds: { 'speeds.csv': slowMiddle } })
        const empty = (await get(free, inTheMiddle)).eta_min
        const eta = async (minutes: number) => {
          const depart_at = new Date(clock.now() + minutes * MINUTE).toISOString()
          return (await get(service, { ...inTheMiddle, depart_at })).eta_min
        }
        const now = await eta(0)
        expect(await eta(30)).toBeCloseTo((now + empty) / 2, 2)
        expect(await eta(60)).toBeCloseTo(empty, 2)
        expect(await eta(24 * 60)).toBeCloseTo(empty, 2)
      })

      test('have less weight when old, and none at twice their age', async () => {
        const empty = (await get(free, inTheMiddle)).eta_min
        const eta = async (age: number) =>
          (
            await get(
              await serve({ feeds: { 'speeds.csv': slowMiddle }, asOfMs: clock.now() - age * MINUTE }),
              inTheMiddle,
            )
          ).eta_min
        const fresh = await eta(15)
        expect(await eta(22.5)).toBeCloseTo((fresh + empty) / 2, 2)
        expect(await eta(30)).toBe(empty)
      })
    })

    describe('typical speeds', () => {
      const monday = () => ({ arc: arcFrom(2, 3), begin: 12 * 4, length: 4, kmh: 18 })

      test('are those of the local time of the week, and of the same hour on other days of the same type', async () => {
        const service = await serve({ feeds: {}, typical: [monday()] })
        const [route, empty] = [await get(service, inTheMiddle), await get(free, inTheMiddle)]
        expect(Math.abs(route.typical_min / ((route.distance_km / 18) * 60) - 1)).toBeLessThan(0.011)
        expect([route.eta_min, route.traffic.coverage]).toEqual([route.typical_min, 0])
        expect(route.traffic.source).toBe('typical')
        expect(route.free_flow_min).toBe(empty.free_flow_min)
        const on = async (depart_at: string) => (await get(service, { ...inTheMiddle, depart_at })).eta_min
        expect(await on(at('17T11:00:00'))).toBe(route.eta_min)
        expect(await on(at('22T11:00:00'))).toBe(empty.eta_min)
        expect(await on(at('17T12:00:00'))).toBe(empty.eta_min)
        const later = await get(service, { ...inTheMiddle, depart_at: at('17T12:00:00') })
        expect(later.traffic.source).toBe('none')
      })

      test('do not override live speeds', async () => {
        const service = await serve({ feeds: { 'speeds.csv': slowMiddle }, typical: [monday()] })
        const route = await get(service, inTheMiddle)
        expect(route.eta_min).toBeCloseTo((route.distance_km / 36) * 60, 1)
        expect(route.traffic.source).toBe('live')
        expect(Math.abs(route.typical_min / ((route.distance_km / 18) * 60) - 1)).toBeLessThan(0.011)
      })
    })

    describe('incidents', () => {
      const told = {
        id: 'a-17',
        kind: 'accident',
        severity: 'high',
        description: 'Two cars "on" the bridge – über',
        delay_min: 2,
        starts_at: '2026-11-16T10:00:00.000Z',
        ends_at: '2026-11-16T13:00:00.000Z',
      }

      test('are reported with their range on the line and their delay, which the duration includes', async () => {
        const service = await serve({ feeds: { 'incidents.json': incidents(accident) } })
        const [route, empty] = [whole(await get(service, trip)), await get(free, trip)]
        expect(route.incidents).toEqual([
          { ...told, delay_min: expect.closeTo(2, 2), at: expect.anything(), geometry_range: expect.anything() },
        ])
        const [incident] = route.incidents
        const [first = -1, last = -1] = incident?.geometry_range ?? []
        expect(incident?.at).toEqual(route.geometry[first])
        expect(metersBetween(route.geometry[first] ?? [0, 0], between(map, 'B', 'C', 0))).toBeLessThan(1)
        expect(metersBetween(route.geometry[last] ?? [0, 0], between(map, 'B', 'C', 1))).toBeLessThan(1)
        expect(route.eta_min - empty.eta_min).toBeCloseTo(2, 1)
        expect(route.typical_min).toBe(empty.eta_min)
      })

      test('are the same in every format, with and without steps; without a line there is no range', async () => {
        const service = await serve({ feeds: { 'incidents.json': incidents(accident) } })
        const usual = await get(service, trip)
        for (const steps of [true, false]) {
          for (const geometry of ['points', 'polyline', 'polyline6', 'geojson']) {
            const route = await get<unknown>(service, { ...trip, geometry, steps })
            expect(route.incidents, `${geometry} ${steps}`).toEqual(usual.incidents)
          }
          const { incidents: bare } = await get<null>(service, { ...trip, geometry: 'none', steps })
          const [{ geometry_range: _range, ...without } = { geometry_range: undefined }] = usual.incidents
          expect(without).toMatchObject({ id: 'a-17' })
          expect(bare, `none ${steps}`).toEqual([without])
        }
        const line = parsePolylinePoints((await get<string>(service, { ...trip, geometry: 'polyline6' })).geometry, 6)
        expect(line).toEqual(usual.geometry)
      })

      test('at the start are reported at the beginning of the route, over stops too', async () => {
        const service = await serve({ feeds: { 'incidents.json': incidents(accident) } })
        const route = whole(await get(service, { ...inTheMiddle, via: [between(map, 'B', 'C', 0.5)] }))
        const [first] = route.geometry
        expect(route.incidents).toHaveLength(1)
        expect(route.incidents[0]).toMatchObject({ at: first, geometry_range: [0, route.geometry.length - 1] })
        expect(route.incidents[0]?.delay_min).toBeCloseTo((2 * 0.8) / 0.96, 1)
        const none = await get<null>(service, { ...inTheMiddle, geometry: 'none' })
        expect(none.incidents[0]?.at).toEqual(first)
      })

      test('are not reported on other roads, in other directions or at other times', async () => {
        const service = await serve({ feeds: { 'incidents.json': incidents(accident) } })
        const met = async (body: object) => (await get(service, { ...trip, ...body })).incidents.length
        expect(await met({})).toBe(1)
        expect(await met({ from: to, to: from })).toBe(0)
        expect(await met({ to: between(map, 'A', 'B', 0.9) })).toBe(0)
        expect(await met({ depart_at: at('16T13:05:00') })).toBe(0)
        expect(await met({ depart_at: at('16T12:30:00') })).toBe(1)
      })

      test('of all feeds are reported, roadworks with their speed limit', async () => {
        const works = {
          id: 'w',
          kind: 'roadworks',
          road_names: ['East'],
          line: [between(map, 'C', 'D', 0.02), between(map, 'C', 'D', 0.98)],
          speed_kmh: 20,
        }
        const service = await serve({ feeds: { 'one.json': incidents(works), 'two.json': incidents(accident) } })
        const route = whole(await get(service, trip))
        expect(route.incidents.map(({ id, description }) => [id, description])).toEqual([
          ['a-17', told.description],
          ['w', 'Road work on East'],
        ])
        const empty = await get(free, trip)
        const delays = route.incidents.reduce((sum, { delay_min }) => sum + delay_min, 0)
        expect(route.eta_min - empty.eta_min).toBeCloseTo(delays, 1)
      })

      test('add no delay that a live speed already includes', async () => {
        const service = await serve({ feeds: { 'incidents.json': incidents(accident), 'speeds.csv': slowMiddle } })
        const route = await get(service, inTheMiddle)
        expect(route.incidents).toMatchObject([{ id: 'a-17', delay_min: 0 }])
        expect(route.eta_min).toBeCloseTo((route.distance_km / 36) * 60, 2)
      })
    })

    describe('closures', () => {
      const around = ['West', 'Down', 'Below', 'Up', 'East']
      const straight = ['West', 'Middle', 'East']
      const way = async (service: TestService, body: object) => streets(whole(await get(service, { ...trip, ...body })))

      test.each<[string, Traffic]>([
        ['a closure along a line', { feeds: { f: incidents(closure) } }],
        ['a closure at a point', { feeds: { f: incidents({ kind: 'closure', at: between(map, 'B', 'C', 0.5) }) } }],
        [
          'a closed area',
          { feeds: { f: incidents({ kind: 'weather', closed: true, area: areaAround(between(map, 'B', 'C', 0.5)) }) } },
        ],
        ['a speed of 0', { feeds: { f: '2,3,0\n' } }],
        ['a work zone', { feeds: { f: workZoneOn(middle) } }],
        ['a speed that a later feed closes', { feeds: { a: slowMiddle, b: '2,3,0\n' } }],
      ])(
        '%s is never driven: not by car, not by truck, not with options, not by an alternative',
        async (_what, traffic) => {
          const service = await serve(traffic)
          for (const more of [
            {},
            { vehicle: { weight_t: 12 } },
            { avoid: ['tolls'] },
            { avoid_areas: [areaAround([10.5, 20.5])] },
          ]) {
            const route = whole(await get(service, { ...trip, alternatives: 3, ...more }))
            expect(streets(route)).toEqual(around)
            for (const other of route.alternatives) expect(streets(other)).not.toContain('Middle')
            expect(route.traffic.snapshot_at).toBe(NOW)
          }
        },
      )

      test('apply at their time', async () => {
        const timed = { ...closure, starts_at: at('17T09:00:00'), ends_at: at('17T11:00:00') }
        const service = await serve({ feeds: { f: incidents(timed) } })
        expect(await way(service, {})).toEqual(straight)
        expect(await way(service, { depart_at: at('17T08:30:00') })).toEqual(straight)
        expect(await way(service, { depart_at: at('17T10:00:00') })).toEqual(around)
        expect(await way(service, { depart_at: at('17T10:54:00') }), 'closed on arrival there').toEqual(around)
        expect(await way(service, { depart_at: at('17T11:00:00') })).toEqual(straight)
        expect(await way(service, { arrive_by: at('17T08:30:00') })).toEqual(straight)
        expect(await way(service, { arrive_by: at('17T10:00:00') })).toEqual(around)
        expect(await way(service, { arrive_by: at('17T11:01:30') }), 'still closed on arrival there').toEqual(around)
        expect(await way(service, { arrive_by: at('17T12:00:00') })).toEqual(straight)
      })

      test('that begin during the trip are avoided by every vehicle; those that begin behind it are not', async () => {
        const begins = async (ms: number) =>
          serve({ feeds: { f: incidents({ ...closure, starts_at: new Date(clock.now() + ms).toISOString() }) } })
        const [soon, late] = [await begins(20_000), await begins(20 * MINUTE)]
        for (const more of [{}, { vehicle: { height_m: 3 } }, { via: [between(map, 'A', 'B', 0.5)] }]) {
          expect(await way(soon, more)).toEqual(around)
          expect(await way(late, more)).toEqual(straight)
        }
      })

      test('avoids slowdowns that begin during the trip when that is faster', async () => {
        const begins = (ms: number) => new Date(clock.now() + ms).toISOString()
        const late = { ...accident, delay_min: 30, starts_at: begins(20_000), ends_at: begins(60 * MINUTE) }
        const service = await serve({ feeds: { f: incidents(late) } })
        for (const more of [{}, { alternatives: 3 }, { vehicle: { height_m: 3 } }]) {
          const route = whole(await get(service, { ...trip, ...more }))
          expect(streets(route)).toEqual(around)
          for (const other of route.alternatives) expect(other.eta_min).toBeGreaterThanOrEqual(route.eta_min)
        }
        const behind = { ...late, starts_at: begins(20 * MINUTE) }
        expect(await way(await serve({ feeds: { f: incidents(behind) } }), {})).toEqual(straight)
        const small = { ...late, delay_min: 0.1 }
        expect(await way(await serve({ feeds: { f: incidents(small) } }), {}), 'not worth it').toEqual(straight)
      })

      test('is never late for a requested arrival, even where durations jump', async () => {
        const jump = { ...accident, delay_min: 20, starts_at: at('17T10:00:00'), ends_at: at('17T10:28:00') }
        const service = await serve({ feeds: { f: incidents({ ...jump, line: middle }) } })
        for (const minutes of ['10:02:00', '10:10:00', '10:20:00', '10:27:00', '10:30:00', '10:50:00']) {
          const arrive_by = at(`17T${minutes}`)
          const route = whole(await get(service, { ...trip, arrive_by, alternatives: 2 }))
          expect(Date.parse(route.arrive_at) - Date.parse(arrive_by), minutes).toBeLessThanOrEqual(500)
        }
      })

      test('that end before arrival are open', async () => {
        const ends = new Date(clock.now() + 20_000).toISOString()
        const service = await serve({ feeds: { f: incidents({ ...closure, ends_at: ends }) } })
        // A trip that departs now still avoids the closure, because the route uses the metric of the departure time.
        expect(await way(service, {})).toEqual(around)
        expect(await way(service, { depart_at: new Date(clock.now() + 30 * MINUTE).toISOString() })).toEqual(straight)
      })

      test('in sequence, each beginning on arrival, are all avoided', async () => {
        const starts_at = new Date(clock.now() + 20_000).toISOString()
        const below = {
          ...closure,
          id: 'c-2',
          line: [between(map, 'E', 'F', 0.02), between(map, 'E', 'F', 0.98)],
          starts_at,
        }
        const service = await serve({ feeds: { f: incidents({ ...closure, starts_at }, below) } })
        expectProblem(
          await postRoute(service, trip),
          422,
          /^All routes between the start \(from\) and the destination \(to\) are closed at the time of travel/,
        )
      })

      test('422: names the closures when all routes are closed', async () => {
        const flood = { id: 'c-9', kind: 'closure', description: 'Flood', area: areaAround([10, 20.0137], 0.05) }
        const service = await serve({ feeds: { f: incidents(flood) } })
        expectProblem(
          await postRoute(service, trip),
          422,
          'All routes between the start (from) and the destination (to) are closed at the time of travel because of the closure c-9 (Flood); choose another time or other points',
        )
        expectProblem(
          await postRoute(service, { ...trip, vehicle: { weight_t: 9 } }),
          422,
          /^All routes between the start \(from\) and the destination \(to\) are closed/,
        )
      })

      test('422: reports that the only route is closed by speeds of 0, which have no name', async () => {
        const service = await serve({ feeds: { f: '1,2,0\n2,1,0\n' } })
        const ask = (share: number) =>
          postRoute(service, { from: between(map, 'B', 'C', 0.5), to: between(map, 'A', 'B', share), alternatives: 0 })
        const closed =
          'All routes between the start (from) and the destination (to) are closed at the time of travel; choose another time or other points'
        // This position is more than a kilometer from the nearest open road.
        expectProblem(await ask(-0.05), 422, closed)
        // This position is close enough to snap to the open road.
        expect(streets(expectServed(await ask(0.5)).json())).toEqual(['Middle'])
      })

      test('422: names restrictions of the caller before those of the traffic', async () => {
        const service = await serve({ feeds: { f: incidents(closure) } })
        const reply = await postRoute(service, { ...trip, avoid_areas: [areaAround(between(map, 'E', 'F', 0.5))] })
        expectProblem(
          reply,
          422,
          /^There is no route between the start \(from\) and the destination \(to\) under the given constraints \(blocked by: avoid_areas\);/,
        )
      })
    })

    test('applies the same traffic to a vehicle', async () => {
      const service = await serve({ feeds: { 'speeds.csv': slowMiddle } })
      const route = await get(service, { ...inTheMiddle, vehicle: { weight_t: 12, height_m: 3.5 } })
      expect(route.eta_min).toBeCloseTo((route.distance_km / 36) * 60, 2)
      expect(route.traffic).toEqual({ source: 'live', snapshot_at: NOW, coverage: 1 })
    })

    describe('arrive_by', () => {
      test('departs earlier by the duration at that time', async () => {
        const service = await serve({ feeds: { 'speeds.csv': slowMiddle } })
        const arrive_by = new Date(clock.now() + 10 * MINUTE).toISOString()
        const route = whole(await get(service, { ...inTheMiddle, arrive_by }))
        expect(Math.abs(Date.parse(route.arrive_at) - Date.parse(arrive_by))).toBeLessThan(1000)
        const again = await get(service, { ...inTheMiddle, depart_at: route.depart_at })
        expect(again.eta_min).toBeCloseTo(route.eta_min, 2)
      })
    })
  },
  ['embedded'],
)

/** Returns the arc between two neighboring nodes. */
function arcFrom(from: number, to: number): number {
  const { edges } = fromRoadSections(handle.sections).network
  for (let edge = 0; edge < edges.count; edge++) {
    const ends = [edges.shapeId[edges.shapeFirst[edge] ?? 0], edges.shapeId[(edges.shapeFirst[edge + 1] ?? 0) - 1]]
    if (ends[0] === from && ends[1] === to) return edges.arc[2 * edge] ?? 0
    if (ends[0] === to && ends[1] === from) return edges.arc[2 * edge + 1] ?? 0
  }
  throw new Error(`no road from ${from} to ${to}`)
}

function areaAround([latitude, longitude]: Point, degrees = 0.0005): Point[] {
  return [
    [latitude - degrees, longitude - degrees],
    [latitude - degrees, longitude + degrees],
    [latitude + degrees, longitude + degrees],
    [latitude + degrees, longitude - degrees],
  ]
}

function workZoneOn(line: readonly Point[]): object {
  const coordinates = line.map(([latitude, longitude]) => [longitude, latitude])
  const always = { start_date: '2026-01-01T00:00:00Z', end_date: '2027-01-01T00:00:00Z' }
  return makeFeed(
    makeWorkZone({ vehicle_impact: 'all-lanes-closed', ...always }, {}, { type: 'LineString', coordinates }),
  )
}
