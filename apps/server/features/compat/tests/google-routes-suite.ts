import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parsePolylinePoints } from '@fairway/geo'
import { Client, Status } from '@googlemaps/google-maps-services-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { getUsage, issueKey } from '../../accounts/tests/sample-accounts.ts'
import { ask, type FormatCase, type ServiceSource, testCases } from './format-case.ts'

const waypoint = (latitude: number, longitude: number) => ({ location: { latLng: { latitude, longitude } } })
const START = waypoint(-34.9066, -56.1671)
const GOAL = waypoint(-34.9094, -56.1653)
const MIDDLE = waypoint(-34.8941, -56.1527)
const ABROAD = waypoint(51.5, 0.5)
const ROUTE_BODY = { origin: START, destination: GOAL }
const MATRIX_BODY = { origins: [{ waypoint: START }, { waypoint: MIDDLE }], destinations: [{ waypoint: GOAL }] }
const ROUTES_PATH = 'google/directions/v2:computeRoutes'
const MATRIX_PATH = 'google/distanceMatrix/v2:computeRouteMatrix'

const fail = (url: string, payload: object, message: unknown, code = 400, status = 'INVALID_ARGUMENT'): FormatCase => ({
  url,
  payload,
  status: code,
  body: { error: { code, message, status } },
})
const trip = (fields: object, message: unknown) =>
  fail(`${ROUTES_PATH}?fields=*`, { ...ROUTE_BODY, ...fields }, message)
const table = (fields: object, message: unknown) =>
  fail(`${MATRIX_PATH}?fields=*`, { ...MATRIX_BODY, ...fields }, message)
const elevation = (query: string, error_message: unknown): FormatCase => ({
  url: `google/elevation/json?${query}`,
  status: 200,
  body: { status: 'INVALID_REQUEST', error_message, results: [] },
})

const errors: readonly FormatCase[] = [
  fail(ROUTES_PATH, ROUTE_BODY, expect.stringMatching(/^FieldMask is a required parameter\. .* routes\.duration/)),
  fail(
    `${ROUTES_PATH}?fields=routes.speed`,
    ROUTE_BODY,
    "Error expanding 'fields' parameter. Cannot find matching fields for path 'routes.speed'.",
  ),
  fail(`${ROUTES_PATH}?fields=*`, [], 'The body must be a JSON object'),
  fail(
    'google/directions/v3:computeRoutes',
    ROUTE_BODY,
    'There is nothing at this path; use v2:computeRoutes',
    404,
    'NOT_FOUND',
  ),
  trip({ origin: undefined }, 'origin is missing; give a location, an address or a placeId'),
  trip({ destination: {} }, 'destination is missing; give a location, an address or a placeId'),
  trip({ origin: { location: {} } }, 'origin.location.latLng must have a latitude and a longitude'),
  trip(
    { origin: waypoint(91, 0) },
    'origin.location.latLng is 91, 0; latitude ranges from -90 to 90, longitude from -180 to 180',
  ),
  trip({ intermediates: 'x' }, 'intermediates must be a list of waypoints'),
  trip({ intermediates: [{}] }, 'intermediates[0] is missing; give a location, an address or a placeId'),
  trip(
    { intermediates: Array.from({ length: 26 }, () => MIDDLE) },
    'intermediates has 26 waypoints; at most 25 are allowed',
  ),
  trip({ travelMode: 'TRANSIT' }, 'travelMode is "TRANSIT"; it must be one of DRIVE, TWO_WHEELER, BICYCLE, WALK'),
  trip({ units: 'FEET' }, 'units is "FEET"; it must be METRIC or IMPERIAL'),
  trip({ departureTime: 'soon' }, 'departureTime is "soon"; give a time such as 2026-12-01T08:00:00Z'),
  trip({ departureTime: '2001-01-01T00:00:00Z' }, 'departureTime is "2001-01-01T00:00:00Z", which is in the past'),
  trip(
    { departureTime: '2190-01-01T00:00:00Z', arrivalTime: '2190-01-01T00:00:00Z' },
    'departureTime and arrivalTime are both set; use only one of them',
  ),
  trip(
    { intermediates: [{ ...MIDDLE, via: true }], optimizeWaypointOrder: true },
    'optimizeWaypointOrder is true, but an intermediate waypoint has via; leave one of them out',
  ),
  trip({ origin: { address: 'xyzzyplugh' } }, 'origin is "xyzzyplugh", and no place matches it'),
  trip({ origin: { placeId: 'ChIJ0' } }, expect.stringMatching(/^origin is "place_id:ChIJ0", an id that this service/)),
  { url: `${ROUTES_PATH}?fields=*`, payload: { ...ROUTE_BODY, origin: ABROAD }, status: 200, body: {} },
  fail(MATRIX_PATH, MATRIX_BODY, expect.stringMatching(/^FieldMask is a required parameter/)),
  table({ origins: undefined }, 'origins is missing; give a list of waypoints'),
  table({ destinations: [] }, 'destinations is missing; give a list of waypoints'),
  table({ origins: [START] }, 'origins[0].waypoint is missing; give a location, an address or a placeId'),
  table(
    { origins: Array.from({ length: 626 }, () => ({ waypoint: START })) },
    '626 origins and 1 destinations make 626 elements; at most 625 are allowed',
  ),
  table({ arrivalTime: '2190-01-01T00:00:00Z' }, 'arrivalTime is not supported here; give departureTime'),
  elevation('', 'locations is missing; give lat,lng separated by |, or path and samples'),
  elevation('locations=1,2&path=1,2|3,4', 'locations and path are both set; use only one of them'),
  elevation('locations=here', 'locations[0] must be a latitude and a longitude, separated by a comma'),
  elevation('locations=91,0', expect.stringMatching(/^The latitude of locations\[0\] is 91/)),
  elevation('path=1,2', 'path has 1 positions; give at least 2'),
  elevation('path=1,2|3,4', 'samples is missing; give 2 to 512'),
  elevation('path=1,2|3,4&samples=1', 'samples is "1"; give 2 to 512'),
  elevation('path=1,2|3,4&samples=513', 'samples is "513"; give 2 to 512'),
  elevation(`locations=${Array(513).fill('1,2').join('|')}`, 'locations has 513 positions; at most 512 are allowed'),
  {
    url: 'google/elevation/json?locations=10,10',
    status: 200,
    body: { status: 'DATA_NOT_AVAILABLE', error_message: expect.stringMatching(/^There is no height for 10,10;/) },
  },
]

export function describeGoogleRoutes(getService: ServiceSource): void {
  describe('Google', () => {
    testCases('reports errors', getService, errors)
    testRoutes(getService)
    testElevation(getService)
  })
}

function testRoutes(getService: ServiceSource): void {
  const post = async (url: string, payload: object, mask: string, more = {}) =>
    (await ask(getService(), url, { payload, headers: { 'x-goog-fieldmask': mask, ...more } })).body

  test('computes routes, and returns only the fields of the mask', async () => {
    const brief = await post(
      ROUTES_PATH,
      ROUTE_BODY,
      'routes.distanceMeters,routes.duration,routes.legs.steps.travelMode',
    )
    expect(brief).toEqual({
      routes: [
        {
          distanceMeters: 459,
          duration: '53s',
          legs: [{ steps: [{ travelMode: 'DRIVE' }, { travelMode: 'DRIVE' }] }],
        },
      ],
    })
    const { routes, geocodingResults } = await post(ROUTES_PATH, { ...ROUTE_BODY, computeAlternativeRoutes: true }, '*')
    const [route] = routes
    expect(geocodingResults).toEqual({ intermediates: [] })
    expect(route).toMatchObject({
      routeLabels: ['DEFAULT_ROUTE'],
      staticDuration: '46s',
      description: expect.stringContaining('Juan Paullier'),
      localizedValues: { distance: { text: '0.5 km' }, duration: { text: '1 min' } },
    })
    expect(route.legs[0].steps[1]).toMatchObject({
      navigationInstruction: { maneuver: 'TURN_LEFT', instructions: 'Turn left onto Edil Hugo Prato' },
      startLocation: { latLng: { latitude: -34.909196, longitude: -56.167222 } },
    })
    const line = parsePolylinePoints(route.polyline.encodedPolyline, 5) ?? []
    expect(line[0]).toEqual([expect.closeTo(-34.906626, 4), expect.closeTo(-56.167483, 4)])
    const geojson = await post(
      ROUTES_PATH,
      { ...ROUTE_BODY, polylineEncoding: 'GEO_JSON_LINESTRING' },
      'routes.polyline',
    )
    expect(geojson.routes[0].polyline.geoJsonLinestring.coordinates).toHaveLength(line.length)
  })

  test('accepts addresses, stops in any order and other modes', async () => {
    const body = {
      origin: { address: '18 de julio 1234, montevideo' },
      destination: GOAL,
      intermediates: [MIDDLE, START],
      optimizeWaypointOrder: true,
      travelMode: 'WALK',
      units: 'IMPERIAL',
      languageCode: 'de',
    }
    const { routes, geocodingResults } = await post(ROUTES_PATH, body, '*')
    expect(geocodingResults.origin).toMatchObject({ type: ['street_address'], placeId: expect.stringMatching(/^fw_/) })
    expect(routes[0].legs).toHaveLength(3)
    expect([...routes[0].optimizedIntermediateWaypointIndex].sort()).toEqual([0, 1])
    expect(routes[0].localizedValues.distance.text).toMatch(/ mi$/)
    const through = await post(
      ROUTES_PATH,
      { ...ROUTE_BODY, intermediates: [{ ...MIDDLE, via: true }] },
      'routes.legs.duration',
    )
    expect(through.routes[0].legs).toHaveLength(1)
  })

  test('computes matrices whose cells equal the routes', async () => {
    const elements = await post(
      MATRIX_PATH,
      { ...MATRIX_BODY, origins: [...MATRIX_BODY.origins, { waypoint: ABROAD }] },
      '*',
    )
    expect(elements).toHaveLength(3)
    expect(elements[0]).toMatchObject({
      originIndex: 0,
      destinationIndex: 0,
      condition: 'ROUTE_EXISTS',
      status: {},
      distanceMeters: 459,
      duration: '53s',
    })
    expect(elements[2]).toEqual({ originIndex: 2, destinationIndex: 0, status: {}, condition: 'ROUTE_NOT_FOUND' })
    expect(await post(MATRIX_PATH, MATRIX_BODY, 'originIndex,duration')).toEqual([
      { originIndex: 0, duration: '53s' },
      { originIndex: 1, duration: elements[1].duration },
    ])
  })

  test('is metered like the operations behind it', async () => {
    const { key } = await issueKey(getService(), 'starter')
    await post(ROUTES_PATH, ROUTE_BODY, '*', { 'x-api-key': key })
    await post(MATRIX_PATH, MATRIX_BODY, '*', { 'x-api-key': key })
    expect((await getUsage(getService(), key)).json().quota.used).toBe(2)
    expect(await post(ROUTES_PATH, ROUTE_BODY, '*', { 'x-api-key': 'wrong' })).toMatchObject({
      error: { code: 401, status: 'UNAUTHENTICATED' },
    })
  })
}

function testElevation(getService: ServiceSource): void {
  const TILE_BYTES = 1201 * 1201 * 2
  let url: string
  beforeAll(async () => {
    const { app, config } = getService()
    const tile = Buffer.alloc(TILE_BYTES)
    for (let at = 0; at < TILE_BYTES; at += 2) tile.writeInt16BE(1000 + (at % 2402) / 2, at)
    await mkdir(join(config.dataDir, 'terrain'), { recursive: true })
    await writeFile(join(config.dataDir, 'terrain', 'N42E001.hgt'), tile)
    const address = app.server.address()
    const base =
      typeof address === 'object' && address
        ? `http://127.0.0.1:${address.port}`
        : await app.listen({ port: 0, host: '127.0.0.1' })
    url = `${base}/v1/compat/google/elevation/json`
  })

  test('answers the official client: elevation', async () => {
    const locations = [
      { lat: 42.5, lng: 1.5 },
      { lat: 42.3, lng: 1.25 },
    ]
    const { data } = await new Client({}).elevation({ url, params: { key: 'AIza', locations } })
    expect(data.status).toBe(Status.OK)
    expect(data.results).toEqual([
      { elevation: 1600, location: locations[0], resolution: 30.9 },
      { elevation: 1300, location: locations[1], resolution: 30.9 },
    ])
    const along = await ask(getService(), 'google/elevation/json?path=42.5,1.25|42.5,1.75&samples=3')
    expect(along.body.results.map((result: { elevation: number }) => result.elevation)).toEqual([1300, 1600, 1900])
  })
}
