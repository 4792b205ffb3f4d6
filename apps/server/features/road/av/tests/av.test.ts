import { parsePolylinePoints } from '@fairway/geo'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeObjects } from '../../../../../../tests/api/closed-document.ts'
import { type Described, listOperations, readDocument } from '../../../../../../tests/api/contract.ts'
import { expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { independencia, pocitos, type RouteReply, tresCruces } from '../../route/tests/trips.ts'
import { avExample, avRequests } from '../examples.ts'

interface AvRoute<G = [number, number][]> extends RouteReply<G> {
  readonly preview: boolean
  readonly engages: boolean
  readonly odd: Record<string, unknown>
  readonly conditions: Record<string, unknown>
}

describeOnStores(
  'self-driving routes in the sample domain',
  ({ startShared }) => {
    let service: TestService
    let operation: Described
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 100_000 } })
      const operations = listOperations(closeObjects(await readDocument(service)))
      operation = operations.find(({ name }) => name === 'POST /v1/av/route') ?? expect.unreachable()
    })
    const getAvRoute = async <G = [number, number][]>(body: object): Promise<AvRoute<G>> => {
      const reply = await service.app.inject({ method: 'POST', url: '/v1/av/route', payload: body })
      const route = expectServed(reply).json<AvRoute<G>>()
      expect(operation.findFault('200', 'application/json', route)).toBeUndefined()
      return route
    }
    const trip = { from: independencia, to: tresCruces }

    test('needs only from and to, from the first start', async () => {
      const route = await getAvRoute(trip)
      expect(route).toMatchObject({
        mode: 'av',
        preview: true,
        engages: true,
        odd: {
          id: 'montevideo-sample',
          version: '1',
          operator: 'Sample operator',
          area: 'Centre of Montevideo',
          sample: true,
        },
        conditions: { weather: 'dry', light: 'daylight', visibility_m: 10_000 },
        depart_at: '2026-11-15T12:00:00.000Z',
        source: 'local',
        data: { region: 'montevideo' },
      })
      expect(route.distance_km).toBeGreaterThan(2)
      expect(route.steps.at(-1)?.maneuver.type).toBe('arrive')
    })

    test('returns the documented example, except for id and dataset', async () => {
      const route = await getAvRoute(avRequests[0] ?? {})
      const { id: _id, data: _data, alternatives, ...expected } = avExample
      expect(route).toMatchObject({
        ...expected,
        alternatives: alternatives.map((alternative) => ({ ...alternative, id: expect.any(String) })),
      })
      await getAvRoute(avRequests[1] ?? {})
    })

    test('supports the options of road routes: stops, formats, languages, units, alternatives', async () => {
      const route = await getAvRoute<string>({
        ...trip,
        via: [pocitos],
        geometry: 'polyline6',
        language: 'es',
        units: 'metric',
        alternatives: 3,
      })
      expect(route.legs).toHaveLength(2)
      expect(parsePolylinePoints(route.geometry, 6)?.length).toBeGreaterThan(20)
      expect(route.steps[0]?.instruction).toMatch(/^Dirígete al /)
      expect(route.distance_text).toMatch(/ km$/)
      expect((await getAvRoute<null>({ ...trip, geometry: 'none', steps: false })).geometry).toBeNull()
      expect((await getAvRoute({ ...trip, alternatives: 0 })).alternatives).toEqual([])
      expect((await getAvRoute({ ...trip, wheels: 4 })).warnings).toEqual([
        "unknown field 'wheels' was ignored",
        'the domain montevideo-sample is a sample that no operator uses and no authority has approved',
        'weather was not checked; dry weather and a visibility of 10000 m are assumed unless you give conditions',
        'the current state of the roads was checked only against the domain, the map and the traffic feeds of this service',
      ])
      const { warnings } = await getAvRoute({ ...trip, conditions: { weather: 'light_rain' } })
      expect(warnings).toContain('weather was not checked; the given conditions were used')
    })

    test('equals the road route where that complies with the rules', async () => {
      const body = { from: [-34.9066, -56.1671], to: [-34.9094, -56.1653] }
      const road = await service.app.inject({ method: 'POST', url: '/v1/route', payload: body })
      const { geometry, eta_min, steps } = expectServed(road).json<RouteReply>()
      expect(await getAvRoute(body)).toMatchObject({ geometry, eta_min, steps })
    })

    test('departs in time for a requested arrival', async () => {
      const route = await getAvRoute({ ...trip, arrive_by: '2026-11-16T09:00:00-03:00' })
      expect(route.arrive_at).toBe('2026-11-16T12:00:00.000Z')
    })

    describe('light by the sun, unless given', () => {
      test.each([
        ['2026-11-16T12:00:00-03:00', 'daylight'],
        ['2026-11-16T19:45:00-03:00', 'twilight'],
        ['2026-11-16T23:00:00-03:00', 'night'],
      ])('%s is %s', async (depart_at, light) => {
        expect((await getAvRoute({ ...trip, depart_at })).conditions.light).toBe(light)
        const withGivenLight = await getAvRoute({
          ...trip,
          depart_at,
          conditions: { light: 'daylight', visibility_m: 250.5 },
        })
        expect(withGivenLight.conditions).toEqual({ weather: 'dry', light: 'daylight', visibility_m: 250.5 })
      })
    })

    test('counts as one route', async () => {
      const before = await service.app.inject('/metrics')
      await getAvRoute(trip)
      const after = await service.app.inject('/metrics')
      const count = (text: string) => Number(/operation="av"[^}]*} (\d+)/.exec(text)?.[1] ?? 0)
      expect(count(after.payload)).toBe(count(before.payload) + 1)
    })

    test('does not store a preview, so that no reroute leaves a domain', async () => {
      const { id } = await getAvRoute(trip)
      const reply = await service.app.inject({ method: 'POST', url: '/v1/reroute', payload: { route_id: id } })
      expect(reply.statusCode).toBe(422)
    })
  },
  ['embedded'],
)
