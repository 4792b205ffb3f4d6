import { metersBetween, toVector } from '@fairway/air'
import { parsePolylinePoints } from '@fairway/geo'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeObjects } from '../../../../../tests/api/closed-document.ts'
import { type Described, listOperations, readDocument } from '../../../../../tests/api/contract.ts'
import {
  askFlight,
  boxZone,
  collection,
  corridor,
  type FlightReply,
  fly,
  NO_TERRAIN,
  NO_WEATHER,
  NO_ZONES,
  openSky,
} from '../../../../../tests/support/operations/drone.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { droneExample, droneRequests } from '../examples.ts'

/** The positions are far from all aerodromes, so that only the test's zones exist. */
const [south, north] = [
  [-40, -20],
  [-40 + 0.09, -20],
] as const
const wall = boxZone([-39.965, -20.03], [-39.945, -19.97], { id: 'WALL', name: 'Wall', authority: 'Guard' })
const line = corridor(
  [
    [-39.99, -20.02],
    [-39.92, -20.02],
  ],
  { id: 'LANE', name: 'Lane' },
)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

describeOnStores(
  'POST /v1/drone/route',
  ({ startShared }) => {
    let plain: TestService
    let service: TestService
    let operation: Described
    beforeAll(async () => {
      const config = { anonymousBurst: 100_000 }
      plain = await startShared({ config: { ...config, samples: false }, sky: await openSky() })
      service = await startShared({ config, sky: await openSky({ wall: collection(wall) }) })
      const operations = listOperations(closeObjects(await readDocument(plain)))
      operation = operations.find(({ name }) => name === 'POST /v1/drone/route') ?? expect.unreachable()
    })
    const flyChecked = async (where: TestService, payload: object): Promise<FlightReply> => {
      const reply = await fly(where, payload)
      expect(operation.findFault('200', 'application/json', reply)).toBeUndefined()
      return reply
    }

    test('returns the example, and the others as documented', async () => {
      const reply = await flyChecked(plain, { ...droneRequests[0], depart_at: droneExample.depart_at })
      expect(reply).toEqual({ ...droneExample, id: expect.stringMatching(/^rt_drone_[\w-]{16,20}$/) })
      for (const request of droneRequests) await flyChecked(plain, request)
    })

    test('needs only from and to: flies around a zone, named with its authority', async () => {
      const reply = await flyChecked(service, { from: south, to: north })
      expect(reply).toMatchObject({
        mode: 'drone',
        path: 'direct',
        altitudes_are: 'above_take_off',
        zones_avoided: [
          { id: 'WALL', name: 'Wall', rule: 'prohibited', times: 'always', authorities: [{ name: 'Guard' }] },
        ],
        authorisation_needed: [],
        incidents: [],
        alternatives: [],
        source: 'local',
        depart_at: '2026-11-15T12:00:00.000Z',
        data: { region: 'air', dataset: 'aerodromes-1+zones-test' },
        warnings: [NO_WEATHER, NO_TERRAIN],
      })
      expect(reply.data.attribution).toBe('Aerodromes: OurAirports (public domain); Test zones')
      expect(reply.distance_km).toBeGreaterThan(reply.direct_km + 0.1)
      expect(reply.direct_km).toBeCloseTo(9.993, 2)
      // The route may pass the wall on either side at the margin, because both sides are equally near.
      const outermost = Math.max(...reply.geometry.map(([, longitude]) => Math.abs(longitude + 20)))
      expect((outermost - 0.03) * 111_320 * Math.cos((39.95 * Math.PI) / 180)).toBeGreaterThan(29.5)
    })

    test('has legs, steps and geometry that add up, and altitudes for points', async () => {
      const via = [[-39.98, -20.05]]
      const reply = await flyChecked(service, { from: south, to: north, via, wind: { speed_ms: 6, from_deg: 30 } })
      expect(reply.legs).toHaveLength(2)
      expect(sum(reply.legs.map(({ distance_km }) => distance_km))).toBeCloseTo(reply.distance_km, 3)
      expect(sum(reply.legs.map(({ eta_min }) => eta_min))).toBeCloseTo(reply.eta_min, 2)
      expect(sum(reply.legs.map(({ free_flow_min }) => free_flow_min))).toBeCloseTo(reply.free_flow_min, 2)
      expect(sum(reply.steps.map(({ distance_m }) => distance_m)) / 1000).toBeCloseTo(reply.distance_km, 2)
      expect(sum(reply.steps.map(({ duration_s }) => duration_s)) / 60).toBeCloseTo(reply.eta_min, 2)
      expect(Date.parse(reply.arrive_at) - Date.parse(reply.depart_at)).toBeCloseTo(reply.eta_min * 60_000, -2)
      const vectors = reply.geometry.map(toVector)
      const meters = sum(vectors.slice(1).map((to, at) => metersBetween(vectors[at] ?? to, to)))
      expect(meters / 1000).toBeCloseTo(reply.distance_km, 3)
      expect(reply.altitudes_m).toHaveLength(reply.geometry.length)
      expect([reply.altitudes_m[0], reply.altitudes_m[1], reply.altitudes_m.at(-1)]).toEqual([0, 100, 0])
      reply.steps.forEach(({ geometry_range: [first], maneuver }, at) => {
        expect(first).toBe(reply.steps[at - 1]?.geometry_range[1] ?? 0)
        expect(maneuver.at).toEqual(reply.geometry[first])
      })
      expect(reply.steps.at(-1)?.geometry_range[1]).toBe(reply.geometry.length - 1)
      expect(reply.steps.map(({ kind, maneuver }) => `${maneuver.type} ${kind}`)).toEqual([
        'depart climb',
        'continue fly',
        'arrive stop',
        'depart fly',
        'arrive land',
      ])
      expect(reply.steps[2]?.instruction).toBe('You are over via[0]')
    })

    test('adds duration and energy for wind, but no distance; without wind the free-flow time is the duration', async () => {
      const request = { from: south, to: [-40.04, -20], corridors: 'ignore' }
      const calm = await flyChecked(plain, request)
      expect(calm.free_flow_min).toBe(calm.eta_min)
      // One flight goes south against the wind, and the other goes south with the wind. Each flight has two vertical
      // segments of 100 m at 3 m/s.
      const into = await flyChecked(plain, { ...request, wind: { speed_ms: 5, from_deg: 180 } })
      const along = await flyChecked(plain, { ...request, wind: { speed_ms: 5, from_deg: 0 } })
      expect([into.distance_km, along.distance_km]).toEqual([calm.distance_km, calm.distance_km])
      const flown = (speed: number) => (calm.distance_km * 1000) / speed / 60 + (2 * 100) / 3 / 60
      expect(calm.eta_min).toBeCloseTo(flown(15), 2)
      expect(into.eta_min).toBeCloseTo(flown(10), 2)
      expect(along.eta_min).toBeCloseTo(flown(20), 2)
      expect(into.free_flow_min).toBeCloseTo(calm.eta_min, 2)
      expect(into.energy).toEqual({
        needed_pct: expect.closeTo((into.eta_min * 60 * 15) / 300, 0),
        reserve_pct: 20,
        range_km: 30,
        needed_km: expect.closeTo((into.eta_min * 60 * 15) / 1000, 1),
        usable_km: 24,
      })
      expect(into.conditions).toMatchObject({ wind: { speed_ms: 5, from_deg: 180 }, corridors: 'ignore' })
    })

    describe('corridors', () => {
      let lanes: TestService
      beforeAll(async () => {
        lanes = await startShared({ config: { anonymousBurst: 1000 }, sky: await openSky({ lanes: collection(line) }) })
      })
      const request = { from: [-39.99, -20.012], to: [-39.92, -20.012] }

      test('are used where they help, and named in steps', async () => {
        const reply = await flyChecked(lanes, request)
        expect(reply.path).not.toBe('direct')
        const [lane] = reply.corridors
        expect(lane).toEqual({ id: 'LANE', name: 'Lane', distance_km: expect.any(Number) })
        const corridorSteps = reply.steps.filter(({ kind }) => kind === 'corridor')
        expect(corridorSteps.map(({ name }) => name)).toEqual(['Lane'])
        expect(corridorSteps[0]?.instruction).toMatch(/^Follow the corridor Lane, \d\.\d km$/)
        expect((corridorSteps[0]?.distance_m ?? 0) / 1000).toBeCloseTo(lane?.distance_km ?? 0, 2)
      })

      test('follow only and ignore', async () => {
        const only = await flyChecked(lanes, { ...request, corridors: 'only' })
        expect(only.corridors[0]?.id).toBe('LANE')
        const ignored = await flyChecked(lanes, { ...request, corridors: 'ignore' })
        expect([ignored.path, ignored.corridors, ignored.distance_km]).toEqual(['direct', [], ignored.direct_km])
      })

      test('include the samples of Montevideo only when they are switched on, and then name them', async () => {
        const request = { from: [-34.9066, -56.1996], to: [-34.8979, -56.0575] }
        expect((await flyChecked(plain, request)).path).toBe('direct')
        const samples = await startShared({ config: { samples: true }, sky: await openSky() })
        const flight = await flyChecked(samples, request)
        expect(flight.corridors.map(({ id }) => id)).toEqual(['sample:montevideo-coast-east'])
        expect(flight.warnings).toContain(
          'the flight follows sample corridors, which no authority has approved: SAMPLE Coast, Pocitos to Carrasco beach',
        )
        const own = corridor(
          [
            [-34.918, -56.128],
            [-34.908, -56.083],
          ],
          { id: 'sample:montevideo-coast-east', name: 'Approved' },
        )
        const replaced = await startShared({ config: { samples: true }, sky: await openSky({ own: collection(own) }) })
        const { corridors, warnings } = await flyChecked(replaced, request)
        expect(corridors.map(({ name }) => name)).toEqual(['Approved'])
        expect(warnings?.join()).not.toContain('sample')
      })
    })

    describe('known peaks, without terrain data', () => {
      const request = { from: [46.0207, 7.7491], to: [45.9346, 7.6322], aircraft: { range_km: 100 } }
      const zermattMeters = 1610
      const altitudeAt = ({ geometry, altitudes_m }: FlightReply, position: readonly [number, number]) => {
        const meters = geometry.map((point) => metersBetween(toVector(point), toVector(position)))
        return altitudes_m[meters.indexOf(Math.min(...meters))] ?? Number.NaN
      }

      test('are passed with a clearance above the summit and named in a warning', async () => {
        const to = [2 * 45.9764 - 46.0207, 2 * 7.6586 - 7.7491]
        const reply = await flyChecked(plain, { ...request, to })
        expect(altitudeAt(reply, [45.9764, 7.6586]) + zermattMeters).toBeGreaterThanOrEqual(4478 + 150 - 5)
        expect([reply.altitudes_m[0], reply.altitudes_m[1], reply.altitudes_are]).toEqual([0, 100, 'above_take_off'])
        expect(reply.warnings).toContainEqual(
          expect.stringMatching(
            /^the flight passes known peaks \(.*Matterhorn \(4478 m\).*\) with a default clearance, because there is no terrain data; the start \(from\) is assumed to be 1610 m above sea level, like Zermatt, unless you give take_off_sea_m$/,
          ),
        )
        expect(reply.data.attribution).toContain('GeoNames')
      })

      test('use the elevation of the start if the request has it', async () => {
        const reply = await flyChecked(plain, { ...request, take_off_sea_m: 4478 + 50 })
        expect([reply.altitudes_m.length, Math.max(...reply.altitudes_m)]).toEqual([6, 100])
        expect(reply.warnings?.join()).not.toContain('known peaks')
        const lower = await flyChecked(plain, { ...request, take_off_sea_m: 4478 - 500 })
        expect(lower.warnings?.join()).toContain('the start (from) is assumed to be 3978 m above sea level')
      })

      test('cost range, and the refusal names them', async () => {
        const reply = await askFlight(plain, { from: request.from, to: request.to })
        expect([reply.statusCode, reply.json().detail]).toEqual([
          422,
          'The flight needs 25.5 km of range, but only 24.0 km may be used (30.0 km minus a reserve of 20 %); choose a nearer destination, an aircraft with more range, or a smaller reserve. Because there is no terrain data, the flight climbs over Matterhorn (4478 m), Breithorn (4164 m); use via to fly around them, or give take_off_sea_m if the takeoff point is higher than the nearest town',
        ])
      })
    })

    describe('authorizations', () => {
      test('open a zone, which is then named in the reply and in the step through it', async () => {
        const request = { from: south, to: north, authorisations: ['WALL'] }
        const reply = await flyChecked(service, request)
        expect(reply.distance_km).toBe(reply.direct_km)
        expect(reply.authorisation_needed.map(({ id }) => id)).toEqual(['WALL'])
        const through = reply.steps.filter(({ zones }) => zones)
        expect(through.map(({ zones }) => zones)).toEqual([['WALL']])
        expect(through[0]?.instruction).toMatch(/, inside Wall: authorization needed$/)
      })

      test('are reported when they match no nearby zone, and not when they were unnecessary', async () => {
        const reply = await flyChecked(service, {
          from: south,
          to: [-39.99, -20],
          authorisations: ['WALL', 'airport:SUMU'],
        })
        expect(reply.warnings).toEqual([
          NO_WEATHER,
          NO_TERRAIN,
          'authorisations lists "airport:SUMU", but there is no such zone near the flight',
        ])
      })
    })

    describe('geometry', () => {
      const request = { from: [-17, 179.98], to: [-17, -179.98], corridors: 'ignore' }
      test('across the antimeridian', async () => {
        const points = await flyChecked(plain, request)
        expect(points.bbox).toEqual([expect.closeTo(-17, 4), 179.98, expect.closeTo(-17, 4), -179.98])
        expect(points.distance_km).toBeCloseTo(4.26, 1)
        const { geometry } = await fly(plain, { ...request, geometry: 'geojson' })
        expect(geometry).toMatchObject({ type: 'MultiLineString' })
        const [west = [], east = []] = (geometry as unknown as { coordinates: number[][][] }).coordinates
        expect([west.at(-1), east[0]]).toEqual([
          [180, expect.closeTo(-17, 4), 100],
          [-180, expect.closeTo(-17, 4), 100],
        ])
      })

      test('has polylines, or none', async () => {
        const { geometry } = await fly(plain, request)
        for (const [format, digits] of [
          ['polyline', 5],
          ['polyline6', 6],
        ] as const) {
          const reply = await flyChecked(plain, { ...request, geometry: format })
          const read = parsePolylinePoints(reply.geometry as unknown as string, digits)
          read?.forEach(([latitude, longitude], at) => {
            expect(latitude).toBeCloseTo(geometry[at]?.[0] ?? Number.NaN, digits - 1)
            expect(longitude).toBeCloseTo(geometry[at]?.[1] ?? Number.NaN, digits - 1)
          })
        }
        const none = await flyChecked(plain, { ...request, geometry: 'none' })
        expect([none.geometry, none.altitudes_m, none.steps[0]?.geometry_range]).toEqual([null, undefined, undefined])
        expect((await flyChecked(plain, { ...request, steps: false })).steps).toBeUndefined()
      })
    })

    test('handles a flight from a position to itself, at a pole, and with unknown fields', async () => {
      const nowhere = await flyChecked(plain, { from: south, to: south })
      expect([nowhere.distance_km, nowhere.eta_min]).toEqual([0, expect.closeTo((2 * 100) / 3 / 60, 3)])
      expect(nowhere.steps.map(({ instruction }) => instruction)).toEqual([
        'Climb to 100 m',
        'Stay where you are',
        'Descend and land',
      ])
      const pole = await flyChecked(plain, { from: [89.99, 0], to: [89.99, 180] })
      expect(pole.distance_km).toBeCloseTo(2.23, 1)
      const { warnings } = await flyChecked(plain, { from: south, to: south, aircraft: { wings: 2 } })
      expect(warnings).toEqual(["unknown field 'aircraft.wings' was ignored", NO_ZONES, NO_WEATHER, NO_TERRAIN])
    })

    test('replaces a default zone with one of a file that has its id', async () => {
      const freed = collection(boxZone([10, 10], [10.01, 10.01], { id: 'airport:SUMU', rule: 'none' }))
      const separateService = await startShared({ sky: await openSky({ freed }) })
      const onAirport = { from: [-34.8379, -56.0275], to: [-34.84, -56.03] }
      expect((await askFlight(plain, onAirport)).statusCode).toBe(422)
      expect((await flyChecked(separateService, onAirport)).authorisation_needed).toEqual([])
    })

    test('renames the second of two zones with the same id by its file, and applies both', async () => {
      const twins = await startShared({ sky: await openSky({ a: collection(wall), b: collection(wall) }) })
      const { zones_avoided } = await flyChecked(twins, { from: south, to: north, authorisations: ['WALL'] })
      expect(zones_avoided.map(({ id }) => id)).toEqual(['b/WALL'])
      const both = await flyChecked(twins, { from: south, to: north, authorisations: ['WALL', 'b/WALL'] })
      expect(both.authorisation_needed.map(({ id }) => id)).toEqual(['WALL', 'b/WALL'])
    })

    test('warns about a zone file that is not in force', async () => {
      const broken = await startShared({ sky: await openSky({}, [{ name: 'uruguay', why: 'is empty' }]) })
      expect((await flyChecked(broken, { from: south, to: north })).warnings).toEqual([
        NO_ZONES,
        NO_WEATHER,
        NO_TERRAIN,
        'some zones are missing because the zone file "uruguay" cannot be read',
      ])
    })
  },
  ['embedded'],
)
