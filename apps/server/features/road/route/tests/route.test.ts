import { type PolylinePrecision, parsePolylinePoints } from '@fairway/geo'
import { languages } from '@fairway/road'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps, type TestMaps } from '../../../../../../tests/support/maps/maps.ts'
import { FakeClock } from '../../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { getUsage, issueKey } from '../../../accounts/tests/sample-accounts.ts'
import { routeExample, routeRequests } from '../api/examples.ts'
import { entersBox, expectConsistentRoute } from './check-path.ts'
import {
  cerro,
  getRoute,
  independencia,
  metersBetween,
  type Point,
  pocitos,
  portones,
  postRoute,
  prado,
  type RouteReply,
  toRing,
  tresCruces,
} from './trips.ts'

const trip = { from: independencia, to: portones }
const far = { from: cerro, to: portones }

const streets = ({ steps }: Pick<RouteReply, 'steps'>): string[] =>
  steps.map(({ name }) => name).filter((name, index, all) => name !== '' && name !== all[index - 1])

/** Removes the ids of a route and of its alternatives, which differ in every reply. */
function withoutIds<R extends { id: string; alternatives: readonly object[] }>({ id: _id, ...route }: R) {
  return { ...route, alternatives: route.alternatives.map((alternative) => ({ ...alternative, id: undefined })) }
}

describeOnStores(
  'a route',
  ({ start, startShared }) => {
    let maps: TestMaps
    let service: TestService
    beforeAll(async () => {
      maps = await openMaps()
      service = await startShared({ maps, config: { anonymousBurst: 1_000_000 } })
    })
    const get = (body: object) => getRoute(service, body)

    test('matches the documentation', async () => {
      const example: RouteReply = await get(routeRequests[0] ?? {})
      const { data, ...rest } = routeExample
      expect(withoutIds(example)).toEqual({ ...withoutIds(rest), data: { ...data, dataset: expect.any(String) } })
    })

    test('names its map and attribution, and has a unique id', async () => {
      const reply = expectServed(await postRoute(service, trip, { 'x-request-id': 'my-request' }))
      expect(reply.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': 'my-request',
        'content-length': String(reply.rawPayload.length),
      })
      const route: RouteReply = reply.json()
      expect(route).toMatchObject({
        id: expect.stringMatching(/^rt_[\w-]{16,}$/),
        mode: 'road',
        source: 'local',
        data: {
          region: 'montevideo',
          dataset: maps.regions[0]?.dataset,
          attribution: '© OpenStreetMap contributors (ODbL 1.0)',
        },
        incidents: [],
        traffic: { source: 'none', snapshot_at: null, coverage: 0 },
      })
      expect((await get(trip)).id).not.toBe(route.id)
    })

    test('is consistent in all its fields, over any number of stops', async () => {
      expectConsistentRoute(await get({ ...trip, alternatives: 3 }))
      expectConsistentRoute(await get({ ...far, via: [prado, tresCruces, pocitos], alternatives: 3 }))
      expectConsistentRoute(await get({ ...trip, via: Array(100).fill(tresCruces) }))
    })

    test('is the same for repeated and concurrent requests, without mixing replies', async () => {
      const places = [independencia, portones, cerro, prado, pocitos, tresCruces]
      const trips = places.flatMap((from) => places.map((to) => ({ from, to, alternatives: 1 })))
      const alone: unknown[] = []
      for (const requestedTrip of trips) alone.push(withoutIds(await get(requestedTrip)))
      const together = await Promise.all(trips.map(async (requestedTrip) => withoutIds(await get(requestedTrip))))
      expect(together).toEqual(alone)
    })

    describe('geometry', () => {
      let points: Point[]
      beforeAll(async () => {
        points = (await get(far)).geometry
      })
      const decode = (line: string, precision: PolylinePrecision) => parsePolylinePoints(line, precision)

      test('as a polyline of six decimals is the same line', async () => {
        const { geometry } = await getRoute<string>(service, { ...far, geometry: 'polyline6' })
        expect(decode(geometry, 6)).toEqual(points)
      })

      test('as a polyline of five decimals is the same line, rounded', async () => {
        const { geometry } = await getRoute<string>(service, { ...far, geometry: 'polyline' })
        const line = decode(geometry, 5)
        expect(line).toHaveLength(points.length)
        for (const [index, [latitude, longitude]] of points.entries()) {
          expect(Math.abs((line?.[index]?.[0] ?? 0) - latitude)).toBeLessThan(5.1e-6)
          expect(Math.abs((line?.[index]?.[1] ?? 0) - longitude)).toBeLessThan(5.1e-6)
        }
      })

      test('as GeoJSON is the same line with swapped coordinates', async () => {
        const { geometry } = await getRoute<object>(service, { ...far, geometry: 'geojson' })
        expect(geometry).toEqual({ type: 'LineString', coordinates: points.map(([y, x]) => [x, y]) })
      })

      test('none is null, without step ranges; all else is unchanged', async () => {
        const none = withoutIds(await getRoute<null>(service, { ...far, geometry: 'none' }))
        const usual = withoutIds(await get(far))
        const bare = ({ geometry_range: _range, ...step }: RouteReply['steps'][number]) => step
        const without = (way: { steps: RouteReply['steps'] }) => ({
          ...way,
          geometry: null,
          steps: way.steps.map(bare),
        })
        expect(none).toEqual({ ...without(usual), alternatives: usual.alternatives.map(without) })
      })

      test('of alternatives has the same format', async () => {
        const { alternatives } = await getRoute<string>(service, { ...trip, geometry: 'polyline6' })
        expect(alternatives.length).toBeGreaterThan(0)
        for (const { geometry } of alternatives) expect(decode(geometry, 6)?.length).toBeGreaterThan(10)
      })
    })

    describe('steps', () => {
      test('are omitted on request; all else is unchanged', async () => {
        const bare = withoutIds(await get({ ...trip, steps: false }))
        const usual = withoutIds(await get({ ...trip, steps: true }))
        const without = ({ steps: _steps, ...way }: { steps?: unknown }) => way
        expect(bare).toEqual({ ...without(usual), alternatives: usual.alternatives.map(without) })
        expect(bare).not.toHaveProperty('steps')
      })

      test.each([
        ['en', /^Head (north|south|east|west)/, 'You have arrived at your destination'],
        ['de', /^Fahren Sie Richtung/, 'Sie haben Ihr Ziel erreicht'],
        ['es', /^Dirígete al/, 'Has llegado a tu destino'],
        ['ru', /^Двигайтесь/, 'Вы прибыли в пункт назначения'],
        ['pt-BR', /^Siga/, 'Você chegou ao seu destino'],
      ])('are written in %s', async (language, first, last) => {
        const { steps } = await get({ ...trip, language })
        expect(steps.at(0)?.instruction).toMatch(first)
        expect(steps.at(-1)?.instruction).toContain(last.slice(0, 12))
      })

      test('are written in every supported language, on the same route', async () => {
        const { geometry } = await get(trip)
        const instructions = new Set<string>()
        for (const language of languages) {
          const route = await get({ ...trip, language, alternatives: 0 })
          expect(route.geometry).toEqual(geometry)
          for (const { instruction } of route.steps) expect(instruction, language).not.toMatch(/[{}]|undefined|^\s*$/)
          instructions.add(route.steps.map(({ instruction }) => instruction).join('\n'))
        }
        // Some variants of Spanish have the same instructions on a short trip.
        expect(instructions.size).toBeGreaterThanOrEqual(languages.length - 2)
      })

      test('of each leg end with an arrival, the last one at the destination', async () => {
        const { steps } = await get({ ...trip, via: [tresCruces, prado] })
        const arrivals = steps.filter(({ maneuver }) => maneuver.type === 'arrive')
        expect(arrivals.map(({ leg, instruction }) => [leg, instruction])).toEqual([
          [0, expect.stringMatching(/^You have arrived at your 1st destination/)],
          [1, expect.stringMatching(/^You have arrived at your 2nd destination/)],
          [2, expect.stringMatching(/^You have arrived at your destination/)],
        ])
      })
    })

    test('has readable distances in the requested units, and only then', async () => {
      const usual = await get(trip)
      expect(JSON.stringify(usual)).not.toContain('distance_text')
      const metric = await get({ ...trip, units: 'metric' })
      expect(metric.distance_text).toBe('11 km')
      for (const { distance_text } of metric.steps) expect(distance_text).toMatch(/^(\d{1,3} m|\d\.\d km|\d{2,} km)$/)
      const imperial = await get({ ...trip, units: 'imperial' })
      expect(imperial.distance_text).toBe('6.7 mi')
      for (const { distance_text } of imperial.steps)
        expect(distance_text).toMatch(/^(\d{1,3} ft|\d\.\d mi|\d{2,} mi)$/)
      for (const alternative of imperial.alternatives) expect(alternative.distance_text).toMatch(/ mi$/)
      expect(imperial.distance_km).toBe(usual.distance_km)
    })

    describe('intermediate stops', () => {
      test('are visited in order', async () => {
        const requestedTrip = await get({ ...trip, via: [prado, pocitos] })
        const alternative = await get({ ...trip, via: [pocitos, prado] })
        expect([requestedTrip.legs.length, alternative.legs.length]).toEqual([3, 3])
        expect(metersBetween(requestedTrip.legs[0]?.to ?? [0, 0], prado)).toBeLessThan(100)
        expect(metersBetween(alternative.legs[0]?.to ?? [0, 0], pocitos)).toBeLessThan(100)
        expect(requestedTrip.distance_km).not.toBe(alternative.distance_km)
      })

      test('never shorten the route, and an empty list means none', async () => {
        const direct = await get(trip)
        expect((await get({ ...trip, via: [prado] })).eta_min).toBeGreaterThan(direct.eta_min)
        const none = await get({ ...trip, via: [] })
        expect([none.geometry, none.snapped.via]).toEqual([direct.geometry, []])
      })

      test('may be the start or the destination, or one position several times', async () => {
        const { from, to } = trip
        for (const via of [[from], [to], [from, from, to, to], [tresCruces, tresCruces]]) {
          const route = await get({ ...trip, via })
          expectConsistentRoute(route)
          expect(route.legs).toHaveLength(via.length + 1)
        }
      })
    })

    describe('departure and arrival time', () => {
      test('is now by default', async () => {
        const clock = new FakeClock('2026-03-01T10:00:00.000Z')
        const turned = await start({ maps, clock })
        expect((await getRoute(turned, trip)).depart_at).toBe('2026-03-01T10:00:00.000Z')
        clock.advance(90_000)
        expect((await getRoute(turned, trip)).depart_at).toBe('2026-03-01T10:01:30.000Z')
      })

      test('of departure determines the arrival', async () => {
        const route = await get({ ...trip, depart_at: '2026-06-16T08:30:00+02:00' })
        expect(route.depart_at).toBe('2026-06-16T06:30:00.000Z')
        const seconds = await get({ ...trip, depart_at: Date.parse(route.depart_at) / 1000 })
        expect(seconds.depart_at).toBe(route.depart_at)
        const local = await get({ ...trip, depart_at: '2026-06-16T08:30' })
        expect(local.warnings).toEqual([
          expect.stringMatching(/^depart_at has no time zone and was read as local time in \w+\/\w+$/),
        ])
        expectConsistentRoute(route)
      })

      test('of arrival determines the departure', async () => {
        const route = await get({ ...trip, arrive_by: '2026-06-16T08:30:00Z' })
        expect(route.arrive_at).toBe('2026-06-16T08:30:00.000Z')
        expect(Date.parse(route.depart_at)).toBeLessThan(Date.parse(route.arrive_at))
        expectConsistentRoute(route)
      })

      test('determines what is open: on Fridays there is a market in Talcahuano, until 16:00', async () => {
        const along = { from: [-34.8934, -56.14522], to: [-34.89483, -56.14827], alternatives: 0 }
        const on = async (depart_at: string) => streets(await get({ ...along, depart_at }))
        expect(await on('2026-11-19T09:00:00-03:00')).toEqual(['Talcahuano'])
        expect(await on('2026-11-20T09:00:00-03:00')).not.toContain('Talcahuano')
        expect(await on('2026-11-20T15:59:00-03:00')).not.toContain('Talcahuano')
        expect(await on('2026-11-20T16:00:00-03:00')).toEqual(['Talcahuano'])
        expect(await on('2026-11-20T09:00:00-03:00')).not.toContain('Talcahuano')
      })
    })

    describe('alternatives', () => {
      test.each([0, 1, 2, 3])('are limited to %d', async (alternatives) => {
        const route = await get({ ...trip, alternatives })
        expect(route.alternatives.length).toBeLessThanOrEqual(alternatives)
        if (alternatives > 0) expect(route.alternatives.length).toBeGreaterThan(0)
        const geometries = [route, ...route.alternatives].map(({ geometry }) => JSON.stringify(geometry))
        expect(new Set(geometries).size).toBe(geometries.length)
      })

      test('accept true as two, which is the default, and false as none', async () => {
        const count = async (body: object) => (await get({ ...trip, ...body })).alternatives.length
        const [silent, yes, no, two] = [
          await count({}),
          await count({ alternatives: true }),
          await count({ alternatives: false }),
          await count({ alternatives: 2 }),
        ]
        expect([yes, no]).toEqual([two, 0])
        expect(silent).toBe(two)
      })

      test.each([
        ['straight', { ...trip, alternatives: 3 }],
        ['over stops', { ...far, via: [prado, tresCruces], alternatives: 3 }],
      ])('state how they differ, the nearest to the best first (%s)', async (_title, body) => {
        const route = await get(body)
        expect(route.alternatives.length).toBeGreaterThan(1)
        const stretches = route.alternatives.map(({ stretch }) => stretch)
        expect(stretches).toEqual(stretches.toSorted((a, b) => a - b))
        expect(new Set(route.alternatives.map(({ why }) => why)).size).toBe(route.alternatives.length)
        for (const { stretch, sharing, why, eta_min } of route.alternatives) {
          expect(stretch).toBeGreaterThanOrEqual(0)
          expect(stretch).toBeLessThanOrEqual(0.5)
          expect(sharing).toBeGreaterThanOrEqual(0)
          expect(sharing).toBeLessThan(1)
          expect(why).toMatch(/^via \S|^another route( \(\d\))?$/)
          expect(eta_min).toBeGreaterThanOrEqual(route.eta_min)
        }
      })

      test('do not exist for a trip along one street', async () => {
        const along = { from: [-34.905749, -56.189125], to: [-34.905717, -56.188648], alternatives: 3 }
        expect((await get(along)).alternatives).toEqual([])
      })
    })

    describe('snapped points', () => {
      test('are returned with the street and the distance', async () => {
        const { snapped } = await get({ ...trip, via: [tresCruces] })
        expect(snapped.from.name).toBe('Avenida 18 de Julio')
        for (const [given, { at, distance_m }] of [
          [trip.from, snapped.from],
          [tresCruces, snapped.via[0] ?? snapped.from],
          [trip.to, snapped.to],
        ] as const) {
          expect(Math.abs(metersBetween(given, at) - distance_m)).toBeLessThan(0.5)
        }
      })

      test('at the same position give a route of zero length', async () => {
        const route = await get({ from: pocitos, to: pocitos, alternatives: 3 })
        expect(route).toMatchObject({ distance_km: 0, eta_min: 0, free_flow_min: 0, alternatives: [] })
        expect(route.steps.map(({ maneuver }) => maneuver.type)).toEqual(['depart', 'arrive'])
        expect(route.geometry).toHaveLength(2)
        expect(route.arrive_at).toBe(route.depart_at)
        expectConsistentRoute(route)
      })

      test('on one street follow it, and no farther', async () => {
        const [from, to]: Point[] = [
          [-34.905749, -56.189125],
          [-34.905717, -56.188648],
        ]
        const route = await get({ from, to })
        expect(streets(route)).toEqual(['Avenida 18 de Julio'])
        expect(Math.abs(route.distance_km * 1000 - metersBetween(from ?? [0, 0], to ?? [0, 0]))).toBeLessThan(1)
        expectConsistentRoute(route)
      })

      test('against a one-way street go around the block', async () => {
        const [from, to]: Point[] = [
          [-34.8965, -56.1652],
          [-34.8962, -56.1651],
        ]
        const [there, back] = [await get({ from, to }), await get({ from: to, to: from })]
        expect(there.distance_km).not.toBeCloseTo(back.distance_km, 1)
        for (const route of [there, back]) expectConsistentRoute(route)
      })
    })

    test('begins in the heading of the vehicle', async () => {
      const from: Point = [-34.8862, -56.1512]
      const [north, south] = [
        await get({ from, to: portones, heading: 337 }),
        await get({ from, to: portones, heading: 157 }),
      ]
      const bearing = ({ steps }: RouteReply) => steps[0]?.maneuver.bearing_after ?? Number.NaN
      expect(Math.abs(bearing(north) - 337)).toBeLessThan(20)
      expect(Math.abs(bearing(south) - 157)).toBeLessThan(20)
      expect(north.snapped.from.name).toBe(south.snapped.from.name)
      expect(north.eta_min).toBeGreaterThan(south.eta_min)
      const full = await get({ from, to: portones, heading: 360 })
      expect(full.geometry).toEqual((await get({ from, to: portones, heading: 0 })).geometry)
    })

    describe('avoided features of a route', () => {
      test('tunnels: uses the junction above instead', async () => {
        const under = { from: [-34.8975, -56.1659], to: [-34.8915, -56.1617] }
        const [usual, without] = [await get(under), await get({ ...under, avoid: ['tunnels'] })]
        expect(without.eta_min).toBeGreaterThan(usual.eta_min)
        expect(streets(usual)).toEqual(['Avenida 8 de Octubre'])
        expect(streets(without)).toContain('Bulevar General Artigas')
        expectConsistentRoute(without)
      })

      test('unpaved roads: takes the longer paved route', async () => {
        const across = { from: [-34.8201, -56.1658], to: [-34.8318, -56.1511] }
        const [usual, without] = [await get(across), await get({ ...across, avoid: ['unpaved'] })]
        expect(without.distance_km).toBeGreaterThan(usual.distance_km * 1.1)
        expect(streets(usual)).toContain('Los Cerrillos')
        expect(streets(without)).not.toContain('Los Cerrillos')
      })

      test('off the route change nothing, in any order', async () => {
        const { geometry } = await get(trip)
        for (const avoid of [['ferries'], ['tolls', 'ferries', 'motorways'], ['motorways', 'tolls', 'tolls'], []]) {
          expect((await get({ ...trip, avoid })).geometry).toEqual(geometry)
        }
      })

      test('areas: goes around them', async () => {
        const usual = await get({ ...trip, alternatives: 3 })
        const [latitude, longitude] = usual.geometry[Math.floor(usual.geometry.length / 2)] ?? [0, 0]
        const box = [latitude - 0.002, longitude - 0.003, latitude + 0.002, longitude + 0.003] as const
        const moved = await get({ ...trip, alternatives: 3, avoid_areas: [toRing(...box)] })
        expect(entersBox(usual.geometry, box)).toBe(true)
        for (const path of [moved, ...moved.alternatives]) expect(entersBox(path.geometry, box)).toBe(false)
        expect(moved.eta_min).toBeGreaterThan(usual.eta_min)
        expectConsistentRoute(moved)
        expect((await get(trip)).geometry).toEqual(usual.geometry)
      })

      test('an area around a point: snaps to the nearest road outside', async () => {
        const [latitude, longitude] = prado
        const box = [latitude - 0.001, longitude - 0.001, latitude + 0.001, longitude + 0.001] as const
        const { geometry, snapped } = await get({ ...trip, to: prado, avoid_areas: [toRing(...box)] })
        expect(entersBox(geometry, box)).toBe(false)
        expect(snapped.to.distance_m).toBeGreaterThan(90)
      })

      test('areas on the other side of the earth change nothing', async () => {
        const { geometry } = await get({
          ...trip,
          avoid_areas: [toRing(30, 120, 40, 130), toRing(-18, 179, -17, -179)],
        })
        expect(geometry).toEqual((await get(trip)).geometry)
      })
    })

    test('fits the vehicle: a high one avoids a low bridge', async () => {
      const under = { from: [-34.865, -56.256], to: [-34.85, -56.2555], alternatives: 0 }
      const low = await get({ ...under, vehicle: { height_m: 4.5 } })
      const high = await get({ ...under, vehicle: { height_m: 4.51 } })
      expect(low.geometry).toEqual((await get(under)).geometry)
      const bridge = [-34.8594, -56.2569, -34.8587, -56.2565] as const
      expect([entersBox(low.geometry, bridge), entersBox(high.geometry, bridge)]).toEqual([true, false])
      expect(high.eta_min).toBeGreaterThan(low.eta_min)
    })

    test('with a warning is complete, to the last character', async () => {
      const reply = expectServed(await postRoute(service, { ...trip, avoidd: ['tolls'] }))
      const { warnings, ...rest } = withoutIds(reply.json() as RouteReply)
      expect(warnings).toEqual(["unknown field 'avoidd' was ignored; did you mean avoid?"])
      expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length))
      expect(rest).toEqual(withoutIds(await get(trip)))
    })
  },
  // One account store is enough, because routing does not use the store.
  ['embedded'],
)

describeOnStores('routes and the quota', ({ startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ maps: await openMaps() })
  })

  test('count as one with any number of stops and alternatives, and as none when rejected', async () => {
    const { key } = await issueKey(service, 'pro')
    const headers = { 'x-api-key': key }
    expectServed(await postRoute(service, trip, headers))
    expectServed(await postRoute(service, { ...trip, via: [prado, tresCruces], alternatives: 3 }, headers))
    expectProblem(await postRoute(service, { from: independencia }, headers), 422)
    expectProblem(await postRoute(service, { ...trip, to: [48, 11] }, headers), 422)
    expectProblem(await postRoute(service, '{', headers), 400)
    const { quota, usage: counted } = expectServed(await getUsage(service, key)).json()
    expect(quota.used).toBe(2)
    expect(counted.by_operation).toEqual([{ operation: 'route', calls: 2, routes: 2 }])
  })
})
