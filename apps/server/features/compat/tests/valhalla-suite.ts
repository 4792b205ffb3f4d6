import { parsePolylinePoints } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { ask, type FormatCase, type ServiceSource, testCases } from './format-case.ts'

const START = { lat: -34.9066, lon: -56.1671 }
const GOAL = { lat: -34.9094, lon: -56.1653 }
const MIDDLE = { lat: -34.8941, lon: -56.1527 }
const ROUTE_REQUEST = { locations: [START, GOAL], costing: 'auto' }
const MATRIX_REQUEST = { sources: [START], targets: [GOAL, MIDDLE], costing: 'auto' }

const fail = (action: string, payload: object, error_code: number, error: string): FormatCase => ({
  url: `valhalla/${action}`,
  payload,
  status: 400,
  body: { error_code, error, status_code: 400, status: 'Bad Request' },
})
const route = (fields: object, code: number, error: string) =>
  fail('route', { ...ROUTE_REQUEST, ...fields }, code, error)

const DATE_MESSAGE = 'Date and time is invalid.  Format is YYYY-MM-DDTHH:MM'
const errors: readonly FormatCase[] = [
  route({ locations: undefined }, 110, "Insufficiently specified required parameter 'locations'"),
  route({ locations: 'here' }, 110, "Insufficiently specified required parameter 'locations'"),
  route({ locations: [START] }, 120, 'Insufficient number of locations provided'),
  route({ locations: [START, { lat: 1 }] }, 130, 'Failed to parse location'),
  route({ locations: [START, 3] }, 130, 'Failed to parse location'),
  route({ locations: [START, { lat: 91, lon: 1 }] }, 130, 'Failed to parse location'),
  route({ costing: undefined }, 124, 'No edge/node costing provided'),
  route({ costing: 'rocket' }, 125, "No costing method found: 'rocket'"),
  route({ date_time: { type: 7 } }, 163, 'Invalid date_type'),
  route({ date_time: { type: 1 } }, 160, 'Date and time required for origin for date_type of depart at'),
  route({ date_time: { type: 2 } }, 161, 'Date and time required for destination for date_type of arrive by'),
  route({ date_time: { type: 1, value: 'soon' } }, 162, DATE_MESSAGE),
  route({ date_time: { type: 1, value: '2026-13-01T08:00' } }, 162, DATE_MESSAGE),
  route({ shape_format: 'wkt' }, 164, 'Invalid shape format'),
  route({ exclude_polygons: 3 }, 137, 'Failed to parse polygon'),
  route({ exclude_polygons: [[[1, 2]]] }, 137, 'Failed to parse polygon'),
  route({ locations: Array.from({ length: 103 }, () => START) }, 150, 'Exceeded max locations: 102'),
  route({ locations: [START, { lat: 51.5, lon: 0.5 }] }, 171, 'No suitable edges near location'),
  fail(
    'sources_to_targets',
    { ...MATRIX_REQUEST, sources: undefined },
    112,
    "Insufficiently specified required parameter 'locations' or 'sources & targets'",
  ),
  fail('sources_to_targets', { ...MATRIX_REQUEST, sources: [] }, 121, 'Insufficient number of sources provided'),
  fail('sources_to_targets', { ...MATRIX_REQUEST, targets: [] }, 122, 'Insufficient number of targets provided'),
  fail('sources_to_targets', { ...MATRIX_REQUEST, sources: [{}] }, 131, 'Failed to parse source'),
  fail('sources_to_targets', { ...MATRIX_REQUEST, targets: [{}] }, 132, 'Failed to parse target'),
  fail(
    'sources_to_targets',
    { ...MATRIX_REQUEST, targets: [{ lat: 51.5, lon: 0.5 }] },
    171,
    'No suitable edges near location',
  ),
  fail('optimized_route', { ...ROUTE_REQUEST, locations: [START] }, 120, 'Insufficient number of locations provided'),
  fail('route', [], 100, 'Failed to parse json request'),
  {
    url: 'valhalla/route?json={',
    status: 400,
    body: { error_code: 100, error: 'Failed to parse json request' },
  },
  { url: 'valhalla/route', status: 400, body: { error_code: 100 } },
  { url: 'valhalla/centroid', payload: {}, status: 404, body: { error_code: 106 } },
  {
    url: 'valhalla/expansion',
    status: 404,
    body: { error_code: 106, error: expect.stringContaining("Try any of: '/route'") },
  },
  {
    url: 'valhalla/route',
    payload: { ...ROUTE_REQUEST, format: 'gpx' },
    status: 501,
    body: { error_code: 107, error: 'Not Implemented: format' },
  },
]

export function describeValhalla(getService: ServiceSource): void {
  describe('Valhalla', () => {
    const post = async (action: string, payload: object) =>
      (await ask(getService(), `valhalla/${action}`, { payload })).body

    testCases('reports errors', getService, errors)

    test.each(['application/x-www-form-urlencoded', 'text/plain'])('reads JSON that is sent as %s', async (type) => {
      const send = (payload: string) =>
        getService().app.inject({
          method: 'POST',
          url: '/v1/compat/valhalla/route',
          headers: { 'content-type': type },
          payload,
        })
      const reply = await send(JSON.stringify(ROUTE_REQUEST))
      expect([reply.statusCode, reply.json().trip.status]).toEqual([200, 0])
      const broken = await send('{"locations":')
      expect([broken.statusCode, broken.json().error_code]).toEqual([400, 100])
    })

    test('returns trips', async () => {
      const { trip, id } = await post('route', {
        ...ROUTE_REQUEST,
        id: 'mine',
        costing_options: { auto: { use_tolls: 0, top_speed: 90 } },
      })
      expect(id).toBe('mine')
      expect(trip).toMatchObject({
        locations: [{ type: 'break', original_index: 0 }, { original_index: 1 }],
        summary: { time: 53.4, length: 0.459 },
        status: 0,
        status_message: 'Found route between points',
        units: 'kilometers',
        warnings: [{ text: 'costing_options.auto.top_speed is not supported and was ignored' }],
      })
      const [leg] = trip.legs
      expect(leg.maneuvers.map((maneuver: { type: number }) => maneuver.type)).toEqual([1, 15, 5])
      expect(leg.maneuvers[1]).toMatchObject({
        street_names: ['Edil Hugo Prato'],
        travel_mode: 'drive',
        begin_shape_index: 4,
      })
      expect(parsePolylinePoints(leg.shape, 6)).toHaveLength(leg.maneuvers.at(-1).end_shape_index + 1)
      const get = await ask(getService(), `valhalla/route?json=${encodeURIComponent(JSON.stringify(ROUTE_REQUEST))}`)
      expect(get.body.trip.summary).toEqual(trip.summary)
    })

    test('passes through locations without a stop, in other units and languages, with alternatives', async () => {
      const through = await post('route', {
        ...ROUTE_REQUEST,
        locations: [START, { ...MIDDLE, type: 'through' }, GOAL],
        units: 'miles',
        language: 'de-DE',
        costing: 'pedestrian',
      })
      expect([through.trip.legs.length, through.trip.units]).toEqual([1, 'miles'])
      expect(through.trip.legs[0].maneuvers[0]).toMatchObject({ travel_mode: 'pedestrian' })
      const plain = await post('route', {
        ...ROUTE_REQUEST,
        locations: [START, MIDDLE],
        alternates: 2,
        shape_format: 'no_shape',
        directions_type: 'none',
      })
      expect(plain.alternates.length).toBeGreaterThan(0)
      expect(Object.keys(plain.trip.legs[0])).toEqual(['summary'])
    })

    test('returns matrices that equal the routes', async () => {
      const { sources_to_targets } = await post('sources_to_targets', MATRIX_REQUEST)
      expect(sources_to_targets[0][0]).toEqual({ distance: 0.459, time: 53, from_index: 0, to_index: 0 })
      const brief = await post('sources_to_targets', { ...MATRIX_REQUEST, verbose: false })
      expect(brief.sources_to_targets.distances).toEqual([
        sources_to_targets[0].map((cell: { distance: number }) => cell.distance),
      ])
    })

    test('returns the best order of locations, and the status', async () => {
      const locations = [START, { lat: -34.9059, lon: -56.1913 }, MIDDLE, GOAL]
      const { trip } = await post('optimized_route', { ...ROUTE_REQUEST, locations })
      const order: number[] = trip.locations.map((location: { original_index: number }) => location.original_index)
      expect([order[0], order[3], [...order].sort()]).toEqual([0, 3, [0, 1, 2, 3]])
      const given = await post('route', { ...ROUTE_REQUEST, locations })
      expect(trip.summary.time).toBeLessThanOrEqual(given.trip.summary.time + 1)
      expect((await ask(getService(), 'valhalla/status')).body.available_actions).toContain('route')
    })
  })
}
