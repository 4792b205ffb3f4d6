import { encodePolyline, parsePolylinePoints } from '@fairway/geo'
import {
  Client,
  type DirectionsRequest,
  type DirectionsResponseData,
  Language,
  TravelMode,
  TravelRestriction,
  UnitSystem,
} from '@googlemaps/google-maps-services-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { getUsage, issueKey } from '../../accounts/tests/sample-accounts.ts'
import { expectOfficial } from './compat-official.ts'

const path = '/v1/compat/google/directions/json'
const start = '-34.9066,-56.1671'
const goal = '-34.9094,-56.1653'

type DirectionsParams = Omit<DirectionsRequest['params'], 'key' | 'client_id' | 'client_secret'>

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
    const ask = async (params: DirectionsParams): Promise<DirectionsResponseData> => {
      // Only the URL differs from a request to the provider.
      const { data } = await client.directions({ url, params: { key: 'AIza', ...params } })
      return expectOfficial(data)
    }
    const get = async (query: string) => {
      const reply = await service.app.inject({ url: `${path}?${query}` })
      expectOfficial(reply.json<DirectionsResponseData>())
      return reply.json()
    }

    test('works with the official client of the provider', async () => {
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

    test('supports addresses, units, alternatives and avoided features', async () => {
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
      expect(data.geocoded_waypoints).toMatchObject([
        { geocoder_status: 'OK', partial_match: false, types: ['street_address'] },
        { geocoder_status: 'OK', partial_match: false, types: [] },
      ])
      const summaries = data.routes.map(({ summary }) => summary)
      expect(new Set(summaries).size).toBe(summaries.length)
      // The returned id identifies the place in later requests.
      const again = await get(`origin=place_id:${data.geocoded_waypoints[0]?.place_id}&destination=${goal}`)
      expect(again.routes[0].legs[0].distance.value).toBe(data.routes[0]?.legs[0]?.distance.value)
    })

    describe('waypoints', () => {
      const [a, b, c] = ['-34.8941,-56.1527', '-34.9059,-56.1913', '-34.8836,-56.1619']

      test('create legs, or are only passed through', async () => {
        const stops = await ask({ origin: start, destination: goal, waypoints: [a, b] })
        expect(stops.routes[0]?.legs).toHaveLength(3)
        expect(stops.routes[0]?.waypoint_order).toEqual([0, 1])
        const passing = await get(`origin=${start}&destination=${goal}&waypoints=via:${a}|${b}`)
        expect(passing.routes[0].legs).toHaveLength(2)
        const [leg] = passing.routes[0].legs
        const [via] = leg.via_waypoint
        expect(leg.via_waypoint).toHaveLength(1)
        // A route that continues after a stop does not begin with "Head" again.
        expect(
          leg.steps.filter((step: { html_instructions: string }) => /^Head /.test(step.html_instructions)),
        ).toHaveLength(1)
        expect(leg.steps[via.step_index].html_instructions).toBe(
          'Turn right onto <b>Avenida Doctor Américo Ricaldoni</b>',
        )
        expect(via.step_interpolation).toBeGreaterThan(0)
        expect(via.step_interpolation).toBeLessThan(1)
        const total = (legs: { distance: { value: number } }[]) =>
          legs.reduce((sum, leg) => sum + leg.distance.value, 0)
        expect(Math.abs(total(passing.routes[0].legs) - total(stops.routes[0]?.legs ?? []))).toBeLessThan(5)
      })

      test('may be the points of a polyline', async () => {
        const points = [a, b]
          .map((text) => text.split(',').map(Number))
          .map(([lat = 0, lng = 0]) => [lat, lng] as const)
        const line = encodeURIComponent(encodePolyline(points, 5))
        const inOriginalOrder = await get(`origin=${start}&destination=${goal}&waypoints=${a}|${b}|${c}`)
        const encoded = await get(`origin=${start}&destination=${goal}&waypoints=enc:${line}:|${c}`)
        expect(encoded.routes).toEqual(inOriginalOrder.routes)
        const passing = await get(`origin=${start}&destination=${goal}&waypoints=via:enc:${line}:|${c}`)
        expect(passing.geocoded_waypoints).toHaveLength(5)
        expect(passing.routes[0].legs).toHaveLength(2)
        expect(passing.routes[0].legs[0].via_waypoint).toHaveLength(2)
      })

      test('are optimized on request', async () => {
        const inOriginalOrder = await ask({ origin: start, destination: goal, waypoints: [b, a, c] })
        const best = await ask({ origin: start, destination: goal, waypoints: [b, a, c], optimize: true })
        expect(best.status).toBe('OK')
        expect([...(best.routes[0]?.waypoint_order ?? [])].sort()).toEqual([0, 1, 2])
        const seconds = (data: DirectionsResponseData) =>
          data.routes[0]?.legs.reduce((sum, leg) => sum + (leg.duration_in_traffic?.value ?? 0), 0) ?? 0
        expect(seconds(best)).toBeLessThanOrEqual(seconds(inOriginalOrder) + 1)
      })
    })

    describe('response language', () => {
      const directionsIn = async (language: string, more = '') => {
        const data = await get(`origin=${start}&destination=-34.8836,-56.0819&language=${language}${more}`)
        const [leg] = data.routes[0].legs
        return [leg.steps[0].html_instructions, leg.distance.text, leg.duration.text]
      }

      test('applies to steps and quantities', async () => {
        const data = await ask({ origin: start, destination: '-34.8836,-56.0819', language: Language.de })
        const [leg] = data.routes[0]?.legs ?? []
        expect(leg?.distance.text).toMatch(/^\d,\d km$/)
        expect(leg?.duration.text).toMatch(/^\d+ Min\.$/)
        expect(await directionsIn('de-AT')).toEqual(await directionsIn('de'))
        expect(await directionsIn('pt_BR')).toEqual(await directionsIn('pt'))
        expect((await directionsIn('de', '&units=IMPERIAL'))[1]).toMatch(/^\d,\d mi$/)
      })

      test.each(['', 'xx', 'tlh', 'en-GB', '!', 'x'.repeat(40)])('is English where it is %j', async (language) => {
        const [step, distance, duration] = await directionsIn(language)
        expect(step).toMatch(/^Head /)
        expect(distance).toMatch(/^\d\.\d km$/)
        expect(duration).toMatch(/^\d+ mins$/)
      })
    })

    test('counts as one route', async () => {
      const { key } = await issueKey(service, 'starter')
      const headers = { 'x-api-key': key }
      await service.app.inject({ url: `${path}?origin=${start}&destination=${goal}`, headers })
      expect((await getUsage(service, key)).json()).toMatchObject({
        quota: { used: 1 },
        usage: { by_operation: [{ operation: 'compat.directions', calls: 1, routes: 1 }] },
      })
    })
  },
  ['embedded'],
)
