import { encodePolyline } from '@fairway/geo'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps, publishEmbedded, type TestMaps } from '../../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { createTempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { getUsage, signUp } from '../../../accounts/tests/sample-accounts.ts'
import { createRouteIdGenerator } from '../../route/memory/route-id.ts'
import {
  getRoute,
  independencia,
  type Point,
  pocitos,
  portones,
  prado,
  type RouteReply,
  river,
  toRing,
} from '../../route/tests/trips.ts'
import { type OsrmProcess, startOsrm } from '../../upstream/testing/start-osrm.ts'

const trip = { from: independencia, to: portones, alternatives: 0 }
const LATITUDE = 'latitude ranges from -90 to 90'
const LONGITUDE = 'longitude ranges from -180 to 180'
const ISLAND = 'is [0, 0], which usually means that the position is missing; give the intended position'
const KINDS = 'a list of [latitude, longitude] pairs, an encoded polyline, or a GeoJSON LineString'
const LINE_FORMATS =
  'The line of the previous route, with 2 to 100,000 points. The line does not include stops; give the remaining stops in the stops field'
const geoJson = (coordinates: unknown) => ({ type: 'LineString', coordinates })

describeOnStores(
  'an invalid reroute request',
  ({ start, startShared }) => {
    let maps: TestMaps
    let service: TestService
    let route: RouteReply
    beforeAll(async () => {
      maps = await openMaps()
      service = await startShared({ maps, config: { anonymousBurst: 1_000_000 } })
      route = await getRoute(service, trip)
    })
    const postReroute = (body: object | string, of = service, headers: Record<string, string> = {}) =>
      of.app.inject({
        method: 'POST',
        url: '/v1/reroute',
        headers: { 'content-type': 'application/json', ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      })
    const refuses = async (body: object | string, detail: string | RegExp, status = 422) =>
      expectProblem(await postReroute(body), status, detail)

    test('422: requires exactly one previous route', async () => {
      const missing = 'geometry and route_id are both missing; give one of them to identify the previous route'
      await refuses({}, missing)
      await refuses({ position: independencia, to: portones }, missing)
      const both = { geometry: route.geometry, route_id: route.id }
      await refuses(both, 'geometry and route_id are both set; use only one of them to identify the previous route')
    })

    describe('route line', () => {
      const [a, b] = [independencia, portones]
      test.each<[string, unknown, string]>([
        ['a number', 42, `geometry is 42; it must be ${KINDS} (${LINE_FORMATS})`],
        ['null', null, `geometry is null; it must be ${KINDS} (${LINE_FORMATS})`],
        ['true', true, `geometry is true; it must be ${KINDS} (${LINE_FORMATS})`],
        ['no points', [], 'geometry has 0 points; a line needs at least 2'],
        ['one point', [a], 'geometry has 1 point; a line needs at least 2'],
        ['a flat list', [1, 2, 3, 4], 'geometry[0] is 1; it must be two numbers, [latitude, longitude]'],
        ['a point of one', [a, [1]], 'geometry[1] is [1]; it must be two numbers, [latitude, longitude]'],
        [
          'a point of three',
          [a, b, [1, 2, 3]],
          'geometry[2] is [1,2,3]; it must be two numbers, [latitude, longitude]',
        ],
        ['texts', [a, ['1', '2']], 'geometry[1] is ["1","2"]; it must be two numbers, [latitude, longitude]'],
        ['null in it', [a, [null, 2]], 'geometry[1] is [null,2]; it must be two numbers, [latitude, longitude]'],
        [
          'objects',
          [{ lat: 1, lon: 2 }, b],
          'geometry[0] is {"lat":1,"lon":2}; it must be two numbers, [latitude, longitude]',
        ],
        ['north of the pole', [a, [91.2, 0]], `geometry[1][0] is 91.2; ${LATITUDE} (points are [latitude, longitude])`],
        [
          'beyond the date line',
          [[1, 181], b],
          `geometry[0][1] is 181; ${LONGITUDE} (points are [latitude, longitude])`,
        ],
        ['null island', [a, [0, 0], b], `geometry[1] ${ISLAND}`],
        [
          'GeoJSON of a point',
          { type: 'Point', coordinates: [1, 2] },
          'geometry is a Point; GeoJSON must be a LineString with coordinates',
        ],
        [
          'GeoJSON of an area',
          { type: 'Polygon', coordinates: [[a, b, a]] },
          'geometry is a Polygon; GeoJSON must be a LineString with coordinates',
        ],
        ['GeoJSON of nothing', { a: 1 }, 'geometry is {"a":1}; GeoJSON must be a LineString with coordinates'],
        [
          'GeoJSON without a line',
          { type: 'LineString' },
          'geometry is a LineString without coordinates; GeoJSON must be a LineString with coordinates',
        ],
        ['GeoJSON of one point', geoJson([[1, 2]]), 'geometry has 1 point; a line needs at least 2'],
        [
          'GeoJSON turned around',
          geoJson([
            [-56.1, -34.9],
            [34, 95],
          ]),
          `geometry.coordinates[1][1] is 95; ${LATITUDE} (GeoJSON uses [longitude, latitude])`,
        ],
        [
          'GeoJSON too far east',
          geoJson([
            [190, 2],
            [3, 4],
          ]),
          `geometry.coordinates[0][0] is 190; ${LONGITUDE} (GeoJSON uses [longitude, latitude])`,
        ],
        [
          'GeoJSON of null island',
          geoJson([
            [1, 2],
            [0, 0],
          ]),
          `geometry.coordinates[1] ${ISLAND}`,
        ],
        [
          'GeoJSON of words',
          geoJson([[1, 2], 'x']),
          'geometry.coordinates[1] is "x"; it must be two numbers, [longitude, latitude]',
        ],
        ['an empty text', '', 'geometry has 0 points; a line needs at least 2'],
        ['a polyline of one point', encodePolyline([a], 5), 'geometry has 1 point; a line needs at least 2'],
        ['a polyline of null island', encodePolyline([a, [0, 0]], 5), `geometry[1] ${ISLAND}`],
      ])('422: %s', async (_title, geometry, detail) => {
        await refuses({ geometry }, detail)
      })

      test.each(['hello world', 'x', '🚢🚢🚢', '\u0000', '~~~~~~~~~~', 'zzzzzzzzzz'])(
        '422: %j is not a polyline',
        async (geometry) => {
          await refuses(
            { geometry },
            'geometry is not a valid polyline encoded with 5 or 6 decimals; send it unchanged, and escape every backslash, as JSON requires',
          )
          await refuses(
            { geometry, geometry_format: 'polyline' },
            /^geometry is not a valid polyline encoded with 5 decimals;/,
          )
          await refuses(
            { geometry, geometry_format: 'polyline6' },
            /^geometry is not a valid polyline encoded with 6 decimals;/,
          )
        },
      )

      test('422: numbers too large for any position', async () => {
        await refuses('{"geometry":[[1e999,1],[2,3]]}', /^geometry\[0\]\[0\] is Infinity; latitude ranges/)
        await refuses('{"geometry":[[NaN,1],[2,3]]}', /^The body is not valid JSON/, 400)
      })

      test('422: a different format than the given one', async () => {
        const describeFormatError = (format: string, given: string) =>
          `geometry_format is "${format}", but geometry is ${given}; leave geometry_format out, or send the geometry in that format`
        await refuses({ geometry: [a, b], geometry_format: 'polyline' }, describeFormatError('polyline', 'a list'))
        await refuses({ geometry: 'abc', geometry_format: 'points' }, describeFormatError('points', 'a string'))
        await refuses(
          { geometry: geoJson([a, b]), geometry_format: 'polyline6' },
          describeFormatError('polyline6', 'GeoJSON'),
        )
        await refuses(
          { geometry: [a, b], geometry_format: 'none' },
          /^geometry_format is "none"; it must be one of points,/,
        )
      })
    })

    describe('very long lines', () => {
      /** Returns a line that goes back and forth along the route. */
      const longLine = (count: number): Point[] => {
        const there = route.geometry
        const round = [...there, ...there.slice(1, -1).reverse()]
        return Array.from({ length: count }, (_, i) => round[i % round.length] ?? independencia)
      }
      /** Returns a line of random positions. */
      const randomLine = (count: number): Point[] =>
        Array.from({ length: count }, (_, i) => [
          -34.87 + 0.03 * Math.sin(i * 12.9898),
          -56.17 + 0.05 * Math.sin(i * 78.233),
        ])

      test('422: one point too many, in any format', async () => {
        const detail =
          'geometry has 100,001 points, but at most 100,000 are allowed; send only the remaining part of the line'
        const line = longLine(100_001)
        await refuses({ geometry: line }, detail)
        await refuses({ geometry: geoJson(line.map(([y, x]) => [x, y])) }, detail)
        await refuses({ geometry: encodePolyline(line, 5) }, detail)
      })

      test.each<[string, (count: number) => Point[]]>([
        ['there and back along streets', longLine],
        ['across the town', randomLine],
        [
          'out on the river',
          (count) => Array.from({ length: count }, (_, i) => [-34.93 - 1e-6 * (i % 900), -56.3 + 1e-6 * (i % 1000)]),
        ],
        ['at one place', (count) => Array(count).fill(independencia)],
      ])('100,000 points %s are processed', async (_title, draw) => {
        const reply = await postReroute({
          geometry: draw(100_000),
          position: independencia,
          to: portones,
          steps: false,
        })
        expectServed(reply)
      })

      test('413: more than four times the common body limit', async () => {
        await refuses(
          JSON.stringify({ geometry: 'x'.repeat(4 * 2 ** 20) }),
          'The body exceeds the limit of 4194304 bytes; send a smaller request',
          413,
        )
      })
    })

    describe('unroutable positions', () => {
      test('422: a line on another continent without a map', async () => {
        await refuses(
          {
            geometry: [
              [48.137, 11.575],
              [48.15, 11.58],
            ],
          },
          'The start of geometry is outside the loaded maps of this service (montevideo); ask the operator to add a map that contains it',
        )
        await refuses(
          { geometry: route.geometry, to: [48.1, 11.5] },
          /^The destination \(to\) is outside the loaded maps of this service/,
        )
        await refuses(
          { geometry: route.geometry, position: [48.1, 11.5] },
          /^The current position \(position\) is outside the loaded maps/,
        )
        await refuses(
          { geometry: route.geometry, stops: [prado, [48.1, 11.5]] },
          /^stops\[1\] is outside the loaded maps/,
        )
      })

      test('422: off every road', async () => {
        const far =
          'has no road within 1000 m; move it nearer to a road, or check that its coordinates are in the order [latitude, longitude]'
        await refuses({ geometry: [river, [-34.931, -56.3]] }, `The start of geometry ${far}`)
        await refuses({ geometry: route.geometry, position: river }, `The current position (position) ${far}`)
        await refuses({ geometry: route.geometry, to: river }, `The destination (to) ${far}`)
        await refuses({ geometry: route.geometry, stops: [prado, river] }, `stops[1] ${far}`)
      })

      test('422: an unreachable stop', async () => {
        const lane: Point = [-34.813803, -56.005547]
        const near = await start({ maps, config: { snapRadiusMeters: 100 } })
        expectProblem(
          await postReroute({ geometry: route.geometry, stops: [prado, lane] }, near),
          422,
          'There is no road route between stops[0] and stops[1], because the roads there are not connected',
        )
        const [latitude, longitude] = route.geometry.at(-1) ?? [0, 0]
        const closed = toRing(latitude - 0.003, longitude - 0.003, latitude + 0.003, longitude + 0.003)
        const ring = toRing(latitude - 0.02, longitude - 0.02, latitude + 0.02, longitude + 0.02)
        await refuses(
          { geometry: route.geometry, avoid_areas: [ring], position: route.geometry[0], to: [latitude, longitude] },
          /^(The destination \(to\) has no road within|There is no route between the current position \(position\) and the destination \(to\) under the given constraints \(blocked by: avoid_areas)/,
        )
        expect(closed).toHaveLength(4)
      })

      test('422: null island, and points out of range', async () => {
        const { geometry } = route
        await refuses({ geometry, position: [0, 0] }, `position ${ISLAND}`)
        await refuses({ geometry, to: [0, 0] }, `to ${ISLAND}`)
        await refuses({ geometry, stops: [prado, [0, 0]] }, `stops[1] ${ISLAND}`)
        await refuses({ geometry, removed_stops: [[0, 0]] }, `removed_stops[0] ${ISLAND}`)
        await refuses(
          { geometry, stops: [[95, 0]] },
          `stops[0][0] is 95; ${LATITUDE} (points are [latitude, longitude])`,
        )
      })
    })

    describe('route id', () => {
      const unknown = (id: string) =>
        `route_id is "${id}", which is unknown or has expired (servers keep routes only for a limited time); send the geometry of the route instead`

      test.each([
        ['drone', 'drone'],
        ['maritime', 'sea'],
        ['av', 'self-driving'],
      ] as const)('422: identifies a route of mode %s', async (mode, name) => {
        const id = createRouteIdGenerator(mode)()
        await refuses(
          { route_id: id },
          `route_id is "${id}", which identifies a ${name} route, but only road routes can be rerouted; plan a new ${name} route from the current position with POST /v1/${mode}/route`,
        )
        await refuses({ route_id: `rt_${mode}` }, unknown(`rt_${mode}`))
      })

      test('422: is unknown', async () => {
        await refuses({ route_id: 'rt_nobody' }, unknown('rt_nobody'))
        await refuses({ route_id: `${route.id}0` }, unknown(`${route.id}0`))
        await refuses({ route_id: '' }, /^route_id is ""; it must have at least 1 character/)
        await refuses({ route_id: 'x'.repeat(101) }, /^route_id is "x+…"; it must have at most 100 characters/)
        await refuses({ route_id: 7 }, /^route_id is 7; it must be a string/)
      })

      test('422: belongs to a replaced map', async () => {
        const folder = await createTempDir()
        await publishEmbedded(folder.path)
        const separateService = await start({ maps: await openMaps(folder.path) })
        const { id } = await getRoute(separateService, trip)
        expectServed(await postReroute({ route_id: id }, separateService))
        await publishEmbedded(folder.path)
        const newer = await openMaps(folder.path)
        await separateService.regions.update(newer.regions, 0)
        const detail = `route_id is "${id}", which belongs to a map that has since been replaced; send the geometry of the route instead`
        expectProblem(await postReroute({ route_id: id }, separateService), 422, detail)
        await folder.dispose()
      })

      test('422: does not have the stops', async () => {
        const { id } = await getRoute(service, { ...trip, via: [prado, pocitos] })
        const beyond = 'removed_stops[0] is 2; the previous route has 2 via stops, numbered from 0 to 1'
        await refuses({ route_id: id, removed_stops: [2] }, beyond)
        await refuses(
          { route_id: route.id, removed_stops: [0] },
          'removed_stops[0] is 0; the previous route has 0 via stops',
        )
        await refuses(
          { route_id: id, removed_stops: [1, portones] },
          'removed_stops[1] is [-34.8836,-56.0819], which is not one of the 2 via stops of the previous route; give the position or the number of one of them',
        )
        await refuses(
          { geometry: route.geometry, removed_stops: [1] },
          'removed_stops[0] is 1, but a geometry has no numbered stops; give the stop as [latitude, longitude], or identify the route by its route_id',
        )
      })
    })

    test.each<[object, RegExp]>([
      [{ position: 'here' }, /^position is "here"; it must be an array/],
      [{ position: [1] }, /^position is \[1\]; it must have at least 2 items; it has 1/],
      [{ heading: 361 }, /^heading is 361; it must be at most 360/],
      [{ to: null }, /^to is null; it must be an array/],
      [{ stops: [1] }, /^stops\[0\] is 1; it must be an array/],
      [{ stops: Array(101).fill(prado) }, /^stops is .*; it must have at most 100 items; it has 101/],
      [
        { removed_stops: ['first'] },
        /^removed_stops\[0\] is "first"; it must be \[latitude, longitude\], or the number of a via stop/,
      ],
      [{ removed_stops: [-1] }, /^removed_stops\[0\] is -1; it must be \[latitude, longitude\], or the number/],
      [{ avoid: ['rain'] }, /^avoid\[0\] is "rain"; it must be one of tolls,/],
      [{ avoid_areas: [[[1, 2]]] }, /^avoid_areas\[0\] is .*; it must have at least 3 items; it has 1/],
      [{ vehicle: { height_m: -1 } }, /^vehicle\.height_m is -1; it must be at least 0/],
      [{ min_gain_min: -1 }, /^min_gain_min is -1; it must be at least 0/],
      [{ min_gain_min: 1441 }, /^min_gain_min is 1441; it must be at most 1440/],
      [{ reply: 'short' }, /^reply is "short"; it must be one of delta, full/],
      [{ steps: 'no' }, /^steps is "no"; it must be a boolean/],
      [{ language: 'tlh' }, /^language is "tlh"; instructions are available in /],
      [{ units: 'furlongs' }, /^units is "furlongs"; it must be one of metric, imperial/],
    ])('422: %j', async (change, detail) => {
      await refuses({ geometry: route.geometry, ...change }, detail)
    })

    test('502: does not count a route that cannot be prepared', async () => {
      const rejectUnavailable = () => Promise.reject(new Error('customization failed'))
      const detail = 'The map could not be prepared for this request; try again shortly'
      const broken = await start({ maps: { ...(await openMaps()), getMatchingData: rejectUnavailable } })
      const { key } = await signUp(broken)
      const body = { geometry: route.geometry }
      expectProblem(await postReroute(body, broken, { 'x-api-key': key }), 502, detail)
      expect(expectServed(await getUsage(broken, key)).json().quota.used).toBe(0)
    })

    describe('provider where there is no map', () => {
      let osrm: OsrmProcess
      beforeAll(async () => {
        osrm = await startOsrm()
      })
      afterAll(() => osrm?.kill())
      const berlin = {
        geometry: [
          [52.517037, 13.38886],
          [52.520112, 13.392021],
        ],
      }

      test('returns the whole route', async () => {
        const separateService = await start({ maps, config: { upstreamUrl: osrm.url, upstreamCacheSeconds: 0 } })
        const reply = expectServed(await postReroute(berlin, separateService)).json()
        expect(reply).toMatchObject({
          kind: 'full',
          reason: 'previous-lost',
          distance_km: reply.route.distance_km,
          route: { source: 'upstream', alternatives: [] },
          receipt: {
            previous_eta_min: null,
            new_eta_min: reply.route.eta_min,
            snapshot_at: null,
            kept_previous: false,
          },
        })
        expect(
          expectServed(
            await postReroute({ ...berlin, geometry_format: 'points', reply: 'full' }, separateService),
          ).json().checksum,
        ).toBe(reply.checksum)
      })

      test('502: is unavailable', async () => {
        const separateService = await start({
          maps,
          config: { upstreamUrl: 'http://127.0.0.1:9', upstreamCacheSeconds: 0 },
        })
        expectProblem(
          await postReroute(berlin, separateService),
          502,
          /^The points are outside the maps .* is unavailable/,
        )
      })
    })
  },
  // One account store is enough, because routing does not use the store.
  ['embedded'],
)
