import { encodePolyline } from '@fairway/geo'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'

type Point = [number, number]

interface Route {
  readonly id: string
  readonly distance_km: number
  readonly eta_min: number
  readonly depart_at: string
  readonly arrive_at: string
  readonly geometry: readonly Point[]
}

const start: Point = [-34.9066, -56.1671]
const goal: Point = [-34.8941, -56.1527]
/** Line between two places of the town, across the blocks. */
const blockLine: Point[] = Array.from({ length: 30 }, (_, index) => [
  start[0] + ((goal[0] - start[0]) * index) / 29,
  start[1] + ((goal[1] - start[1]) * index) / 29,
])
/** Line over the water south of the city, far from all roads. */
const seaLine: Point[] = [
  [-34.95, -56.2],
  [-34.95, -56.18],
  [-34.96, -56.18],
]

describeOnStores('routes that the caller already has', ({ startShared }) => {
  let service: TestService
  let fleet: Fleet
  let best: Route & { readonly alternatives: readonly Route[] }
  beforeAll(async () => {
    service = await startShared({ clock: new FakeClock(), config: { shedDelayMs: 0 }, maps: await openMaps() })
    fleet = new Fleet(service, (await issueKey(service, 'pro')).key)
    best = (await plan({ from: start, to: goal })) as typeof best
  })
  const plan = async (body: object): Promise<Route> =>
    (await service.app.inject({ method: 'POST', url: '/v1/route', payload: body })).json()
  const attach = (id: string, body: object) => fleet.post(`/${id}/route`, body)

  test('alternatives have different ids and consistent times', () => {
    const { alternatives } = best
    expect(alternatives.length).toBeGreaterThan(0)
    expect(new Set([best.id, ...alternatives.map(({ id }) => id)]).size).toBe(1 + alternatives.length)
    for (const { depart_at, arrive_at, eta_min } of alternatives) {
      expect(depart_at).toBe(best.depart_at)
      expect((Date.parse(arrive_at) - Date.parse(depart_at)) / 60_000).toBeCloseTo(eta_min, 2)
    }
  })

  test('an alternative can be rerouted by its id', async () => {
    const [alternative] = best.alternatives
    const payload = { route_id: alternative?.id, reply: 'full', min_gain_min: 1000 }
    const reply = await service.app.inject({ method: 'POST', url: '/v1/reroute', payload })
    expect(reply.json()).toMatchObject({ receipt: { kept_previous: true }, route: { geometry: alternative?.geometry } })
  })

  test('an alternative of a trip with an arrival time departs earlier than the best route', async () => {
    const arriveBy = '2026-12-01T12:00:00Z'
    const { alternatives, ...route } = (await plan({ from: start, to: goal, arrive_by: arriveBy })) as typeof best
    for (const alternative of alternatives) {
      expect(Date.parse(alternative.arrive_at)).toBe(Date.parse(arriveBy))
      expect(Date.parse(alternative.depart_at)).toBeLessThanOrEqual(Date.parse(route.depart_at))
    }
  })

  test('an asset follows an alternative, and reports progress on it', async () => {
    const [alternative] = best.alternatives
    if (!alternative) throw new Error('there is no alternative')
    const id = await fleet.register({ kind: 'vehicle' })
    const { route } = (await attach(id, { route_id: alternative.id })).json()
    expect(route.geometry).toEqual(alternative.geometry)
    expect(route.distance_km).toBeCloseTo(alternative.distance_km, 3)
    expect(route.eta_min).toBeCloseTo(alternative.eta_min, 2)
    const middle = alternative.geometry[Math.floor(alternative.geometry.length / 2)]
    await fleet.push(id, { at: middle, accuracy_m: 3 })
    const { progress_pct, plan: planned } = (await fleet.get(`/${id}/live`)).json()
    expect(progress_pct).toBeGreaterThan(5)
    expect(planned.route_id).toBe(route.id)
  })

  test('a bicycle route needs the profile of its request', async () => {
    const bicycle = await plan({ from: start, to: goal, profile: 'bicycle' })
    const id = await fleet.register({ kind: 'vehicle' })
    const { route } = (await attach(id, { route_id: bicycle.id, profile: 'bicycle' })).json()
    expect(route.geometry).toEqual(bicycle.geometry)
  })

  test.each(['points', 'polyline', 'geojson'] as const)('a line along roads gets its times (%s)', async (format) => {
    const { geometry } = best.alternatives[0] ?? best
    const line = {
      points: geometry,
      polyline: encodePolyline(geometry, 5),
      geojson: { type: 'LineString', coordinates: geometry.map(([latitude, longitude]) => [longitude, latitude]) },
    }[format]
    const id = await fleet.register({ kind: 'vehicle' })
    const { route } = (await attach(id, { line })).json()
    expect(route.distance_km).toBeCloseTo((best.alternatives[0] ?? best).distance_km, 1)
    expect(route.steps.length).toBeGreaterThan(1)
  })

  test.each(['vehicle', 'drone', 'vessel', 'robot'])('a %s follows any line whose duration is given', async (kind) => {
    const id = await fleet.register({ kind })
    const { route } = (await attach(id, { line: seaLine, duration_min: 30, geometry: 'polyline6' })).json()
    expect(route).toMatchObject({ eta_min: 30, geometry: encodePolyline(seaLine, 6) })
    // 1,823 m along the parallel and 1,112 m along the meridian.
    expect(route.distance_km).toBeCloseTo(1.823 + 1.112, 1)
    expect(Date.parse(route.arrive_at) - Date.parse(route.depart_at)).toBe(30 * 60_000)
    await fleet.push(id, { at: [-34.95, -56.18], accuracy_m: 3, ...(kind === 'drone' && { altitude_m: 50 }) })
    const { progress_pct } = (await fleet.get(`/${id}/live`)).json()
    expect(progress_pct).toBeCloseTo(62, -1)
  })

  describe('are rejected', () => {
    test.each<[string, string, object, RegExp]>([
      [
        'with other stops',
        'vehicle',
        { route_id: 'x', to: goal },
        /^route_id sets the whole route, but the request also contains this field: to\. Leave it out, or plan a new route without route_id\.$/,
      ],
      [
        'with both',
        'vehicle',
        { route_id: 'x', line: seaLine, via: [goal] },
        /these fields: via, line\. Leave them out/,
      ],
      ['with an unknown id', 'vehicle', { route_id: 'rt_unknown' }, /rt_unknown/],
      ['off the roads', 'vehicle', { line: seaLine }, /^The start of line is outside the loaded maps/],
      [
        'across the blocks',
        'vehicle',
        { line: blockLine },
        /^line does not follow the roads of a loaded map for this profile; set duration_min to use the line as it is$/,
      ],
      [
        'without a duration for a drone',
        'drone',
        { line: seaLine },
        /^duration_min is missing; a line in mode drone does not follow roads, so give its duration$/,
      ],
      ['by id for a drone', 'drone', { route_id: 'x' }, /^mode is "road"; for a drone, it must be drone$/],
      [
        'with a duration but no line',
        'vehicle',
        { to: goal, duration_min: 5 },
        /^duration_min describes line, but line is missing; add the line, or leave out duration_min$/,
      ],
      [
        'with a format but no line',
        'vehicle',
        { to: goal, line_format: 'polyline' },
        /^line_format describes line, but line is missing/,
      ],
      ['with one point', 'vessel', { line: [start], duration_min: 5 }, /^line has 1 point/],
      ['with an invalid point', 'vessel', { line: [start, [91, 0]], duration_min: 5 }, /^line\[1\]/],
      [
        'without a length',
        'vessel',
        { line: [start, start], duration_min: 5 },
        /^All points of line are at the same position/,
      ],
      ['with a duration of 0', 'vessel', { line: seaLine, duration_min: 0 }, /^duration_min is 0/],
    ])('%s', async (_title, kind, body, detail) => {
      expectProblem(await attach(await fleet.register({ kind }), body), 422, detail)
    })
  })
})

describeOnStores('warnings of exports', ({ startShared }) => {
  test('leave GPX and CSV unchanged and are in a header', async () => {
    const service = await startShared({ clock: new FakeClock() })
    const fleet = new Fleet(service, (await issueKey(service, 'pro')).key)
    const id = await fleet.register({ kind: 'vehicle' })
    await fleet.push(id, { at: start })
    for (const path of [`/${id}/track?format=gpx`, `/${id}/trips?format=csv`]) {
      const [plain, warned] = [await fleet.get(path), await fleet.get(`${path}&foo=1`)]
      expect([warned.statusCode, warned.payload]).toEqual([200, plain.payload])
      expect(JSON.parse(String(warned.headers['x-warnings']))).toEqual(["unknown field 'foo' was ignored"])
      expect(plain.headers['x-warnings']).toBeUndefined()
    }
  })
})
