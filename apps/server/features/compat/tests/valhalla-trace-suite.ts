import { encodePolyline, parsePolylinePoints } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { getUsage, issueKey } from '../../accounts/tests/sample-accounts.ts'
import { matchRequests } from '../../road/match/examples.ts'
import { ask, type FormatCase, type ServiceSource, testCases } from './format-case.ts'

const START = { lat: -34.9066, lon: -56.1671 }
const RIVER = { lat: -34.93, lon: -56.3 }
/** The trace is the one in the example request. It goes south on one street and then east on another. */
const points: readonly (readonly number[])[] = matchRequests[0]?.points ?? []
const shape = points.map(([lat, lon]) => ({ lat, lon }))
const TRACE_REQUEST = { shape, costing: 'auto', shape_match: 'map_snap' }
const ISOCHRONE_REQUEST = { locations: [START], costing: 'auto', contours: [{ time: 1 }] }

const fail = (action: string, payload: object, error_code: number, error: string): FormatCase => ({
  url: `valhalla/${action}`,
  payload,
  status: 400,
  body: { error_code, error, status_code: 400, status: 'Bad Request' },
})
const area = (fields: object, code: number, error: string) =>
  fail('isochrone', { ...ISOCHRONE_REQUEST, ...fields }, code, error)
const trace = (fields: object, code: number, error: string) =>
  fail('trace_route', { ...TRACE_REQUEST, ...fields }, code, error)

const CONTOURS_MESSAGE = "Insufficiently specified required parameter 'contours'"
const LIMIT_MESSAGE = "Insufficiently specified required parameter 'time' or 'distance'"
const SHAPE_MESSAGE = "Insufficiently specified required parameter 'shape' or 'encoded_polyline'"
const MATCH_MESSAGE =
  'Shape match algorithm specification in api request is incorrect. Please see documentation for valid shape_match input.'

const errors: readonly FormatCase[] = [
  area({ locations: undefined }, 110, "Insufficiently specified required parameter 'locations'"),
  area({ locations: [] }, 120, 'Insufficient number of locations provided'),
  area({ locations: [{ lat: 91, lon: 0 }] }, 130, 'Failed to parse location'),
  area({ locations: Array.from({ length: 26 }, () => START) }, 150, 'Exceeded max locations: 25'),
  area({ costing: undefined }, 124, 'No edge/node costing provided'),
  area({ contours: undefined }, 113, CONTOURS_MESSAGE),
  area({ contours: [] }, 113, CONTOURS_MESSAGE),
  area({ contours: [{}] }, 111, LIMIT_MESSAGE),
  area({ contours: [{ time: -1 }] }, 111, LIMIT_MESSAGE),
  area({ contours: [{ time: 241 }] }, 151, 'Exceeded max time: 240'),
  area({ contours: [{ distance: 401 }] }, 166, 'Exceeded max distance: 400'),
  area({ contours: Array.from({ length: 9 }, () => ({ time: 1 })) }, 152, 'Exceeded max contours: 8'),
  area({ date_time: { type: 2, value: '2026-12-01T08:00' } }, 163, 'Invalid date_type'),
  area({ locations: [{ lat: 51.5, lon: 0.5 }] }, 171, 'No suitable edges near location'),
  trace({ shape: undefined }, 114, SHAPE_MESSAGE),
  trace({ shape: [START] }, 123, 'Insufficient shape provided'),
  trace({ shape: [START, {}] }, 134, 'Failed to parse shape'),
  trace({ shape: undefined, encoded_polyline: '\u0001' }, 134, 'Failed to parse shape'),
  trace({ costing: 'rocket' }, 125, "No costing method found: 'rocket'"),
  trace({ shape_match: 'guess' }, 445, MATCH_MESSAGE),
  trace({ shape_format: 'wkt' }, 164, 'Invalid shape format'),
  trace({ shape: [RIVER, { ...RIVER, lat: -34.929 }] }, 444, 'Map Match algorithm failed to find path'),
  trace({ shape: [START, START] }, 444, 'Map Match algorithm failed to find path'),
  trace(
    {
      shape: [
        { lat: 51.5, lon: 0.5 },
        { lat: 51.6, lon: 0.5 },
      ],
    },
    171,
    'No suitable edges near location',
  ),
  trace(
    { shape: Array.from({ length: 10_001 }, () => START) },
    153,
    'Too many shape points: (10001). The best paths shape limit is 10000',
  ),
  fail('trace_attributes', { ...TRACE_REQUEST, shape: [] }, 123, 'Insufficient shape provided'),
  fail('height', {}, 114, SHAPE_MESSAGE),
  fail('height', { shape: [] }, 123, 'Insufficient shape provided'),
  fail('height', { shape: [{ lat: 'x' }] }, 134, 'Failed to parse shape'),
  fail('height', { shape: Array.from({ length: 10_001 }, () => START) }, 153, 'Too many shape points: at most 10000'),
  fail('locate', { costing: 'auto' }, 110, "Insufficiently specified required parameter 'locations'"),
  fail('locate', { locations: [START] }, 124, 'No edge/node costing provided'),
]

export function describeValhallaTraces(getService: ServiceSource): void {
  describe('Valhalla', () => {
    testCases('reports errors', getService, errors)
    testAreas(getService)
    testTraces(getService)
  })
}

function createPost(getService: ServiceSource) {
  return async (action: string, payload: object, headers = {}) =>
    (await ask(getService(), `valhalla/${action}`, { payload, headers })).body
}

function testAreas(getService: ServiceSource): void {
  const post = createPost(getService)

  test('returns isochrones as lines or polygons, the largest first', async () => {
    const contours = [{ time: 1, color: 'ff0000' }, { time: 2 }, { distance: 0.4 }]
    const { type, features, id } = await post('isochrone', {
      ...ISOCHRONE_REQUEST,
      contours,
      id: 'mine',
      show_locations: true,
    })
    expect([type, id]).toEqual(['FeatureCollection', 'mine'])
    const summary = features.map((feature: { properties: object; geometry: { type: string } }) => [
      feature.geometry.type,
      ...['contour', 'metric', 'color', 'location_index'].map(
        (name) => (feature.properties as Record<string, unknown>)[name],
      ),
    ])
    expect(summary).toEqual([
      ['LineString', 2, 'time', '#804080', undefined],
      ['LineString', 1, 'time', '#ff0000', undefined],
      ['LineString', 0.4, 'distance', '#4040bf', undefined],
      ['Point', undefined, undefined, undefined, 0],
    ])
    const polygons = await post('isochrone', { ...ISOCHRONE_REQUEST, polygons: true, reverse: true, generalize: 300 })
    const [ring] = polygons.features[0].geometry.coordinates
    expect([polygons.features[0].geometry.type, ring[0]]).toEqual(['Polygon', ring.at(-1)])
    for (const [longitude, latitude] of ring)
      expect(Math.hypot(longitude - START.lon, latitude - START.lat)).toBeLessThan(0.02)
  })

  test('locates the road of a position, with an edge for each direction', async () => {
    const located = await post('locate', { locations: [START, RIVER], costing: 'auto', verbose: true })
    expect(located[0]).toEqual({
      input_lat: START.lat,
      input_lon: START.lon,
      nodes: [],
      edges: [
        {
          way_id: 179061734,
          correlated_lat: -34.906626,
          correlated_lon: -56.167483,
          side_of_street: 'neither',
          distance: 35.1,
          heading: 175.2,
          edge_info: { way_id: 179061734, names: ['Juan Paullier'] },
        },
      ],
    })
    expect(located[1]).toMatchObject({ edges: null, nodes: null })
    const [walked] = await post('locate', { locations: [START], costing: 'pedestrian' })
    expect(walked.edges).toHaveLength(2)
  })

  test('returns heights in the form of the request', async () => {
    // The service of these tests has no terrain tiles.
    expect(await post('height', { shape: [START], id: 7 })).toEqual({ shape: [START], height: [null], id: 7 })
    const line = encodePolyline(
      [
        [42.5, 1.5],
        [42.501, 1.5],
      ],
      6,
    )
    const reply = await post('height', { encoded_polyline: line, range: true, resample_distance: 50 })
    expect(reply.range_height.map(([meters]: number[]) => meters)).toEqual([0, 50, 100, 111])
    expect(parsePolylinePoints(reply.encoded_polyline, 6)).toHaveLength(4)
  })
}

function testTraces(getService: ServiceSource): void {
  const post = createPost(getService)

  test('returns the trip of a trace, with a leg from break to break', async () => {
    const { trip, id } = await post('trace_route', { ...TRACE_REQUEST, id: 'mine' })
    expect([id, trip.legs.length, trip.status]).toEqual(['mine', 1, 0])
    expect(trip.summary).toMatchObject({ length: 0.455, time: 53.04 })
    expect(trip.legs[0].maneuvers.map((maneuver: { type: number }) => maneuver.type)).toEqual([1, 15, 4])
    const broken = await post('trace_route', {
      ...TRACE_REQUEST,
      shape: shape.map((point, index) => ({ ...point, type: index === 4 ? 'break' : 'via' })),
    })
    expect(broken.trip.legs).toHaveLength(2)
    expect(broken.trip.locations.map((location: { original_index: number }) => location.original_index)).toEqual([
      0, 4, 8,
    ])
    const encoded = await post('trace_route', {
      costing: 'auto',
      encoded_polyline: encodePolyline(
        points.map(([latitude = 0, longitude = 0]) => [latitude, longitude] as const),
        6,
      ),
      trace_options: { gps_accuracy: 5 },
      durations: points.slice(1).map(() => 6),
    })
    expect(encoded.trip.summary.length).toBeCloseTo(0.455, 2)
  })

  test('returns the edges and points of a trace, and only the requested attributes', async () => {
    const {
      edges,
      matched_points,
      shape: line,
      units,
      confidence_score,
    } = await post('trace_attributes', TRACE_REQUEST)
    expect([units, confidence_score, matched_points.length]).toEqual(['kilometers', 1, points.length])
    expect(edges.map((edge: { names: string[] }) => edge.names)).toEqual([['Juan Paullier'], ['Edil Hugo Prato']])
    expect(edges[1]).toMatchObject({ begin_heading: 84, travel_mode: 'drive', drive_on_right: true })
    expect(parsePolylinePoints(line, 6)).toHaveLength(edges[1].end_shape_index + 1)
    expect(matched_points[1]).toEqual({
      lat: -34.907052,
      lon: -56.167439,
      type: 'matched',
      edge_index: 0,
      distance_along_edge: expect.closeTo(0.16, 2),
      distance_from_trace_point: 2.7,
    })
    expect(matched_points.at(-1)).toMatchObject({ edge_index: 1, distance_along_edge: 1 })
    const filters = { attributes: ['edge.names', 'matched.edge_index'], action: 'include' }
    const brief = await post('trace_attributes', { ...TRACE_REQUEST, filters })
    expect(Object.keys(brief)).toEqual(['edges', 'matched_points', 'units'])
    expect(Object.keys(brief.edges[0])).toEqual(['names'])
  })

  test('is metered like the operations behind it', async () => {
    const { key } = await issueKey(getService(), 'starter')
    const headers = { 'x-api-key': key }
    await post('trace_route', TRACE_REQUEST, headers)
    await post('isochrone', { ...ISOCHRONE_REQUEST, contours: [{ time: 1 }, { time: 2 }] }, headers)
    await post('locate', { locations: [START], costing: 'auto' }, headers)
    await post('height', { shape: [START] }, headers)
    expect((await getUsage(getService(), key)).json().quota.used).toBe(3)
  })
}
