import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { getUsage, signUp } from '../../../accounts/tests/sample-accounts.ts'
import { MAX_AREA_POINTS, MAX_AREAS, MAX_VIA } from '../api/schemas.ts'
import { independencia, type Point, portones, postRoute, river, toRing, tresCruces } from './trips.ts'

const from = independencia
const to = portones
/** This request has the smallest reply. */
const terse = { from, to, alternatives: 0, steps: false, geometry: 'none' }

const ring = (corners: number): Point[] =>
  Array.from({ length: corners }, (_, index) => [10 + Math.sin(index) / 100, 10 + Math.cos(index) / 100])
describeOnStores(
  'an invalid route request',
  ({ start, startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 100_000 } })
    })
    const refuses = async (body: object | string, detail: string | RegExp, status = 422) =>
      expectProblem(await postRoute(service, body), status, detail)
    const serves = async (body: object | string) => expectServed(await postRoute(service, body)).json()

    describe('points', () => {
      const BEGINS = '(Start of the trip: [latitude, longitude])'
      const DESTINATION_HINT = '(Destination: [latitude, longitude])'
      test.each<[string, object, string]>([
        ['nothing at all', {}, `from is missing; it must be an array ${BEGINS}`],
        ['no from', { to }, `from is missing; it must be an array ${BEGINS}`],
        ['no to', { from }, `to is missing; it must be an array ${DESTINATION_HINT}`],
        ['null', { from, to: null }, `to is null; it must be an array ${DESTINATION_HINT}`],
        ['a text', { from: '-34.9,-56.1', to }, `from is "-34.9,-56.1"; it must be an array ${BEGINS}`],
        ['an object', { from: { lat: 1, lon: 2 }, to }, `from is {"lat":1,"lon":2}; it must be an array ${BEGINS}`],
        ['texts in it', { from: ['-34.9', '-56.1'], to }, 'from[0] is "-34.9"; it must be a number'],
        ['words in it', { from, to: [-34.9, 'west'] }, 'to[1] is "west"; it must be a number'],
        ['null in it', { from: [null, 1], to }, 'from[0] is null; it must be a number'],
        ['points in it', { from: [from, to], to }, 'from[0] is [-34.9059,-56.1913]; it must be a number'],
        ['none', { from: [], to }, `from is []; it must have at least 2 items; it has 0 ${BEGINS}`],
        ['one number', { from: [1], to }, `from is [1]; it must have at least 2 items; it has 1 ${BEGINS}`],
        ['three', { from, to: [1, 2, 3] }, `to is [1,2,3]; it must have at most 2 items; it has 3 ${DESTINATION_HINT}`],
      ])('422: %s', async (_title, body, detail) => {
        await refuses(body, detail)
      })

      const LATITUDE = 'latitude ranges from -90 to 90 (points are [latitude, longitude])'
      const LONGITUDE = 'longitude ranges from -180 to 180 (points are [latitude, longitude])'
      test.each<[string, object, string]>([
        ['north of the pole', { from, to: [91.2, 0] }, `to[0] is 91.2; ${LATITUDE}`],
        ['just so', { from, to: [90.000001, 0] }, `to[0] is 90.000001; ${LATITUDE}`],
        ['south of the pole', { from: [-90.5, 0], to }, `from[0] is -90.5; ${LATITUDE}`],
        ['east of the date line', { from: [1, 180.1], to }, `from[1] is 180.1; ${LONGITUDE}`],
        ['west of it', { from, to: [1, -200] }, `to[1] is -200; ${LONGITUDE}`],
        ['in a stop', { ...terse, via: [from, [95, 0]] }, `via[1][0] is 95; ${LATITUDE}`],
        [
          'in an area',
          {
            ...terse,
            avoid_areas: [
              [
                [1, 1],
                [2, 2],
                [1, 181],
              ],
            ],
          },
          `avoid_areas[0][2][1] is 181; ${LONGITUDE}`,
        ],
      ])('422: out of range, %s', async (_title, body, detail) => {
        await refuses(body, detail)
      })

      test.each([
        [90, 180],
        [-90, -180],
        [90, 0],
        [0, 180],
      ])('outside the maps, not out of range: [%d, %d]', async (latitude, longitude) => {
        await refuses({ from: [latitude, longitude], to }, /^The start \(from\) is outside the loaded maps/)
      })

      const MISSING = 'is [0, 0], which usually means that the position is missing; give the intended position'
      test.each<[string, object | string, string]>([
        ['from', { from: [0, 0], to }, 'from'],
        ['to', { from, to: [0, 0] }, 'to'],
        ['below zero', '{"from":[-34.9,-56.1],"to":[-0.0,-0]}', 'to'],
        ['a stop', { ...terse, via: [[0, 0]] }, 'via[0]'],
        [
          'a corner',
          {
            ...terse,
            avoid_areas: [
              [
                [1, 1],
                [2, 2],
                [0, 0],
              ],
            ],
          },
          'avoid_areas[0][2]',
        ],
      ])('422: null island, %s', async (_title, body, field) => {
        await refuses(body, `${field} ${MISSING}`)
      })

      test('422: reports the first error, from before via before to', async () => {
        await refuses({ from: [91, 0], via: [[92, 0]], to: [93, 0] }, /^from\[0\] is 91;/)
        await refuses({ from, via: [[92, 0]], to: [93, 0] }, /^via\[0\]\[0\] is 92;/)
      })
    })

    describe('invalid numbers', () => {
      const body = (number: string) => `{"from":[${number},1],"to":[1,2]}`
      test.each(['NaN', 'Infinity', '-Infinity', '.5', '+1', '0x10', '1_000', '٣'])(
        '400: %s is not JSON',
        async (number) => {
          await refuses(body(number), /^The body is not valid JSON: \w{2}/, 400)
        },
      )
      test.each([
        ['1e400', 'Infinity'],
        ['-1e400', '-Infinity'],
        ['123456789012345678901234567890', '1.2345678901234568e+29'],
        ['9'.repeat(400), 'Infinity'],
      ])('422: %s is out of range', async (number, shown) => {
        await refuses(
          body(number),
          `from[0] is ${shown}; latitude ranges from -90 to 90 (points are [latitude, longitude])`,
        )
      })
      test.each(['1e-400', '-34.90590000000000000000000000001', '-3.49059e1'])('%s is accepted', async (number) => {
        await refuses(
          `{"from":[-34.9059,-56.1913],"to":[${number},-34]}`,
          /^The destination \(to\) is outside the loaded maps/,
        )
      })
    })

    describe('positions without a map', () => {
      test('422: names the served regions', async () => {
        const detail =
          'The start (from) is outside the loaded maps of this service (montevideo); ask the operator to add a map that contains it'
        await refuses({ from: [48.137, 11.575], to }, detail)
      })

      test('422: detects swapped latitude and longitude', async () => {
        const [latitude, longitude] = from
        await refuses(
          { from: [longitude, latitude], to },
          'The start (from) is outside the loaded maps of this service (montevideo); points are [latitude, longitude], and with the two values swapped, the point would be in montevideo',
        )
      })

      test('422: names the stop that is outside', async () => {
        await refuses({ ...terse, via: [from, [48.137, 11.575]] }, /^The stop via\[1\] is outside/)
      })

      test('422: no map loaded', async () => {
        const bare = await start()
        expectProblem(
          await postRoute(bare, terse),
          422,
          'This service has no road map yet; ask the operator to add one',
        )
      })
    })

    describe('unroutable points', () => {
      test('422: a point on the water', async () => {
        const noRoadMessage =
          'has no road within 1000 m; move it nearer to a road, or check that its coordinates are in the order [latitude, longitude]'
        await refuses({ from: river, to }, `The start (from) ${noRoadMessage}`)
        await refuses({ from, to: river }, `The destination (to) ${noRoadMessage}`)
        await refuses({ ...terse, via: [from, river] }, `The stop via[1] ${noRoadMessage}`)
      })

      test('422: uses the configured distance', async () => {
        const near = await start({ maps: await openMaps(), config: { snapRadiusMeters: 3 } })
        expectProblem(await postRoute(near, terse), 422, /^The start \(from\) has no road within 3 m; /)
        const far = await start({ maps: await openMaps(), config: { snapRadiusMeters: 20_000 } })
        expectServed(await postRoute(far, { ...terse, from: river }))
      })

      test('422: two points on unconnected roads', async () => {
        // The northern edge of the map cuts this lane off from the other roads.
        const lane: Point = [-34.813803, -56.005547]
        const near = await start({ maps: await openMaps(), config: { snapRadiusMeters: 100 } })
        const noPathMessage =
          'There is no road route between the start (from) and the destination (to), because the roads there are not connected'
        expectProblem(await postRoute(near, { ...terse, from: lane, to: tresCruces }), 422, noPathMessage)
        expectProblem(
          await postRoute(near, { ...terse, from: tresCruces, to: tresCruces, via: [lane] }),
          422,
          'There is no road route between the start (from) and the stop via[0], because the roads there are not connected',
        )
        // With a larger radius, the point snaps to another road.
        expectServed(await postRoute(service, { ...terse, from: lane }))
      })
    })

    test('502: a map that cannot be prepared; the route is not counted', async () => {
      const rejectCustomization = () => Promise.reject(new Error('the customization worker is unavailable'))
      const broken = await start({ maps: { ...(await openMaps()), customize: rejectCustomization } })
      const { key } = await signUp(broken)
      const detail = 'The map could not be prepared for this request; try again shortly'
      const reply = expectProblem(await postRoute(broken, terse, { 'x-api-key': key }), 502, detail)
      expect(reply.headers['retry-after']).toBe('2')
      expectProblem(await postRoute(broken, { ...terse, avoid: ['tolls'] }), 502, detail)
      expect(expectServed(await getUsage(broken, key)).json().quota.used).toBe(0)
    })

    describe('via', () => {
      const stops = (count: number) => ({ ...terse, via: Array(count).fill(from) })

      test(`serves ${MAX_VIA} stops, and rejects one more`, async () => {
        expect((await serves(stops(MAX_VIA))).legs).toHaveLength(MAX_VIA + 1)
        await refuses(
          stops(MAX_VIA + 1),
          /^via is \[\[.*…; it must have at most 100 items; it has 101 \(Stops along the way/,
        )
      })

      test('rejects a megabyte of stops, and more as too large', async () => {
        await refuses(stops(45_000), /at most 100 items; it has 45000/)
        await refuses(stops(70_000), 'The body exceeds the limit of 1048576 bytes; send a smaller request', 413)
      })

      test.each<[unknown, string]>([
        [from, 'via[0] is -34.9059; it must be an array (A stop along the way: [latitude, longitude])'],
        ['x', 'via is "x"; it must be an array (Stops along the way, in order of travel)'],
        [[from, null], 'via[1] is null; it must be an array (A stop along the way: [latitude, longitude])'],
      ])('422: %j', async (via, detail) => {
        await refuses({ ...terse, via }, detail)
      })
    })

    describe('times', () => {
      test('422: both given', async () => {
        const at = '2026-06-16T08:30:00Z'
        const detail = 'depart_at and arrive_by are both set; use only one of them'
        await refuses({ ...terse, depart_at: at, arrive_by: at }, detail)
      })

      test.each(['depart_at', 'arrive_by'] as const)('422: unreadable %s', async (field) => {
        const noDays = ['2026-02-30T08:30:00Z', '2026-02-30T08:30', '2026-13-01T08:30:00Z', '2026-06-16T25:30:00Z']
        const numbers = [12, 999_999_999, 4_000_000_000]
        for (const input of ['tomorrow', '', '2026-06-16', '08:30', '12', '5000000000', ...noDays, ...numbers]) {
          const message = `${field} is ${JSON.stringify(input)}; it must be a timestamp such as 2026-06-16T08:30:00Z, or seconds or milliseconds since 1970 (`
          const { detail } = (await refuses({ ...terse, [field]: input }, /./)).json()
          expect(detail.startsWith(message), detail).toBe(true)
        }
        await refuses(
          { ...terse, [field]: '2016-12-31T23:59:60Z' },
          `${field} is "2016-12-31T23:59:60Z"; give a valid timestamp such as 2026-06-16T08:30:00Z`,
        )
      })

      test('422: before 1970 and after 2199, and not at the limits', async () => {
        for (const field of ['depart_at', 'arrive_by']) {
          for (const input of [
            '0000-01-01T00:00:00Z',
            '1969-12-31T23:59:59Z',
            '2200-01-01T00:00:00Z',
            '9999-12-31T23:59:59Z',
          ]) {
            await refuses({ ...terse, [field]: input }, `${field} is "${input}"; times from 1970 to 2199 are supported`)
          }
          for (const input of ['1970-01-01T00:00:00Z', '2199-12-31T23:59:59.999Z'])
            await serves({ ...terse, [field]: input })
        }
      })
    })

    describe('options', () => {
      const KNOWN_LANGUAGES =
        'ar, ca, da, de, en, eo, es, es-ES, fi, fr, he, hu, id, it, ja, ko, my, nl, no, pl, pt-BR, pt-PT, ro, ru, sl, sv, tr, uk, vi, yo, zh-Hans'
      test.each(['tlh', '', '-', 'xx-YY', '\u0000', '__proto__', 'constructor', '👩‍👩‍👧', 'x'.repeat(35)])(
        '422: language %j, with all supported ones',
        async (language) => {
          await refuses(
            { ...terse, language },
            `language is ${JSON.stringify(language)}; instructions are available in these languages: ${KNOWN_LANGUAGES}`,
          )
        },
      )
      test('422: an overlong language', async () => {
        await refuses(
          { ...terse, language: 'x'.repeat(36) },
          /^language is "x+"; it must have at most 35 characters; it has 36/,
        )
      })
      test.each(['EN', 'de-AT', 'pt', 'zh-Hans-CN', 'en-US'])('language %s is supported', async (language) => {
        await serves({ ...terse, language })
      })

      const COUNT =
        'it must be a whole number from 0 to 3, true or false (Maximum number of alternatives; true means 2, and false means 0)'
      test.each([4, -1, 1.5, '2', null, [], {}, 1e9])('422: alternatives %j', async (alternatives) => {
        await refuses({ ...terse, alternatives }, `alternatives is ${JSON.stringify(alternatives)}; ${COUNT}`)
      })

      test.each<[object, string]>([
        [{ avoid: ['hills'] }, 'avoid[0] is "hills"; it must be one of tolls, motorways, ferries, tunnels, unpaved'],
        [
          { avoid: ['tolls', 'TOLLS'] },
          'avoid[1] is "TOLLS"; it must be one of tolls, motorways, ferries, tunnels, unpaved',
        ],
        [
          { avoid: ['__proto__'] },
          'avoid[0] is "__proto__"; it must be one of tolls, motorways, ferries, tunnels, unpaved',
        ],
        [
          { avoid: 'tolls' },
          'avoid is "tolls"; it must be an array (Features that the route must never use. If there is no route, the error states what blocks it)',
        ],
        [
          { geometry: 'none', units: 'miles' },
          'units is "miles"; it must be one of metric, imperial (Adds human-readable distances (distance_text) in these units)',
        ],
        [{ steps: 'yes' }, 'steps is "yes"; it must be a boolean (Whether to include turn-by-turn steps)'],
        [{ steps: 0 }, 'steps is 0; it must be a boolean (Whether to include turn-by-turn steps)'],
        [
          { heading: 361 },
          'heading is 361; it must be at most 360 (Heading of the vehicle at the start, in degrees from north. Has no effect if no road near the start has this direction; bearings has)',
        ],
        [
          { heading: -1 },
          'heading is -1; it must be at least 0 (Heading of the vehicle at the start, in degrees from north. Has no effect if no road near the start has this direction; bearings has)',
        ],
        [
          { heading: 'N' },
          'heading is "N"; it must be a number (Heading of the vehicle at the start, in degrees from north. Has no effect if no road near the start has this direction; bearings has)',
        ],
      ])('422: %j', async (change, detail) => {
        await refuses({ ...terse, ...change }, detail)
      })

      test('422: an unknown geometry format, with all supported ones', async () => {
        const detail = /^geometry is "wkt"; it must be one of points, polyline, polyline6, geojson, none \(/
        await refuses({ ...terse, geometry: 'wkt' }, detail)
      })

      test.each([0, 359.9, 360])('heading %d is accepted', async (heading) => {
        await serves({ ...terse, heading })
      })
    })

    describe('avoid_areas', () => {
      const triangle = ring(3)
      test(`serves ${MAX_AREAS} areas of ${MAX_AREA_POINTS} corners, and rejects one more of either`, async () => {
        await serves({ ...terse, avoid_areas: Array(MAX_AREAS).fill(ring(MAX_AREA_POINTS)) })
        await refuses(
          { ...terse, avoid_areas: Array(MAX_AREAS + 1).fill(triangle) },
          /; it must have at most 20 items; it has 21 \(Polygons that the route must not enter, each a list of corners\)$/,
        )
        await refuses(
          { ...terse, avoid_areas: [triangle, ring(MAX_AREA_POINTS + 1)] },
          /^avoid_areas\[1\] is .*; it must have at most 500 items; it has 501$/,
        )
      })

      test.each<[unknown, string | RegExp]>([
        [
          [
            [
              [1, 1],
              [2, 2],
            ],
          ],
          'avoid_areas[0] is [[1,1],[2,2]]; it must have at least 3 items; it has 2',
        ],
        [[[]], 'avoid_areas[0] is []; it must have at least 3 items; it has 0'],
        [triangle, /^avoid_areas\[0\] is \[10,10.01\]; it must have at least 3 items; it has 2$/],
        [
          [[[1, 1], [2, 2], [3]]],
          'avoid_areas[0][2] is [3]; it must have at least 2 items; it has 1 (A corner: [latitude, longitude])',
        ],
        [
          { type: 'Polygon', coordinates: [] },
          'avoid_areas is {"type":"Polygon","coordinates":[]}; it must be an array (Polygons that the route must not enter, each a list of corners)',
        ],
      ])('422: %j', async (avoid_areas, detail) => {
        await refuses({ ...terse, avoid_areas }, detail)
      })

      test('422: reports that an area over everything blocks the route', async () => {
        await refuses(
          { ...terse, avoid_areas: [toRing(-36, -58, -33, -54)] },
          'There is no route between the start (from) and the destination (to) under the given constraints (blocked by: avoid_areas); relax this constraint, or choose other points',
        )
      })

      test('422: an area around the destination wider than the snapping distance', async () => {
        const [latitude, longitude] = to
        const wide = toRing(latitude - 0.02, longitude - 0.03, latitude + 0.02, longitude + 0.03)
        await refuses({ ...terse, avoid_areas: [triangle, wide] }, /blocked by: avoid_areas\);/)
      })
    })

    describe('vehicles', () => {
      test.each<[object, string | RegExp]>([
        [{ height_m: -1 }, 'vehicle.height_m is -1; it must be at least 0 (Height in meters)'],
        [{ height_m: 20.5 }, 'vehicle.height_m is 20.5; it must be at most 20 (Height in meters)'],
        [{ width_m: 21 }, 'vehicle.width_m is 21; it must be at most 20 (Width in meters)'],
        [{ length_m: 101 }, 'vehicle.length_m is 101; it must be at most 100 (Length in meters)'],
        [
          { weight_t: 501 },
          'vehicle.weight_t is 501; it must be at most 500 (Weight in metric tons. Above 3.5 t, the restrictions for goods vehicles apply)',
        ],
        [{ axle_load_t: 1e9 }, 'vehicle.axle_load_t is 1000000000; it must be at most 100 (Axle load in metric tons)'],
        [{ height_m: 'tall' }, 'vehicle.height_m is "tall"; it must be a number (Height in meters)'],
        [{ height_m: null }, 'vehicle.height_m is null; it must be a number (Height in meters)'],
        [{ trailer: 1 }, /^vehicle\.trailer is 1; it must be a boolean/],
        [{ tunnel_code: 'A' }, /^vehicle\.tunnel_code is "A"; /],
        [
          { hazmat: 'yes' },
          /^vehicle\.hazmat is "yes"; it must be true, false, one of explosive, flammable, water, other, or a list of them/,
        ],
        [
          { hazmat: 'fireworks' },
          /^vehicle\.hazmat is "fireworks"; it must be true, false, one of explosive, flammable, water, other/,
        ],
        [{ hazmat: ['water', 'acid'] }, /^vehicle\.hazmat(\[1\])? is .*acid.*explosive, flammable, water, other/],
        [{ hazmat: [] }, /^vehicle\.hazmat is \[\]; it must be true, false, one of explosive, flammable, water, other/],
      ])('422: %j', async (vehicle, detail) => {
        await refuses({ ...terse, vehicle }, detail)
      })
      test('422: not an object', async () => {
        await refuses(
          { ...terse, vehicle: 'truck' },
          /^vehicle is "truck"; it must be an object \(The vehicle\. Roads with a size or weight limit /,
        )
      })
      test('accepts the largest and the smallest', async () => {
        const largest = { height_m: 20, width_m: 20, length_m: 100, weight_t: 500, axle_load_t: 100, hazmat: true }
        await serves({ ...terse, vehicle: largest })
        await serves({ ...terse, vehicle: { hazmat: 'water' } })
        await serves({ ...terse, vehicle: { hazmat: ['explosive', 'flammable', 'water', 'other'] } })
        await serves({ ...terse, vehicle: { height_m: 0, width_m: 0, length_m: 0, weight_t: 0, axle_load_t: 0 } })
        await serves({ ...terse, vehicle: {} })
      })
    })

    describe('bodies', () => {
      test.each<[string, string]>([
        ['null', 'The body is missing; send a JSON object'],
        ['[]', 'The body is []; it must be an object'],
        ['"x"', 'The body is "x"; it must be an object'],
        ['7', 'The body is 7; it must be an object'],
      ])('422: %s', async (body, detail) => {
        await refuses(body, detail)
      })

      const TOO_DEEP = 'The body nests arrays and objects more than 100 levels deep; send a flatter body'
      const deep = '['.repeat(50_000) + ']'.repeat(50_000)
      test.each(['from', 'via', 'avoid', 'avoid_areas', 'vehicle', 'language', 'unheard_of'])(
        '400: arrays 50,000 deep in %s',
        async (field) => {
          const fields = Object.entries({ ...terse, [field]: 'DEEP' })
          const message = `{${fields.map(([name, value]) => `"${name}":${value === 'DEEP' ? deep : JSON.stringify(value)}`)}}`
          const reply = await postRoute(service, message)
          expectProblem(reply, 400, TOO_DEEP)
        },
      )

      test('accepts 100 levels of nesting and rejects 101', async () => {
        const nest = (levels: number) =>
          `${JSON.stringify(terse).slice(0, -1)},"unheard_of":${'{"a":'.repeat(levels - 1)}7${'}'.repeat(levels - 1)}}`
        await serves(nest(100))
        await refuses(nest(101), TOO_DEEP, 400)
      })

      test('uses the last of a duplicate field', async () => {
        const twice = `{"from":[91,1],${JSON.stringify(terse).slice(1)}`
        await serves(twice)
        await refuses(`${JSON.stringify(terse).slice(0, -1)},"to":[91,1]}`, /^to\[0\] is 91;/)
      })

      test('400: fields that target prototypes', async () => {
        const FORBIDDEN =
          'The body contains a field named __proto__ or constructor.prototype, which is not allowed; remove the field'
        const noRoadMessage = JSON.stringify(terse).slice(1)
        await refuses(`{"__proto__":{"to":[1,2]},${noRoadMessage}`, FORBIDDEN, 400)
        await refuses(`{"constructor":{"prototype":{"to":1}},${noRoadMessage}`, FORBIDDEN, 400)
        await refuses(`{"vehicle":{"__proto__":{"height_m":3}},${noRoadMessage}`, FORBIDDEN, 400)
        expect(({} as { to?: unknown }).to).toBeUndefined()
      })

      test('serves unknown fields with a warning', async () => {
        const reply = await serves({
          ...terse,
          avoidd: ['tolls'],
          toString: 1,
          vehicle: { hight_m: 3 },
          'wéird "name"': 1,
        })
        expect(reply.warnings).toEqual([
          "unknown field 'avoidd' was ignored; did you mean avoid?",
          "unknown field 'toString' was ignored; did you mean costing?",
          "unknown field 'vehicle.hight_m' was ignored; did you mean height_m?",
          'unknown field \'wéird "name"\' was ignored',
        ])
      })
    })
  },
  // One account store is enough, because routing does not use the store.
  ['embedded'],
)
