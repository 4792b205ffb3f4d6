import { beforeAll, expect, test } from 'vitest'
import { expectErrorCode } from '../../../../../tests/support/expect-problem.ts'
import { openMaps, type TestMaps } from '../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { toProblem } from '../../../platform/http/problem.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { routingProblems } from '../../road/route/api/failures.ts'

const [from, to] = [
  [-34.9066, -56.1671],
  [-34.9094, -56.1653],
] as const
const waypoint = ([latitude, longitude]: readonly [number, number]) => ({
  location: { latLng: { latitude, longitude } },
})
const location = ([lat, lon]: readonly [number, number]) => ({ lat, lon })
const toLonLat = ([latitude, longitude]: readonly [number, number]) => [longitude, latitude]
const coordinates = `${toLonLat(from)};${toLonLat(to)}`
const osrm = (service: string, list = coordinates): Request => ({
  url: `osrm/${service}/v1/driving/${list}`,
  fields: { code: 'InternalError' },
})
const valhalla = (action: string, payload: object): Request => ({
  url: `valhalla/${action}`,
  payload: { costing: 'auto', ...payload },
  fields: { error_code: 199, status_code: 503 },
})
const locations = [location(from), location(to)]

interface Request {
  readonly url: string
  readonly payload?: object
  /** Fields of the format in the reply. */
  readonly fields: object
}

const requests: readonly Request[] = [
  osrm('route'),
  osrm('table'),
  osrm('match'),
  osrm('trip'),
  osrm('nearest', String(toLonLat(from))),
  valhalla('route', { locations }),
  valhalla('sources_to_targets', { sources: locations, targets: locations }),
  valhalla('optimized_route', { locations }),
  valhalla('isochrone', { locations: [location(from)], contours: [{ time: 2 }] }),
  valhalla('trace_route', { shape: locations, shape_match: 'map_snap' }),
  valhalla('locate', { locations }),
  {
    url: 'vroom',
    payload: {
      vehicles: [{ id: 1, start: toLonLat(from) }],
      jobs: [{ id: 1, location: toLonLat(to) }],
    },
    fields: { code: 1 },
  },
  {
    url: `google/directions/json?origin=${from}&destination=${to}`,
    fields: { status: 'UNKNOWN_ERROR', routes: [], geocoded_waypoints: [] },
  },
  {
    url: `google/distancematrix/json?origins=${from}&destinations=${to}`,
    fields: { status: 'UNKNOWN_ERROR', rows: [] },
  },
  {
    url: 'google/directions/v2:computeRoutes?fields=*',
    payload: { origin: waypoint(from), destination: waypoint(to) },
    fields: { error: { code: 503, status: 'UNAVAILABLE', message: expect.any(String) } },
  },
  {
    url: 'google/distanceMatrix/v2:computeRouteMatrix?fields=*',
    payload: { origins: [{ waypoint: waypoint(from) }], destinations: [{ waypoint: waypoint(to) }] },
    fields: { error: { code: 503, status: 'UNAVAILABLE', message: expect.any(String) } },
  },
]

describeOnStores(
  'formats of other providers while no map can be used',
  ({ start }) => {
    let maps: TestMaps
    beforeAll(async () => {
      maps = await openMaps()
    })
    const ask = ({ app }: TestService, { url, payload }: Request) =>
      app.inject({ method: payload ? 'POST' : 'GET', url: `/v1/compat/${url}`, ...(payload && { payload }) })

    test('fail only for now, and serve again when a map is usable', async () => {
      const config = { anonymousBurst: 100_000 }
      const service = await start({ maps: { ...maps, regions: [] }, hasUnusableMaps: true, config })
      const { detail } = toProblem(routingProblems, { kind: 'maps-unavailable' }).body
      for (const request of requests) {
        const reply = await ask(service, request)
        expect([request.url, reply.statusCode, reply.json()]).toMatchObject([
          request.url,
          503,
          { busy: true, detail, ...request.fields },
        ])
        expect(reply.headers).toMatchObject({ 'x-error-code': 'maps-unavailable', 'retry-after': '10' })
        expectErrorCode(503, reply.headers['x-error-code'])
      }
      await service.regions.update(maps.regions, service.clock.now())
      for (const request of requests) {
        const reply = await ask(service, request)
        expect([request.url, reply.statusCode]).toEqual([request.url, 200])
      }
    })

    test('reject a request on a service without maps as before', async () => {
      const service = await start({ config: { anonymousBurst: 100_000 } })
      for (const request of requests) {
        const reply = await ask(service, request)
        expect([request.url, reply.statusCode]).not.toEqual([request.url, 503])
        expect(reply.json()).not.toHaveProperty('busy', true)
      }
    })
  },
  ['embedded'],
)
