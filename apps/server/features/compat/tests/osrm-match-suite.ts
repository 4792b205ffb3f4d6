import { describe, expect, test } from 'vitest'
import { getUsage, issueKey } from '../../accounts/tests/sample-accounts.ts'
import { matchRequests } from '../../road/match/examples.ts'
import { ask, type FormatCase, type ServiceSource, testCases } from './format-case.ts'

/** The trace is the one in the example request. It goes south on one street and then east on another. */
const points: readonly (readonly number[])[] = matchRequests[0]?.points ?? []
const TRACE_COORDINATES = points.map(([latitude, longitude]) => `${longitude},${latitude}`).join(';')
const LAST_INDEX = points.length - 1
const timestamps = (seconds: (index: number) => number) =>
  `timestamps=${points.map((_point, index) => 1_794_990_000 + seconds(index)).join(';')}`

const invalid = (query: string, code: string, message: string): FormatCase => ({
  url: `osrm/match/v1/driving/${query}`,
  status: 400,
  body: { code, message },
})

const errors: readonly FormatCase[] = [
  invalid('1,2', 'InvalidOptions', 'Number of coordinates needs to be at least two.'),
  invalid('181,2;3,4', 'InvalidValue', 'Invalid coordinate value.'),
  invalid(
    `${TRACE_COORDINATES}?timestamps=1;2`,
    'InvalidOptions',
    `Number of elements in timestamps size 2 does not match coordinate size ${points.length}`,
  ),
  invalid(
    `${TRACE_COORDINATES}?radiuses=5`,
    'InvalidOptions',
    `Number of elements in radiuses size 1 does not match coordinate size ${points.length}`,
  ),
  invalid(
    `${TRACE_COORDINATES}?${timestamps((index) => (index === 3 ? 0 : index))}`,
    'InvalidValue',
    'Timestamps need to be monotonically increasing.',
  ),
  invalid(`1,2;3,4?timestamps=5;-1`, 'InvalidQuery', 'Query string malformed close to position 38'),
  invalid(`1,2;3,4?timestamps=4294967296`, 'InvalidQuery', 'Query string malformed close to position 37'),
  invalid(`1,2;3,4?gaps=keep`, 'InvalidQuery', 'Query string malformed close to position 31'),
  invalid(`1,2;3,4?tidy=1`, 'InvalidQuery', 'Query string malformed close to position 31'),
  invalid(`1,2;3,4?alternatives=1`, 'InvalidQuery', 'Query string malformed close to position 26'),
  invalid(`${TRACE_COORDINATES}?waypoints=0;${points.length}`, 'InvalidOptions', ''),
  invalid(
    `${TRACE_COORDINATES}?waypoints=0;2`,
    'InvalidValue',
    'First and last coordinates must be specified as waypoints.',
  ),
  invalid(
    `${TRACE_COORDINATES}?waypoints=0;${LAST_INDEX}&${timestamps((index) => (index < 5 ? index : 500 + index))}`,
    'NoMatch',
    'Could not match the trace with the given waypoints.',
  ),
  invalid(
    `${TRACE_COORDINATES};-56.1,-34.98?waypoints=0;${points.length}`,
    'NoMatch',
    'Requested waypoint parameter could not be matched.',
  ),
  invalid('0.5,51.5;0.6,51.5', 'NoSegment', 'Could not find a matching segment for any coordinate.'),
  invalid('-56.1,-34.98;-56.11,-34.98', 'NoSegment', 'Could not find a matching segment for any coordinate.'),
  invalid('-56.16752,-34.90665;-56.16752,-34.90665', 'NoMatch', 'Could not match the trace.'),
  invalid(`${TRACE_COORDINATES}?exclude=hills`, 'InvalidValue', 'Exclude flag combination is not supported.'),
  invalid(`${TRACE_COORDINATES}.flatbuffers`, 'NotImplemented', 'The format flatbuffers is not available; use json'),
  invalid(
    Array.from({ length: 10_001 }, (_, index) => `-56.1,${-34.9 - (index % 9) / 100}`).join(';'),
    'TooBig',
    'Too many trace coordinates',
  ),
]

interface OsrmLeg {
  readonly distance: number
  readonly duration: number
  readonly steps: readonly { readonly maneuver: { readonly type: string }; readonly name: string }[]
}
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

export function describeOsrmMatch(getService: ServiceSource): void {
  describe('OSRM match', () => {
    testCases('reports errors', getService, errors)
    testMatchings(getService)
  })
}

function testMatchings(getService: ServiceSource): void {
  const get = async (query: string, headers = {}) =>
    (await ask(getService(), `osrm/match/v1/driving/${TRACE_COORDINATES}${query}`, { headers })).body

  test('has a tracepoint for every coordinate, and a leg between two', async () => {
    const { code, matchings, tracepoints } = await get('?steps=true&annotations=true&overview=full&geometries=geojson')
    expect([code, matchings.length, tracepoints.length]).toEqual(['Ok', 1, points.length])
    const [{ legs, geometry, distance, duration, confidence, weight_name }] = matchings
    expect([confidence, weight_name, legs.length]).toEqual([1, 'duration', LAST_INDEX])
    expect([distance, duration]).toEqual([454.9, 53])
    expect(sum(legs.map((leg: OsrmLeg) => leg.distance))).toBeCloseTo(distance, 0)
    expect(sum(legs.map((leg: OsrmLeg) => leg.duration))).toBeCloseTo(duration, 0)
    expect(tracepoints[1]).toEqual({
      hint: expect.any(String),
      location: [-56.167439, -34.907052],
      name: 'Juan Paullier',
      distance: 2.7,
      matchings_index: 0,
      waypoint_index: 1,
      alternatives_count: 0,
    })
    const types = legs.map(({ steps }: OsrmLeg) => steps.map(({ maneuver }) => maneuver.type).join(' '))
    expect(types.filter((type: string) => type === 'depart turn arrive')).toHaveLength(1)
    expect(types.filter((type: string) => type === 'depart arrive')).toHaveLength(LAST_INDEX - 1)
    const segments = sum(legs.map((leg: { annotation: { distance: number[] } }) => leg.annotation.distance.length))
    expect(segments).toBe(geometry.coordinates.length - 1)
  })

  test('ends legs at waypoints', async () => {
    const { matchings, tracepoints } = await get(`?waypoints=0;4;${LAST_INDEX}`)
    expect(matchings[0].legs).toHaveLength(2)
    expect(tracepoints.map((point: { waypoint_index: number | null }) => point.waypoint_index)).toEqual(
      points.map((_point, index) => ({ 0: 0, 4: 1, [LAST_INDEX]: 2 })[index] ?? null),
    )
  })

  test('splits at a gap in time, or ignores it', async () => {
    const gap = timestamps((index) => 5 * index + (index < 5 ? 0 : 100))
    const split = await get(`?${gap}`)
    expect(split.matchings).toHaveLength(2)
    expect(split.tracepoints[5]).toMatchObject({ matchings_index: 1, waypoint_index: 0 })
    const ignored = await get(`?${gap}&gaps=ignore`)
    expect(ignored.matchings).toHaveLength(1)
  })

  test('leaves out points that are off the road or close to others', async () => {
    const reply = await ask(getService(), `osrm/match/v1/driving/-56.1,-34.98;${TRACE_COORDINATES}`)
    expect(reply.body.tracepoints.map((point: object | null) => point !== null)).toEqual([
      false,
      ...points.map(() => true),
    ])
    const [first, ...rest] = TRACE_COORDINATES.split(';')
    const tidy = await ask(getService(), `osrm/match/v1/driving/${[first, first, ...rest].join(';')}?tidy=true`)
    expect(tidy.body.tracepoints[1]).toBeNull()
    expect(tidy.body.matchings[0].legs).toHaveLength(LAST_INDEX)
  })

  test('accepts radiuses, bearings, hints and other profiles', async () => {
    const list = (value: string) => points.map(() => value).join(';')
    const options = `radiuses=${list('20')}&bearings=${list('')}&hints=${list('')}&generate_hints=false`
    const { code, tracepoints } = await get(`?${options}&skip_waypoints=false&overview=false`)
    expect([code, tracepoints[0].hint]).toEqual(['Ok', undefined])
    const walked = await ask(getService(), `osrm/match/v1/foot/${TRACE_COORDINATES}`)
    expect(walked.body.matchings[0].duration).toBeGreaterThan(300)
  })

  test('counts like our match', async () => {
    const { key } = await issueKey(getService(), 'starter')
    await get('', { 'x-api-key': key })
    expect((await getUsage(getService(), key)).json()).toMatchObject({
      quota: { used: 1 },
      usage: { by_operation: [{ operation: 'compat.osrm.match', calls: 1, routes: 1 }] },
    })
  })
}
