import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import { openSeas } from '../../../../../tests/support/maps/seas.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { openSky } from '../../../../../tests/support/operations/drone.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'

type Point = readonly [number, number]

/** The tests check that each kind of asset uses the planner and the limits of its kind. */
describeOnStores(
  'kinds of assets',
  ({ startShared }) => {
    let service: TestService
    let clock: FakeClock
    let fleet: Fleet
    beforeAll(async () => {
      clock = new FakeClock()
      const plans = defaultPlans(7)
      const live = { ...plans.pro.live, apiLivePollsPerSecond: 1e6, gpsPushPerSecond: 1e6 }
      const config = { plans: { ...plans, pro: { ...plans.pro, live } } }
      service = await startShared({
        clock,
        config,
        maps: await openMaps(),
        seas: await openSeas(),
        sky: await openSky(),
      })
    })
    beforeEach(async () => {
      fleet = new Fleet(service, (await issueKey(service, 'pro')).key)
    })
    const attach = async (id: string, body: object) => {
      const reply = await fleet.post(`/${id}/route`, body)
      expect([reply.statusCode, reply.payload.slice(0, 300)]).toEqual([200, expect.any(String)])
      return reply.json() as {
        asset: { plan: object }
        route: { geometry: Point[]; distance_km: number; eta_min: number; altitudes_m?: number[] }
      }
    }
    const wait = (seconds: number) => clock.advance(1000 * seconds)

    test('routes a vessel over water, follows it, and reroutes it when it leaves its route', async () => {
      const id = await fleet.register({ kind: 'vessel', profile: { vessel: { draught_m: 6 } } })
      const { asset, route } = await attach(id, { from: 'NLRTM', to: 'DEHAM', alternatives: 0 })
      expect(asset.plan).toMatchObject({ mode: 'maritime', eta_min: route.eta_min })
      const [first, next] = route.geometry as [Point, Point]
      const between = (share: number): Point => [
        first[0] + share * (next[0] - first[0]),
        first[1] + share * (next[1] - first[1]),
      ]
      for (const share of [0, 0.2, 0.4]) {
        wait(600)
        await fleet.push(id, { at: between(share), speed_ms: 7 })
      }
      const live = await fleet.live(id)
      expect(live).toMatchObject({ state: 'on_route', plan: { mode: 'maritime' } })
      expect(live.eta_min).toBeGreaterThan(0.5 * route.eta_min)
      for (let count = 1; count <= 4; count++) {
        wait(600)
        await fleet.push(id, { at: [between(0.4)[0] + 0.03 * count, between(0.4)[1] - 0.02 * count], speed_ms: 6 })
      }
      expect(await fleet.live(id)).toMatchObject({
        state: 'off_route',
        reroute: { kind: 'full', reason: 'off-route', route: { mode: 'maritime', geometry: expect.any(Array) } },
      })
    })

    test('follows a drone with its altitudes; too high is off route, and the reroute respects its range', async () => {
      const aircraft = { cruise_speed_ms: 12, range_km: 20 }
      const id = await fleet.register({ kind: 'drone', profile: { aircraft } })
      const { asset, route } = await attach(id, { from: [-40, -20], to: [-39.95, -20] })
      expect(asset.plan).toMatchObject({ mode: 'drone' })
      const line = route.geometry
      const heights = route.altitudes_m ?? []
      const middle = Math.floor(line.length / 2)
      const at = (share: number): Point => [-40 + 0.05 * share, -20]
      const cruise = heights[middle] ?? 0
      for (const share of [0.2, 0.3, 0.4]) {
        wait(46)
        await fleet.push(id, { at: at(share), altitude_m: cruise, speed_ms: 12, heading: 0 })
      }
      expect(await fleet.live(id)).toMatchObject({ state: 'on_route', conformance: 'conforming' })
      for (let count = 1; count <= 14; count++) {
        wait(1)
        const [latitude, longitude] = at(0.4 + count * 0.002)
        await fleet.push(id, { at: [latitude, longitude], altitude_m: cruise + 80, speed_ms: 12, heading: 0 })
      }
      const off = await fleet.live(id)
      expect(off).toMatchObject({
        state: 'off_route',
        conformance: 'nonconforming',
        reroute: { kind: 'full', route: { mode: 'drone' } },
      })
      const { route: wayOn } = off.reroute as unknown as { route: Awaited<ReturnType<typeof attach>>['route'] }
      expect(wayOn.altitudes_m?.slice(0, 2), 'it is in the air').toEqual([cruise + 80, cruise])
      expect(off.remaining_km).toBeCloseTo(wayOn.distance_km, 3)
      const rerouted = await attach(id, { to: [-39.95, -20] })
      expect(rerouted.route.altitudes_m?.[0]).toBe(cruise + 80)
    })

    test('times a robot on roads at walking pace, not as the car it was routed as', async () => {
      const id = await fleet.register({ kind: 'robot' })
      const from: Point = [-34.9066, -56.1671]
      await fleet.push(id, { at: from, speed_ms: 0 })
      const { route } = await attach(id, { to: [-34.8941, -56.1527] })
      const live = await fleet.live(id)
      expect(live.eta_min).toBeCloseTo(((live.remaining_km ?? 0) * 1000) / 1.5 / 60, 0)
      expect(live.eta_min).toBeCloseTo(route.eta_min, 0)
      const payload = { from, to: [-34.8941, -56.1527] }
      const car = (await service.app.inject({ method: 'POST', url: '/v1/route', payload })).json()
      expect(live.eta_min).toBeGreaterThan(3 * car.eta_min)
    })

    test('reports a vehicle that turns around as off route, with a reroute and its remaining distance', async () => {
      const id = await fleet.register()
      const { route } = await attach(id, { from: [-34.9066, -56.1671], to: [-34.8941, -56.1527] })
      const line = route.geometry
      const forth = walk(line, 10).slice(0, 90)
      const back = forth.toReversed().slice(1, 60)
      const push = async (at: Point, speed_ms: number) => {
        wait(1)
        await fleet.push(id, { at, speed_ms, accuracy_m: 4 })
      }
      for (const at of forth) await push(at, 10)
      const before = await fleet.live(id)
      expect(before.state).toBe('on_route')
      type RerouteReply = { route: { distance_km: number; eta_min: number } }
      for (const [index, at] of back.entries()) {
        await push(at, 10)
        const live = await fleet.live(id)
        if (index < 12) continue
        expect(live).toMatchObject({ state: 'off_route', wrong_way: true })
        const { distance_km, eta_min } = (live.reroute as unknown as RerouteReply).route
        expect(live.remaining_km).toBeCloseTo(distance_km, 3)
        expect(live.eta_min).toBeCloseTo(eta_min * (live.pace ?? 1), 1)
        // After it turns around again, the asset must drive the distance that it drove back once more.
        expect(live.remaining_km).toBeGreaterThan(before.remaining_km ?? 0)
      }
      const { reroute } = await fleet.live(id)
      // The new route begins in the current driving direction, so no U-turn is required.
      expect(reroute).toMatchObject({ kind: 'full', reason: 'off-route', route: { mode: 'road' } })
      const [first, second] = (reroute as unknown as { route: typeof route }).route.geometry as [Point, Point]
      const [here, ahead] = [back.at(-1) as Point, back.at(-2) as Point]
      const dot = (second[0] - first[0]) * (here[0] - ahead[0]) + (second[1] - first[1]) * (here[1] - ahead[1])
      expect(dot).toBeGreaterThan(0)
    })

    describe('a mode that is the name of a profile', () => {
      const trip = { from: [-34.9066, -56.1671], to: [-34.8941, -56.1527] }
      const plan = async (id: string, body: object) => {
        const reply = await fleet.post(`/${id}/route`, { ...trip, ...body })
        expect([reply.statusCode, reply.payload.slice(0, 300)]).toEqual([200, expect.any(String)])
        const { id: _id, alternatives, ...route } = reply.json().route
        return {
          ...route,
          alternatives: alternatives.map((alternative: object) => ({ ...alternative, id: undefined })),
        }
      }

      test.each([
        ['walking', 'foot'],
        ['driving', 'car'],
        ['cycling', 'bicycle'],
        ['truck', 'truck'],
      ])('plans a road route: %s', async (mode, profile) => {
        const id = await fleet.register({ profile: { profile: 'motorcycle' } })
        expect(await plan(id, { mode })).toEqual(await plan(id, { mode: 'road', profile }))
      })

      test('applies to reroutes and to a robot', async () => {
        const id = await fleet.register({ kind: 'robot' })
        const route = await plan(id, { mode: 'driving' })
        expect(route.distance_km).toBe((await plan(id, { profile: 'car' })).distance_km)
        await plan(id, { mode: 'driving' })
        await fleet.push(id, { at: trip.from })
        const rerouted = (await fleet.post(`/${id}/route`, { reroute: true })).json().route
        expect(rerouted).toMatchObject({ mode: 'road', distance_km: expect.closeTo(route.distance_km, 1) })
      })

      test('is rejected if another profile is given, or if the asset uses no roads', async () => {
        const id = await fleet.register()
        expectProblem(
          await fleet.post(`/${id}/route`, { ...trip, mode: 'walking', profile: 'car' }),
          422,
          /^profile is "car", but mode is "walking".*give only one of them$/,
        )
        const drone = await fleet.register({ kind: 'drone' })
        expectProblem(
          await fleet.post(`/${drone}/route`, { ...trip, mode: 'walking' }),
          422,
          /^mode is "walking"; for a drone, it must be drone$/,
        )
        expectProblem(
          await fleet.post(`/${id}/route`, { ...trip, mode: 'flying' }),
          422,
          /^mode is "flying"; it must be one of road, av, drone, maritime, car, .*walking/,
        )
      })
    })

    describe('profile validation at registration', () => {
      test.each<[string, object, RegExp]>([
        ['vehicle', { vehicle: { height_m: 'tall' } }, /^profile\.vehicle\.height_m is "tall"; it must be a number/],
        ['robot', { vehicle: { weight_t: -1 } }, /^profile\.vehicle\.weight_t is -1; it must be at least 0/],
        ['drone', { aircraft: { range_km: 'far' } }, /^profile\.aircraft\.range_km is "far"; it must be a number/],
        ['drone', { aircraft: { range_km: -1 } }, /^profile\.aircraft\.range_km must be from 0\.01 to 2000, but is -1/],
        [
          'drone',
          { aircraft: { cruise_speed_ms: -4 } },
          /^profile\.aircraft\.cruise_speed_ms must be from 0\.5 to 400/,
        ],
        ['drone', { wind: { speed_ms: 30, from_deg: 0 } }, /^profile: .*30/],
        ['drone', { margin_m: 0 }, /^profile\.margin_m must be from 1 to 5000, but is 0/],
        ['vessel', { vessel: 'Titanic' }, /^profile\.vessel is "Titanic"; it must be an object/],
        ['vehicle', { avoid: ['dragons'] }, /^profile\.avoid\[0\] is "dragons"; it must be one of/],
      ])('rejects %s %j', async (kind, profile, detail) => {
        expectProblem(await fleet.post('', { name: 'A', kind, profile }), 422, detail)
      })

      test('warns about unknown fields', async () => {
        const profile = { vehicle: { height_m: 3, wings: 2 }, aircraft: {} }
        const reply = (await fleet.post('', { name: 'A', kind: 'vehicle', profile })).json()
        expect(reply.warnings).toEqual([
          "unknown field 'profile.vehicle.wings' is ignored when routes are planned",
          "unknown field 'profile.aircraft' is ignored when routes are planned",
        ])
        expect(reply.profile).toEqual(profile)
        expect((await fleet.post('', { name: 'A', kind: 'drone', profile: { aircraft: {} } })).json().warnings).toBe(
          undefined,
        )
      })
    })

    test.each(['', ' ', '\t', 'a\nb'])('rejects the name %j', async (name) => {
      expectProblem(
        await fleet.post('', { name, kind: 'vehicle' }),
        422,
        /^name is .*; it must be one line that is not blank/,
      )
    })
  },
  ['embedded'],
)

/** Returns points along a line, `stepM` meters apart. */
function walk(line: readonly Point[], stepM: number): Point[] {
  const points: Point[] = []
  let left = 0
  for (const [index, to] of line.slice(1).entries()) {
    const from = line[index] as Point
    const meters = Math.hypot((to[0] - from[0]) * 111_195, (to[1] - from[1]) * 111_195 * Math.cos(from[0] / 57.3))
    for (; left < meters; left += stepM) {
      const share = left / meters
      points.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])])
    }
    left -= meters
  }
  return points
}
