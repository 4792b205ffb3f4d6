import { seededRandom } from '@fairway/geo'
import { profileNames } from '@fairway/road'
import { beforeAll, expect, test } from 'vitest'
import { expectProblem } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { getRoute, independencia, type Point, pocitos, postRoute, tresCruces } from './trips.ts'

const trip = { from: independencia, to: pocitos }

describeOnStores(
  'a profile',
  ({ startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 1_000_000 } })
    })

    test('determines the roads, the speed and the travel mode', async () => {
      const car = await getRoute(service, trip)
      const bicycle = await getRoute(service, { ...trip, profile: 'bicycle' })
      const foot = await getRoute(service, { ...trip, profile: 'foot' })
      expect(foot.eta_min).toBeGreaterThan(bicycle.eta_min)
      expect(bicycle.eta_min).toBeGreaterThan(car.eta_min)
      expect((60 * foot.distance_km) / foot.eta_min).toBeCloseTo(5, 0)
      expect(new Set(car.steps.map(({ mode }) => mode))).toEqual(new Set(['driving']))
      expect(new Set(foot.steps.map(({ mode }) => mode))).toEqual(new Set(['walking']))
      expect(bicycle.steps.map(({ mode }) => mode)).toContain('cycling')
      expect(foot.data.dataset).toBe(car.data.dataset)
    })

    test('car is the default', async () => {
      // Only the ids of the route and of its alternatives differ.
      const withoutIds = (route: object) => JSON.stringify(route).replace(/"id":"rt_[^"]*"/g, '')
      const usual = await getRoute(service, trip)
      const explicit = await getRoute(service, { ...trip, profile: 'car' })
      expect(withoutIds(explicit)).toBe(withoutIds(usual))
    })

    test('walks one-way streets in both directions: there and back have the same length', async () => {
      const there = await getRoute(service, { ...trip, profile: 'foot' })
      const back = await getRoute(service, { from: trip.to, to: trip.from, profile: 'foot' })
      expect(back.distance_km).toBeCloseTo(there.distance_km, 2)
    })

    test.each(profileNames)('%s: every matrix cell equals its route', async (profile) => {
      const random = seededRandom(24)
      const points = Array.from(
        { length: 6 },
        (): Point => [independencia[0] + (random() - 0.5) * 0.03, independencia[1] + random() * 0.06],
      )
      const { statusCode, payload } = await service.app.inject({
        method: 'POST',
        url: '/v1/matrix',
        payload: { points, profile },
      })
      expect(statusCode, payload).toBe(200)
      const matrix = JSON.parse(payload) as { distances_km: number[][]; durations_min: number[][] }
      for (const [row, from] of points.entries()) {
        for (const [column, to] of points.entries()) {
          if (row === column) continue
          const route = await getRoute(service, { from, to, profile, alternatives: 0 })
          expect(matrix.distances_km[row]?.[column], `${from} to ${to}`).toBeCloseTo(route.distance_km, 3)
          expect(matrix.durations_min[row]?.[column], `${from} to ${to}`).toBeCloseTo(route.eta_min, 3)
        }
      }
    })

    test('stays the same when a route is rerouted by its id', async () => {
      const route = await getRoute(service, { ...trip, profile: 'foot' })
      const { payload } = await service.app.inject({
        method: 'POST',
        url: '/v1/reroute',
        payload: { route_id: route.id, position: tresCruces, reply: 'full' },
      })
      const rerouted = JSON.parse(payload) as { route: { steps: { mode: string }[] } }
      expect(new Set(rerouted.route.steps.map(({ mode }) => mode)), payload).toEqual(new Set(['walking']))
    })

    test('stays a truck with the preset that the reroute gives', async () => {
      const route = await getRoute(service, { ...trip, profile: 'truck' })
      const { statusCode, payload } = await service.app.inject({
        method: 'POST',
        url: '/v1/reroute',
        payload: { route_id: route.id, position: tresCruces, vehicle: { preset: '12t' } },
      })
      expect(statusCode, payload).toBe(200)
    })

    test('of another operation is ignored by self-driving routes', async () => {
      const { statusCode } = await service.app.inject({
        method: 'POST',
        url: '/v1/av/route',
        payload: { ...trip, vehicle: { electric: null }, profile: 'foot', model: 'quiet' },
      })
      expect([200, 422]).toContain(statusCode)
    })

    test('is rejected with the list of profiles if it is unknown', async () => {
      const reply = await postRoute(service, { ...trip, profile: 'hovercraft' })
      expectProblem(
        reply,
        422,
        /^profile is "hovercraft"; it must be one of car, motorcycle, truck, bicycle, foot, wheelchair/,
      )
    })
  },
  ['embedded'],
)
