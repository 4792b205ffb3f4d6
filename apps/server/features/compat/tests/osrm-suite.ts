import { createRequire } from 'node:module'
import { parsePolylinePoints } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { getUsage, issueKey, signIn } from '../../accounts/tests/sample-accounts.ts'
import { ask, type FormatCase, type ServiceSource, testCases } from './format-case.ts'

const START = '-56.1671,-34.9066'
const GOAL = '-56.1653,-34.9094'
const MIDDLE = '-56.1527,-34.8941'
const START_GOAL = `${START};${GOAL}`

const invalid = (url: string, code: string, message: string): FormatCase => ({
  url: `osrm/${url}`,
  status: 400,
  body: { code, message },
})
const route = (query: string, code: string, message: string) => invalid(`route/v1/driving/${query}`, code, message)
const table = (query: string, code: string, message: string) => invalid(`table/v1/driving/${query}`, code, message)

const EMPTY_MESSAGE = ''
const TOO_FEW_COORDINATES_MESSAGE = 'Number of coordinates needs to be at least two.'
const manyCoordinates = (count: number) =>
  Array.from({ length: count }, (_, index) => `-56.16${String(index % 100).padStart(2, '0')},-34.9`).join(';')

const errors: readonly FormatCase[] = [
  invalid('x', 'InvalidUrl', 'URL string malformed close to position 2: "/x"'),
  invalid('route', 'InvalidUrl', 'URL string malformed close to position 6: "ute"'),
  invalid('route/v1', 'InvalidUrl', 'URL string malformed close to position 9: "/v1"'),
  {
    url: `osrm/route/v1/driving/${START_GOAL}`,
    payload: {},
    status: 400,
    body: { code: 'NotImplemented', message: 'POST is not available; use GET' },
  },
  invalid('fly/v1/driving/1,2', 'InvalidService', 'Service fly not found!'),
  invalid(`route/v2/driving/${START_GOAL}`, 'InvalidVersion', 'Service route not found!'),
  route('1,2;3', 'InvalidQuery', 'Query string malformed close to position 23'),
  route(`${START_GOAL}?steps=1`, 'InvalidQuery', 'Query string malformed close to position 60'),
  route(`${START_GOAL}?overview=none`, 'InvalidQuery', 'Query string malformed close to position 63'),
  route(`${START_GOAL}?unknown=1`, 'InvalidQuery', 'Query string malformed close to position 54'),
  route(START, 'InvalidOptions', TOO_FEW_COORDINATES_MESSAGE),
  route(
    `${START_GOAL}?radiuses=5`,
    'InvalidOptions',
    'Number of elements in radiuses size 1 does not match coordinate size 2',
  ),
  route(
    `${START_GOAL}?bearings=1,2;;3,4`,
    'InvalidOptions',
    'Number of elements in bearings size 3 does not match coordinate size 2',
  ),
  route(
    `${START_GOAL}?hints=a;b;c`,
    'InvalidOptions',
    'Number of elements in hints size 3 does not match coordinate size 2',
  ),
  route(`${START_GOAL}?bearings=361,0;0,0`, 'InvalidOptions', EMPTY_MESSAGE),
  route(`${START_GOAL}?radiuses=-1;1`, 'InvalidOptions', EMPTY_MESSAGE),
  route(`${START_GOAL}?waypoints=0;2`, 'InvalidOptions', EMPTY_MESSAGE),
  route(
    `${START_GOAL};${MIDDLE}?waypoints=0;1`,
    'InvalidValue',
    'First and last coordinates must be specified as waypoints.',
  ),
  route('181,2;3,4', 'InvalidValue', 'Invalid coordinate value.'),
  route(`${START_GOAL}?exclude=hills`, 'InvalidValue', 'Exclude flag combination is not supported.'),
  route(
    `${START_GOAL}?alternatives=4`,
    'TooBig',
    'Requested number of alternatives is higher than current maximum (3)',
  ),
  route(manyCoordinates(103), 'TooBig', 'Number of entries 103 is higher than current maximum (102)'),
  route(`${START};0.5,51.5`, 'NoSegment', 'Could not find a matching segment for coordinate 1'),
  route(`${START};0.5,51.5;${GOAL}`, 'NoSegment', 'Could not find a matching segment for coordinate 1'),
  route(`0.5,51.5;${GOAL}`, 'NoSegment', 'Could not find a matching segment for coordinate 0'),
  route(`${START_GOAL}?radiuses=1;unlimited`, 'NoSegment', 'Could not find a matching segment for coordinate 0'),
  route(`${START_GOAL}.flatbuffers`, 'NotImplemented', 'The format flatbuffers is not available; use json'),
  invalid(
    `route/v1/rocket/${START_GOAL}`,
    'InvalidValue',
    'Profile rocket is unknown; use driving, cycling or walking.',
  ),
  table(START, 'InvalidOptions', TOO_FEW_COORDINATES_MESSAGE),
  table(`${START_GOAL}?sources=2`, 'InvalidOptions', EMPTY_MESSAGE),
  table(`${START_GOAL}?scale_factor=0`, 'InvalidOptions', 'scale_factor must be > 0'),
  table(`${START_GOAL}?fallback_speed=-1`, 'InvalidOptions', 'fallback_speed must be > 0'),
  table('181,2;3,4', 'InvalidOptions', 'Coordinates are invalid'),
  table(
    `${START};0.5,51.5?sources=0&destinations=1`,
    'NoSegment',
    'Could not find a matching segment for coordinate 1',
  ),
  table(`${START_GOAL}?radiuses=;1`, 'NoSegment', 'Could not find a matching segment for coordinate 1'),
  table(`${START_GOAL}?annotations=speed`, 'InvalidQuery', 'Query string malformed close to position 66'),
  invalid(`nearest/v1/driving/${START_GOAL}`, 'InvalidOptions', 'Only one input coordinate is supported'),
  invalid(`nearest/v1/driving/${START}?number=0`, 'InvalidOptions', EMPTY_MESSAGE),
  invalid(
    `nearest/v1/driving/${START}?number=101`,
    'TooBig',
    'Number of results 101 is higher than current maximum (100)',
  ),
  invalid(`nearest/v1/driving/${START}?radiuses=1`, 'NoSegment', 'Could not find a matching segments for coordinate'),
  invalid('nearest/v1/driving/0.5,51.5', 'NoSegment', 'Could not find a matching segments for coordinate'),
  invalid(`trip/v1/driving/${START_GOAL}?roundtrip=false`, 'NotImplemented', 'This request is not supported'),
  invalid(`trip/v1/driving/${manyCoordinates(101)}`, 'TooBig', 'Too many trip coordinates'),
]

export function describeOsrm(getService: ServiceSource): void {
  describe('OSRM', () => {
    testCases('reports errors', getService, errors)
    testRoutes(getService)
    testOptions(getService)
    testOtherServices(getService)
  })
}

function createGet(getService: ServiceSource) {
  return async (path: string) => (await ask(getService(), `osrm/${path}`)).body
}

function testRoutes(getService: ServiceSource): void {
  const get = createGet(getService)

  test('returns routes with steps, annotations and waypoints', async () => {
    const options = 'steps=true&annotations=true&overview=full&geometries=geojson'
    const { code, routes, waypoints } = await get(`route/v1/driving/${START_GOAL}.json?${options}`)
    expect([code, routes.length, waypoints.length]).toEqual(['Ok', 1, 2])
    const [{ legs, geometry, ...totals }] = routes
    expect(totals).toEqual({ distance: 458.6, duration: 53.4, weight: 53.4, weight_name: 'duration' })
    expect(waypoints[0]).toEqual({
      hint: expect.stringMatching(/^[\w-]+$/),
      location: geometry.coordinates[0],
      name: 'Juan Paullier',
      distance: 35.1,
    })
    const [{ steps, summary, annotation, ...leg }] = legs
    expect([summary, leg]).toEqual([
      'Juan Paullier, Edil Hugo Prato',
      { distance: 458.6, duration: 53.4, weight: 53.4 },
    ])
    expect(steps.map((step: { maneuver: { type: string } }) => step.maneuver.type)).toEqual([
      'depart',
      'turn',
      'arrive',
    ])
    expect(steps[1]).toMatchObject({
      name: 'Edil Hugo Prato',
      mode: 'driving',
      driving_side: 'right',
      maneuver: { modifier: 'left', bearing_before: 175, bearing_after: 84, location: [-56.167222, -34.909196] },
      intersections: [{ bearings: [84, 355], entry: [true, false], in: 1, out: 0 }],
    })
    // Every segment has values, and the values add up.
    const segments = geometry.coordinates.length - 1
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    for (const name of ['distance', 'duration', 'speed', 'weight', 'datasources'])
      expect(annotation[name]).toHaveLength(segments)
    expect(sum(annotation.distance)).toBeCloseTo(458.6, -1)
    expect(sum(annotation.duration)).toBeCloseTo(53.4, 0)
  })

  test('returns the same line in every format, and a simpler one by default', async () => {
    const full = await get(`route/v1/driving/${START};${MIDDLE}?overview=full&geometries=geojson`)
    const line: number[][] = full.routes[0].geometry.coordinates
    for (const [format, precision] of [
      ['polyline', 5],
      ['polyline6', 6],
    ] as const) {
      const { routes } = await get(`route/v1/driving/${START};${MIDDLE}?overview=full&geometries=${format}`)
      const points = parsePolylinePoints(routes[0].geometry, precision) ?? []
      expect(points).toHaveLength(line.length)
      for (const [index, [latitude, longitude]] of points.entries()) {
        expect(Math.abs(longitude - (line[index]?.[0] ?? 0))).toBeLessThan(1e-5)
        expect(Math.abs(latitude - (line[index]?.[1] ?? 0))).toBeLessThan(1e-5)
      }
    }
    const simple = await get(`route/v1/driving/${START};${MIDDLE}?geometries=geojson`)
    const simpleLine = simple.routes[0].geometry.coordinates
    expect(simpleLine.length).toBeLessThan(line.length)
    expect([simpleLine[0], simpleLine.at(-1)]).toEqual([line[0], line.at(-1)])
    const none = await get(`route/v1/driving/${START};${MIDDLE}?overview=false`)
    expect(none.routes[0]).not.toHaveProperty('geometry')
    const replyByLegs = await get(`route/v1/driving/${START_GOAL};${MIDDLE}?overview=by_legs&geometries=geojson`)
    expect(replyByLegs.routes[0].legs.map((leg: { geometry: { type: string } }) => leg.geometry.type)).toEqual([
      'LineString',
      'LineString',
    ])
  })
}

function testOptions(getService: ServiceSource): void {
  const get = createGet(getService)
  test('has steps that osrm-text-instructions puts into words', async () => {
    const instructions = createRequire(import.meta.url)('osrm-text-instructions')('v5')
    const { routes } = await get(`route/v1/driving/${START};${MIDDLE};${GOAL}?steps=true`)
    const legs: { steps: object[] }[] = routes[0].legs
    const sentences = legs.flatMap(({ steps }, legIndex) =>
      steps.map((step): string => instructions.compile('en', step, { legIndex, legCount: legs.length })),
    )
    expect(sentences[0]).toBe('Head south on Juan Paullier')
    expect(sentences.at(-1)).toMatch(/^You have arrived at your (2nd )?destination/)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{5,}/)
  })

  test('passes coordinates that are not waypoints within a leg', async () => {
    const stops = await get(`route/v1/driving/${START};${MIDDLE};${GOAL}?steps=true`)
    const passing = await get(`route/v1/driving/${START};${MIDDLE};${GOAL}?steps=true&waypoints=0;2`)
    expect([stops.routes[0].legs.length, passing.routes[0].legs.length, passing.waypoints.length]).toEqual([2, 1, 2])
    expect(passing.routes[0].distance).toBe(stops.routes[0].distance)
    const types = passing.routes[0].legs[0].steps.map((step: { maneuver: { type: string } }) => step.maneuver.type)
    expect(types.filter((type: string) => type === 'depart' || type === 'arrive')).toEqual(['depart', 'arrive'])
  })

  test('turns back at a waypoint only if that is allowed', async () => {
    const straight = await get(`route/v1/driving/${START};${MIDDLE};${START}`)
    const back = await get(`route/v1/driving/${START};${MIDDLE};${START}?continue_straight=false&steps=true`)
    expect(back.routes[0].legs).toHaveLength(2)
    // The tolerance allows for the rounding of each leg.
    expect(back.routes[0].duration).toBeLessThan(straight.routes[0].duration + 0.3)
    const there = await get(`route/v1/driving/${START};${MIDDLE}`)
    expect(back.routes[0].legs[0].duration).toBe(there.routes[0].legs[0].duration)
  })

  test('supports profiles, exclusions, alternatives, hints and fulfilled restrictions', async () => {
    const { routes } = await get(`route/v1/foot/${START_GOAL}?steps=true`)
    expect(routes[0].legs[0].steps[0].mode).toBe('walking')
    const several = await get(`route/v1/car/${START};${MIDDLE}?alternatives=3&exclude=toll,motorway`)
    expect(several.routes.length).toBeGreaterThan(1)
    const [hint] = (await get(`route/v1/car/${START_GOAL}`)).waypoints.map(
      (waypoint: { hint: string }) => waypoint.hint,
    )
    const quiet = await get(`route/v1/car/${START_GOAL}?hints=${hint};&generate_hints=false`)
    expect(quiet.waypoints[0]).not.toHaveProperty('hint')
    expect(await get(`route/v1/car/${START_GOAL}?skip_waypoints=true`)).not.toHaveProperty('waypoints')
    const restricted = await get(`route/v1/car/${START_GOAL}?bearings=175,20;84,20&approaches=unrestricted;curb`)
    expect(restricted.code).toBe('Ok')
  })
}

function testOtherServices(getService: ServiceSource): void {
  const get = createGet(getService)
  test('returns tables that equal the routes', async () => {
    const all = await get(`table/v1/driving/${START_GOAL};${MIDDLE}?annotations=duration,distance`)
    const { routes } = await get(`route/v1/driving/${START};${MIDDLE}?overview=false`)
    expect(all.durations[0][2]).toBe(routes[0].duration)
    expect(all.distances[0][2]).toBe(routes[0].distance)
    expect([all.sources.length, all.destinations.length]).toEqual([3, 3])
    const part = await get(`table/v1/driving/${START_GOAL};${MIDDLE}?sources=0&destinations=2;1&scale_factor=2`)
    expect(part).not.toHaveProperty('distances')
    expect(part.durations).toEqual([[2 * all.durations[0][2], 2 * all.durations[0][1]]])
  })

  test('returns the nearest road', async () => {
    expect(await get(`nearest/v1/driving/${START}?number=1`)).toEqual({
      code: 'Ok',
      waypoints: [
        { hint: expect.any(String), location: [-56.167483, -34.906626], name: 'Juan Paullier', distance: 35.1 },
      ],
    })
  })

  test('returns several nearest roads, in a direction and within a radius', async () => {
    const near = async (options: string): Promise<[string, number][]> =>
      (await get(`nearest/v1/driving/${START}?number=3${options}`)).waypoints.map(
        ({ name, distance }: { name: string; distance: number }) => [name, distance],
      )
    const all = await near('')
    expect(all.slice(0, 2)).toEqual([
      ['Juan Paullier', 35.1],
      ['Canelones', 41.9],
    ])
    expect(all).toHaveLength(3)
    expect(await near('&radiuses=42')).toEqual(all.slice(0, 2))
    // Canelones is a one-way street to the east.
    expect((await near('&bearings=85,10'))[0]).toEqual(['Canelones', 41.9])
    expect((await near('&bearings=265,10'))[0]).not.toEqual(['Canelones', 41.9])
  })

  test.each([
    ['', 4, 0, undefined],
    ['?source=first&destination=last', 4, 0, 3],
    ['?destination=last', 4, undefined, 3],
    ['?roundtrip=false&source=first', 3, 0, undefined],
    ['?roundtrip=false&destination=last', 3, undefined, 3],
    ['?roundtrip=false&source=first&destination=last', 3, 0, 3],
  ])('returns trips: %s', async (options, legs, first, last) => {
    const { code, trips, waypoints } = await get(`trip/v1/driving/${START_GOAL};${MIDDLE};-56.1913,-34.9059${options}`)
    expect([code, trips.length, trips[0].legs.length]).toEqual(['Ok', 1, legs])
    const order: number[] = waypoints.map((waypoint: { waypoint_index: number }) => waypoint.waypoint_index)
    expect([...order].sort()).toEqual([0, 1, 2, 3])
    if (first !== undefined) expect(order[first]).toBe(0)
    if (last !== undefined) expect(order[last]).toBe(3)
  })

  test('needs the permission of the operation behind it', async () => {
    const service = getService()
    const owner = await signIn(service, await issueKey(service, 'starter'))
    const payload = { scopes: { operations: ['route'] } }
    const made = await service.app.inject({ method: 'POST', url: '/account/keys', headers: owner.headers, payload })
    const headers = { 'x-api-key': made.json().api_key }
    expect((await ask(service, `osrm/route/v1/driving/${START_GOAL}`, { headers })).status).toBe(200)
    expect(await ask(service, `osrm/table/v1/driving/${START_GOAL}`, { headers })).toMatchObject({
      status: 403,
      body: {
        code: 'NotAuthorized',
        message: expect.stringContaining('the matrix operation; it is restricted to this operation: route'),
      },
    })
  })

  test('is metered like the operations behind it', async () => {
    const service = getService()
    const { key } = await issueKey(service, 'starter')
    const headers = { 'x-api-key': key }
    await ask(service, `osrm/route/v1/driving/${START_GOAL}`, { headers })
    await ask(service, `osrm/table/v1/driving/${manyCoordinates(11)}`, { headers })
    await ask(service, `osrm/route/v1/driving/${START};0.5,51.5`, { headers })
    const { quota, usage } = (await getUsage(service, key)).json()
    expect(quota.used).toBe(3)
    expect(usage.by_operation).toMatchObject([
      { operation: 'compat.osrm.route', calls: 1, routes: 1 },
      { operation: 'compat.osrm.table', calls: 1, routes: 2 },
    ])
    const wrong = await ask(service, `osrm/route/v1/driving/${START_GOAL}`, { headers: { 'x-api-key': 'wrong' } })
    expect(wrong).toMatchObject({
      status: 401,
      body: { code: 'NotAuthorized', message: expect.any(String), busy: false },
    })
    const basic = { authorization: `Basic ${Buffer.from(`any:${key}`).toString('base64')}` }
    expect(await ask(service, `osrm/nearest/v1/driving/${START}`, { headers: basic })).toMatchObject({ status: 200 })
    expect((await getUsage(service, key)).json().quota.used).toBe(3)
  })
}
