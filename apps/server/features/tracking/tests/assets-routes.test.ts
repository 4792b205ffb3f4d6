import { applyDelta, checksumOf, type Geometry, type GeometryFormat, readGeometry } from '@fairway/client'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { openMaps, type TestMaps } from '../../../../../tests/support/maps/maps.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { openSky } from '../../../../../tests/support/operations/drone.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { startTestService, type TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'

type Point = readonly [number, number]

const start = [-34.9066, -56.1671] as const
/** Position on the road nearest to the start. */
const onRoad = [-34.906626, -56.167483] as const
const goal = [-34.8941, -56.1527] as const
const stop = [-34.89, -56.185] as const
const formats = ['points', 'polyline', 'polyline6', 'geojson'] as const

interface AssetRouteReply {
  readonly asset: string
  readonly route_id: string
  readonly format: string
  readonly delta_format: GeometryFormat
  readonly geometry: Geometry
  readonly checksum: string
  readonly stops: readonly { at: Point; distance_km: number }[]
}

describeOnStores('planned routes of assets', ({ startShared }) => {
  let service: TestService
  let clock: FakeClock
  let maps: TestMaps
  let key: string
  let fleet: Fleet
  const others: TestService[] = []
  const plans = defaultPlans(7)
  const live = { ...plans.pro.live, apiLivePollsPerSecond: 1e6, gpsPushPerSecond: 1e6 }
  const config = { shedDelayMs: 0, plans: { ...plans, pro: { ...plans.pro, live } } }
  beforeAll(async () => {
    clock = new FakeClock()
    maps = await openMaps()
    service = await startShared({ clock, config, maps, sky: await openSky() })
  })
  beforeEach(async () => {
    clock.advance(60_000)
    key = (await issueKey(service, 'pro')).key
    fleet = new Fleet(service, key)
  })
  afterEach(async () => {
    for (const other of others.splice(0)) await other.dispose()
  })
  const wait = (seconds: number) => clock.advance(1000 * seconds)
  const attach = async (id: string, body: object) => {
    const reply = await fleet.post(`/${id}/route`, body)
    expect([reply.statusCode, reply.payload.slice(0, 300)]).toEqual([200, expect.any(String)])
    return reply.json()
  }
  const getAssetRoute = async (id: string, query = ''): Promise<AssetRouteReply> => {
    const reply = await fleet.get(`/${id}/route${query}`)
    expect([reply.statusCode, reply.payload.slice(0, 300)]).toEqual([200, expect.any(String)])
    return reply.json()
  }
  /** Follows the first points of the route, then leaves the route. */
  async function leaveRoute(id: string, line: readonly Point[]): Promise<void> {
    for (const at of line.slice(0, 3)) {
      wait(10)
      await fleet.push(id, { at, accuracy_m: 3 })
    }
    const [latitude = 0, longitude = 0] = line[2] ?? []
    for (let count = 1; count <= 12; count++) {
      wait(5)
      await fleet.push(id, { at: [latitude - count * 2e-4, longitude - count * 4e-4], accuracy_m: 3, heading: 240 })
    }
  }
  /** Starts another server on the same stores. */
  async function startOtherServer(): Promise<Fleet> {
    const { dataDir, databaseUrl, redisUrl } = service.config
    const store = { dataDir, ...(databaseUrl && { databaseUrl }), ...(redisUrl && { redisUrl }) }
    const other = await startTestService({ clock, config, maps, store })
    others.push(other)
    return new Fleet(other, key)
  }

  test('rejects a body that is nested too deeply to be passed on to the planner', async () => {
    const reply = await service.app.inject({
      method: 'POST',
      url: `/v1/assets/${await fleet.register()}/route`,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      payload: `{"from":${'['.repeat(50_000)}${']'.repeat(50_000)},"to":[-34.9,-56.2]}`,
    })
    expectProblem(reply, 400, /^The body nests arrays and objects more than 100 levels deep/)
  })

  describe('line of an asset route', () => {
    test.each(formats)('is returned as it was when the route was attached: %s', async (geometry) => {
      const id = await fleet.register()
      const { route, asset } = await attach(id, { from: start, via: [stop], to: goal, geometry })
      const assetRoute = await getAssetRoute(id)
      expect(assetRoute).toMatchObject({
        asset: id,
        route_id: route.id,
        mode: 'road',
        distance_km: route.distance_km,
        eta_min: route.eta_min,
        depart_at: route.depart_at,
        arrive_at: route.arrive_at,
        format: geometry,
        delta_format: geometry,
        geometry: route.geometry,
        to: route.legs.at(-1).to,
        data: route.data,
      })
      expect(asset.plan.delta_format).toBe(geometry)
      const line = readGeometry(assetRoute.geometry, geometry)
      expect(assetRoute.checksum).toBe(line && checksumOf(line))
      // The planned route has the same geometry as a route from POST /v1/route.
      const payload = { from: start, via: [stop], to: goal, geometry, depart_at: route.depart_at }
      const routeResponse = await service.app.inject({ method: 'POST', url: '/v1/route', payload })
      expect(routeResponse.json().geometry).toEqual(route.geometry)
      expect(assetRoute.stops).toEqual([
        { at: route.legs[0].to, distance_km: expect.closeTo(route.legs[0].distance_km, 2) },
      ])
    })

    test('is available in any other format, and without geometry', async () => {
      const id = await fleet.register()
      const { route } = await attach(id, { from: start, to: goal })
      const { checksum } = await getAssetRoute(id)
      for (const format of formats) {
        const assetRoute = await getAssetRoute(id, `?geometry=${format}`)
        expect(assetRoute).toMatchObject({ format, delta_format: 'points', checksum })
        const line = readGeometry(assetRoute.geometry, format)
        expect(line?.latitude).toHaveLength(route.geometry.length)
      }
      expect(await getAssetRoute(id, '?geometry=none')).toMatchObject({ geometry: null, checksum, stops: [] })
      expectProblem(await fleet.get(`/${id}/route?geometry=foo`), 422, /^geometry is "foo"; it must be one of/)
    })

    test('is returned as points when it was attached without a line', async () => {
      const id = await fleet.register()
      const { route } = await attach(id, { from: start, to: goal, geometry: 'none' })
      expect(route.geometry).toBeNull()
      expect(await getAssetRoute(id)).toMatchObject({
        format: 'points',
        delta_format: 'points',
        geometry: expect.any(Array),
      })
    })

    test('of a drone has its altitudes', async () => {
      const id = await fleet.register({ kind: 'drone', profile: { aircraft: { cruise_speed_ms: 12, range_km: 20 } } })
      const { route } = await attach(id, { from: [-40, -20], to: [-39.95, -20] })
      expect(await getAssetRoute(id)).toMatchObject({
        mode: 'drone',
        geometry: route.geometry,
        altitudes_m: route.altitudes_m,
        data: { attribution: expect.any(String) },
      })
    })

    test('belongs to the last route; without one, or for other accounts, there is none', async () => {
      const id = await fleet.register()
      expectProblem(
        await fleet.get(`/${id}/route`),
        404,
        `The asset "${id}" has no planned route; plan one with POST /v1/assets/{id}/route`,
      )
      await attach(id, { from: start, to: goal })
      const { route } = await attach(id, { from: goal, to: start, geometry: 'polyline' })
      expect(await getAssetRoute(id)).toMatchObject({ route_id: route.id, geometry: route.geometry })
      const stranger = new Fleet(service, (await issueKey(service, 'pro')).key)
      expectProblem(await stranger.get(`/${id}/route`), 404, /^The account has no asset/)
    })
  })

  describe('reroute delta of the returned line', () => {
    test.each([...formats, 'none'] as const)('%s', async (geometry) => {
      const id = await fleet.register()
      const { route } = await attach(id, { from: start, via: [stop], to: goal, geometry })
      await leaveRoute(id, (await getAssetRoute(id, '?geometry=points')).geometry as readonly Point[])
      const { state, reroute } = await fleet.live(id)
      expect([state, reroute?.kind]).toEqual(['off_route', 'delta'])
      const { geometry: told, delta_format: format, checksum } = await getAssetRoute(id)
      if (geometry !== 'none') expect(told).toEqual(route.geometry)
      expect(reroute?.base_checksum).toBe(checksum)
      const after = readGeometry(
        applyDelta(told, format, reroute as unknown as Parameters<typeof applyDelta>[2]),
        format,
      )
      const far = (at: number) =>
        Math.hypot((after?.latitude[at] ?? 0) / 1e6 - stop[0], 0.82 * ((after?.longitude[at] ?? 0) / 1e6 - stop[1]))
      // The remaining stop is still on the route.
      expect(111_195 * Math.min(...Array.from(after?.latitude ?? [], (_, at) => far(at)))).toBeLessThan(60)
    })

    test('has the format of the line for a full reroute', async () => {
      const id = await fleet.register({ kind: 'drone', profile: { aircraft: { cruise_speed_ms: 12, range_km: 20 } } })
      await attach(id, { from: [-40, -20], to: [-39.95, -20], geometry: 'polyline6' })
      for (let count = 0; count < 12; count++) {
        wait(5)
        await fleet.push(id, { at: [-40 + count * 5e-4, -20 + count * 5e-4], speed_ms: 12 })
      }
      const { reroute } = await fleet.live(id)
      expect(reroute).toMatchObject({ kind: 'full', route: { geometry: expect.any(String) } })
    })
  })

  describe('accepted reroute', () => {
    test('keeps the remaining stops and all options of the route', async () => {
      const id = await fleet.register()
      await attach(id, { from: start, via: [stop], to: goal, avoid: ['tunnels'], geometry: 'polyline6' })
      await leaveRoute(id, (await getAssetRoute(id, '?geometry=points')).geometry as readonly Point[])
      const { reroute } = await fleet.live(id)
      const { geometry: told, delta_format: format } = await getAssetRoute(id)
      const offered = readGeometry(
        applyDelta(told, format, reroute as unknown as Parameters<typeof applyDelta>[2]),
        format,
      )
      const { route } = await attach(id, { reroute: true, geometry: 'polyline6' })
      const assetRoute = await getAssetRoute(id)
      expect(assetRoute.geometry).toBe(route.geometry)
      expect(readGeometry(assetRoute.geometry, 'polyline6')).toEqual(offered)
      expect(assetRoute).toMatchObject({ mode: 'road', stops: [expect.anything()] })
      expect((await fleet.live(id)).state).not.toBe('off_route')
    })

    test('stays self-driving for a self-driving route', async () => {
      const id = await fleet.register()
      const { route } = await attach(id, { mode: 'av', from: start, to: goal })
      await leaveRoute(id, route.geometry)
      expect((await fleet.live(id)).state).toBe('off_route')
      expect((await attach(id, { reroute: true, geometry: 'points' })).route).toMatchObject({ mode: 'av' })
    })

    test('passes on the failure of the planner with its code', async () => {
      const id = await fleet.register({ name: 'Van 1' })
      const refused = await fleet.post(`/${id}/route`, { from: start, to: [91.2, 0] })
      expectProblem(refused, 422, /^to\[0\] is 91\.2; latitude ranges/)
      expect(refused.headers['x-error-code']).toBe('latitude-out-of-range')
    })

    test('requires a route and a position, and no other fields', async () => {
      const id = await fleet.register({ name: 'Van 1' })
      const post = (payload: object) => fleet.post(`/${id}/route`, payload)
      expectProblem(
        await post({ reroute: true }),
        422,
        'reroute is true, but "Van 1" has no planned route to continue; leave out reroute and set the destination, for example to: [latitude, longitude]',
      )
      await attach(id, { from: start, to: goal })
      expectProblem(await post({ reroute: true }), 422, /^from is missing, and "Van 1" has no known position yet/)
      await fleet.push(id, { at: start })
      expectProblem(
        await post({ reroute: true, to: goal, mode: 'road' }),
        422,
        'reroute allows only the fields geometry and steps, but the request also contains these fields: to, mode. Leave them out, or plan a new route without reroute.',
      )
      expectProblem(
        await post({ reroute: true, via: [stop] }),
        422,
        /^reroute allows only .* contains this field: via\. Leave it out/,
      )
      expect((await attach(id, { reroute: true })).route.geometry.length).toBeGreaterThan(1)
    })
  })

  test('keeps a stale asset off route, with the remaining distance of the reroute', async () => {
    const id = await fleet.register()
    const { route } = await attach(id, { from: start, to: goal })
    await leaveRoute(id, route.geometry)
    const off = await fleet.live(id)
    expect(off.state).toBe('off_route')
    wait(600)
    const silent = await fleet.live(id)
    expect(silent).toMatchObject({ state: 'stale', last_state: 'off_route', remaining_km: off.remaining_km })
    expect(silent.reroute?.kind).toBe(off.reroute?.kind)
    wait(600)
    // The reroute was last computed while fixes arrived. Later requests do not compute the reroute again.
    expect((await fleet.live(id)).reroute).toEqual(silent.reroute)
  })

  describe('replies within one second, equal on every thread and server', () => {
    test.each(['delta', 'full'] as const)('include a reroute of kind %s', async (wanted) => {
      const id = await fleet.register()
      const { route } = await attach(id, { from: start, via: wanted === 'delta' ? [stop] : [], to: goal })
      if (wanted === 'delta') await leaveRoute(id, route.geometry)
      else await turnAround(id, route.geometry)
      const other = await startOtherServer()
      clock.advance(1000 - (clock.now() % 1000) + 3)
      const first = await fleet.live(id)
      expect(first.reroute?.kind).toBe(wanted)
      clock.advance(9)
      const second = await other.live(id)
      clock.advance(900)
      expect([second, await fleet.live(id), await other.live(id)]).toEqual([first, first, first])
      // The reroute is refreshed every ten seconds, at the same times on every server.
      wait(10)
      const later = await other.live(id)
      expect(later.reroute).not.toBeUndefined()
      expect(await fleet.live(id)).toEqual(later)
    })

    test('computes a new route at the time of the position, which can be changed by its id', async () => {
      const id = await fleet.register()
      const { route } = await attach(id, { from: start, to: goal })
      await turnAround(id, route.geometry)
      const { reroute, position } = await fleet.live(id)
      const rerouteRoute = (reroute as unknown as { route: { id: string; depart_at: string } }).route
      expect(Date.parse(position?.time ?? '') - Date.parse(rerouteRoute.depart_at)).toBeLessThan(1000)
      const payload = { route_id: rerouteRoute.id }
      const headers = { 'x-api-key': key }
      const changed = await service.app.inject({ method: 'POST', url: '/v1/reroute', headers, payload })
      expect([changed.statusCode, changed.json().kind]).toEqual([200, 'unchanged'])
    })

    async function turnAround(id: string, line: readonly Point[]): Promise<void> {
      const forth = walk(line, 10).slice(0, 60)
      for (const at of [...forth, ...forth.toReversed().slice(1, 40)]) {
        wait(1)
        await fleet.push(id, { at, speed_ms: 10, accuracy_m: 4 })
      }
      expect(await fleet.live(id)).toMatchObject({ state: 'off_route', wrong_way: true })
    }
  })

  describe('robots', () => {
    test('are timed on foot when a route is attached, in the route and live', async () => {
      const id = await fleet.register({ kind: 'robot' })
      await fleet.push(id, { at: onRoad, speed_ms: 0 })
      const { asset, route } = await attach(id, { to: goal, via: [stop] })
      expect(route.eta_min).toBeCloseTo((route.distance_km * 1000) / 1.5 / 60, 2)
      expect(asset.plan.eta_min).toBe(route.eta_min)
      expect(Date.parse(route.arrive_at) - Date.parse(route.depart_at)).toBeCloseTo(60_000 * route.eta_min, -1)
      const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0)
      expect(sum(route.legs.map((leg: { eta_min: number }) => leg.eta_min))).toBeCloseTo(route.eta_min, 1)
      expect(sum(route.steps.map((step: { duration_s: number }) => step.duration_s)) / 60).toBeCloseTo(route.eta_min, 1)
      const { eta_min, arrive_at } = await fleet.live(id)
      expect(Math.abs((eta_min ?? 0) - route.eta_min)).toBeLessThan(0.02)
      expect(Math.abs(Date.parse(arrive_at ?? '') - Date.parse(route.arrive_at))).toBeLessThan(2000)
    })

    test('depart accordingly earlier for an arrival time', async () => {
      const id = await fleet.register({ kind: 'robot' })
      const arrive_by = new Date(clock.now() + 86_400_000).toISOString()
      const { route } = await attach(id, { from: start, to: goal, arrive_by })
      expect(Math.abs(Date.parse(route.arrive_at) - Date.parse(arrive_by))).toBeLessThan(1000)
      expect(Date.parse(route.arrive_at) - Date.parse(route.depart_at)).toBeCloseTo(60_000 * route.eta_min, -1)
    })

    test('get the walking time of the reroute when off route', async () => {
      const id = await fleet.register({ kind: 'robot' })
      const { route } = await attach(id, { from: start, to: goal })
      await leaveRoute(id, route.geometry)
      const { reroute } = await fleet.live(id)
      const rerouteRoute = reroute as unknown as { distance_km: number; eta_min: number; receipt: object }
      expect(rerouteRoute.eta_min).toBeCloseTo((rerouteRoute.distance_km * 1000) / 1.5 / 60, 2)
      expect(rerouteRoute.receipt).toMatchObject({ previous_eta_min: null, new_eta_min: rerouteRoute.eta_min })
    })

    test('on self-driving routes are timed as planned', async () => {
      const id = await fleet.register({ kind: 'robot' })
      const { route } = await attach(id, { from: start, to: [-34.9094, -56.1653], mode: 'av' })
      expect(route.eta_min).toBeLessThan((route.distance_km * 1000) / 1.5 / 60)
    })
  })

  test('keeps an asset idle until a later departure, also when it arrives moving or has the same route', async () => {
    const id = await fleet.register()
    const { route } = await attach(id, { from: start, to: goal })
    for (const at of walk(route.geometry, 10).slice(0, 20)) {
      wait(1)
      await fleet.push(id, { at, speed_ms: 10, accuracy_m: 4 })
    }
    expect((await fleet.live(id)).state).toBe('on_route')
    const depart_at = new Date(clock.now() + 7_200_000).toISOString()
    const { asset } = await attach(id, { from: start, to: goal, depart_at })
    const expectWaiting = async () => {
      const { state, eta_min, arrive_at } = await fleet.live(id)
      expect(state).toBe('idle')
      expect(eta_min).toBeGreaterThan(119)
      expect(Math.abs(Date.parse(arrive_at ?? '') - Date.parse(asset.plan.arrive_at))).toBeLessThan(3000)
    }
    await expectWaiting()
    // A short trip before departure neither starts the route nor counts as leaving it.
    for (let count = 1; count <= 20; count++) {
      wait(1)
      await fleet.push(id, { at: [start[0] + count * 1e-4, start[1] + 2e-4], speed_ms: 10, accuracy_m: 4 })
    }
    await expectWaiting()
    wait(7200)
    for (const at of walk(route.geometry, 10).slice(0, 5)) {
      wait(1)
      await fleet.push(id, { at, speed_ms: 10, accuracy_m: 4 })
    }
    expect((await fleet.live(id)).state).toBe('on_route')
  })

  test('stops tracking military assets when the account leaves the military plan', async () => {
    const soldier = await issueKey(service, 'military')
    const army = new Fleet(service, soldier.key)
    const tank = await army.register({ name: 'Tank', category: 'military' })
    const van = await army.register({ name: 'Van' })
    await army.push(tank, { at: start })
    await army.post(`/${tank}/route`, { from: start, to: goal })
    await issueKey(service, 'pro', { email: soldier.email })
    wait(5)
    const detail = `"${tank}" is a military asset, which is tracked only on the military plan, but this account is on the pro plan; you can still read its track, or remove the asset with DELETE /v1/assets/{id}`
    for (const reply of [
      await army.post(`/${tank}/position`, { at: goal }),
      await army.get(`/${tank}/position?lat=${goal[0]}&lon=${goal[1]}`),
      await army.post(`/${tank}/route`, { from: start, to: goal }),
      await army.get(`/${tank}/live`),
      await army.get(`/${tank}/stream?seconds=0`),
    ]) {
      expectProblem(reply, 403, detail)
    }
    const { payload } = await army.get('/stream?seconds=0')
    expect([payload.includes(van), payload.includes(tank)]).toEqual([true, false])
    expect((await army.get(`/${tank}/track`)).json().positions).toMatchObject([{ at: start }])
    expect((await army.get(`/${tank}/route`)).statusCode).toBe(200)
    expect((await army.push(van, { at: goal })).accepted).toBe(1)
    expect((await army.delete(`/${tank}`)).json()).toEqual({ removed: tank })
  })
})

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
