import { parsePolylinePoints } from '@fairway/geo/polyline.ts'
import {
  Client,
  type DirectionsResponseData,
  TravelMode,
  TravelRestriction,
  UnitSystem,
} from '@googlemaps/google-maps-services-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { openMaps } from '../support/maps.ts'
import type { TestService } from '../support/service.ts'
import { expectProblem } from './expect-problem.ts'
import { issueKey, usage } from './people.ts'
import { describeOnStores } from './suite.ts'

const path = '/v1/compat/google/directions/json'
const start = '-34.9066,-56.1671'
const goal = '-34.9094,-56.1653'

describeOnStores(
  'directions in the format of another provider',
  ({ startShared }) => {
    let service: TestService
    let url: string
    beforeAll(async () => {
      service = await startShared({ config: { anonymousBurst: 100_000 }, maps: await openMaps() })
      url = `${await service.app.listen({ port: 0, host: '127.0.0.1' })}${path}`
    })
    const client = new Client({})
    const ask = async (params: object): Promise<DirectionsResponseData> => {
      // Only the address is another one.
      const { data } = await client.directions({ url, params: { key: 'AIza', ...params } as never })
      return data
    }
    const get = async (query: string) => (await service.app.inject({ url: `${path}?${query}` })).json()

    test('the official client of the provider gets a route', async () => {
      const data = await ask({ origin: start, destination: goal, mode: TravelMode.driving })
      expect([data.status, data.routes.length, data.error_message]).toEqual(['OK', 1, undefined])
      const [route] = data.routes
      const [leg] = route?.legs ?? []
      if (!route || !leg) throw new Error('no leg')
      expect(route.summary).not.toBe('')
      expect(route.copyrights).toContain('OpenStreetMap')
      expect(leg.distance).toEqual({ value: 459, text: '0.5 km' })
      expect(leg.duration.value).toBeGreaterThan(20)
      expect(leg.duration.text).toBe('1 min')
      expect(leg.duration_in_traffic?.value).toBeGreaterThanOrEqual(leg.duration.value)
      expect(leg.start_address).toContain('Montevideo')
      expect(leg.start_location.lat).toBeCloseTo(-34.9066, 3)
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
      expect(Math.abs(sum(leg.steps.map((step) => step.distance.value)) - leg.distance.value)).toBeLessThan(3)
      expect(Math.abs(sum(leg.steps.map((step) => step.duration.value)) - leg.duration.value)).toBeLessThan(3)
      expect(leg.steps[1]).toMatchObject({
        html_instructions: 'Turn left onto <b>Edil Hugo Prato</b>',
        maneuver: 'turn-left',
        travel_mode: 'DRIVING',
      })
      const overview = parsePolylinePoints(route.overview_polyline.points, 5) ?? []
      expect(overview[0]?.[0]).toBeCloseTo(leg.start_location.lat, 4)
      const steps = leg.steps.flatMap((step) => parsePolylinePoints(step.polyline.points, 5) ?? [])
      expect(steps.at(-1)).toEqual(overview.at(-1))
      expect(route.bounds.northeast.lat).toBeGreaterThan(route.bounds.southwest.lat)
    })

    test('addresses, units, alternatives, what is avoided', async () => {
      const data = await ask({
        origin: '18 de julio 1234, montevideo',
        destination: goal,
        alternatives: true,
        units: UnitSystem.imperial,
        avoid: [TravelRestriction.tolls, TravelRestriction.highways],
        departure_time: 'now',
      })
      expect(data.status).toBe('OK')
      expect(data.routes.length).toBeGreaterThan(1)
      expect(data.routes[0]?.legs[0]?.start_address).toBe('Avenida 18 de Julio 1234, Montevideo, Uruguay')
      expect(data.routes[0]?.legs[0]?.distance.text).toMatch(/^\d+\.\d mi$/)
      expect(data.geocoded_waypoints).toMatchObject([{ geocoder_status: 'OK' }, { geocoder_status: 'OK' }])
      // The place can be named by the id that was given.
      const again = await get(`origin=place_id:${data.geocoded_waypoints[0]?.place_id}&destination=${goal}`)
      expect(again.routes[0].legs[0].distance.value).toBe(data.routes[0]?.legs[0]?.distance.value)
    })

    describe('waypoints', () => {
      const [a, b, c] = ['-34.8941,-56.1527', '-34.9059,-56.1913', '-34.8836,-56.1619']

      test('make legs, or only lead through', async () => {
        const stops = await ask({ origin: start, destination: goal, waypoints: [a, b] })
        expect(stops.routes[0]?.legs).toHaveLength(3)
        expect(stops.routes[0]?.waypoint_order).toEqual([0, 1])
        const passing = await get(`origin=${start}&destination=${goal}&waypoints=via:${a}|${b}`)
        expect(passing.routes[0].legs).toHaveLength(2)
        expect(passing.routes[0].legs[0].via_waypoint).toHaveLength(1)
        const total = (legs: { distance: { value: number } }[]) =>
          legs.reduce((sum, leg) => sum + leg.distance.value, 0)
        expect(Math.abs(total(passing.routes[0].legs) - total(stops.routes[0]?.legs ?? []))).toBeLessThan(5)
      })

      test('are put into the best order when that is asked for', async () => {
        const given = await ask({ origin: start, destination: goal, waypoints: [b, a, c] })
        const best = await ask({ origin: start, destination: goal, waypoints: [b, a, c], optimize: true })
        expect(best.status).toBe('OK')
        expect([...(best.routes[0]?.waypoint_order ?? [])].sort()).toEqual([0, 1, 2])
        const seconds = (data: DirectionsResponseData) =>
          data.routes[0]?.legs.reduce((sum, leg) => sum + (leg.duration_in_traffic?.value ?? 0), 0) ?? 0
        expect(seconds(best)).toBeLessThanOrEqual(seconds(given) + 1)
      })
    })

    test.each([
      ['', 'INVALID_REQUEST', /^origin is missing/],
      [`origin=${start}`, 'INVALID_REQUEST', /^destination is missing/],
      [
        `origin=${start}&destination=${goal}&mode=walking`,
        'INVALID_REQUEST',
        /^mode is "walking"; this service knows driving/,
      ],
      [`origin=${start}&destination=${goal}&avoid=hills`, 'INVALID_REQUEST', /^avoid is "hills"; it must be of tolls/],
      [`origin=${start}&destination=${goal}&departure_time=soon`, 'INVALID_REQUEST', /^departure_time must be now/],
      [`origin=${start}&destination=${goal}&departure_time=5`, 'INVALID_REQUEST', /^departure_time lies in the past/],
      [`origin=91,5&destination=${goal}`, 'INVALID_REQUEST', /latitude runs from -90 to 90/],
      [`origin=0,0&destination=${goal}`, 'INVALID_REQUEST', /\[0, 0\]/],
      [`origin=xyzzyplugh&destination=${goal}`, 'NOT_FOUND', /^no place is known as "xyzzyplugh"/],
      [`origin=10,10&destination=${goal}`, 'ZERO_RESULTS', /outside the maps/],
      [
        `origin=${start}&destination=${goal}&waypoints=${Array(26).fill(goal).join('|')}`,
        'MAX_WAYPOINTS_EXCEEDED',
        /26/,
      ],
    ])('%s is told as the format does', async (query, status, message) => {
      const reply = await service.app.inject({ url: `${path}?${query}` })
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toMatchObject({ status, error_message: expect.stringMatching(message), routes: [] })
    })

    test('counts as one route; limits are answered as everywhere', async () => {
      const { key } = await issueKey(service, 'starter')
      const headers = { 'x-api-key': key }
      await service.app.inject({ url: `${path}?origin=${start}&destination=${goal}`, headers })
      expect((await usage(service, key)).json()).toMatchObject({
        quota: { used: 1 },
        usage: { by_operation: [{ operation: 'compat.directions', calls: 1, routes: 1 }] },
      })
      let reply = await service.app.inject({ url: `${path}?origin=${start}&destination=${goal}`, headers })
      for (let count = 0; count < 120 && reply.statusCode === 200; count++) {
        reply = await service.app.inject({ url: `${path}?`, headers })
      }
      expectProblem(reply, 429)
    })
  },
  ['embedded'],
)
