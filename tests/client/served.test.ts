import {
  applyDelta,
  createClient,
  decodePolyline,
  type FairwayClient,
  FairwayError,
  type LiveEvent,
  pointsOf,
  toGeoJson,
  toGpx,
  verifyReceipt,
} from '@fairway/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail } from '../../apps/server/features/accounts/tests/sample-accounts.ts'
import { type Served, serveAll } from './served.ts'

const from = [-34.9059, -56.1913] as const
const to = [-34.8836, -56.0819] as const
const trip = { from, to }

let served: Served
let client: FairwayClient
beforeAll(async () => {
  served = await serveAll()
  client = createClient({ baseUrl: served.url, apiKey: served.key })
})
afterAll(() => served.dispose())

test('returns the same road points for every geometry format', async () => {
  const route = await client.route(trip)
  expect(route.distance_km).toBeGreaterThan(10)
  const { geometry } = await client.route({ ...trip, geometry: 'polyline6' })
  expect(decodePolyline(geometry, 6)).toEqual(route.geometry)
  for (const format of ['polyline', 'polyline6', 'geojson'] as const) {
    expect(pointsOf(await client.route({ ...trip, geometry: format })).length).toBe(route.geometry.length)
  }
  expect(toGeoJson(route)).toMatchObject({
    geometry: { type: 'LineString', coordinates: route.geometry.map(([latitude, longitude]) => [longitude, latitude]) },
    properties: { id: route.id, mode: 'road', attribution: route.data.attribution },
  })
  const gpx = toGpx(route)
  expect(gpx.match(/<trkpt /g)?.length).toBe(route.geometry.length)
  expect(gpx.match(/<rtept /g)?.length).toBe(route.steps?.length)
})

test('supports air routes, including as files', async () => {
  const near = { from, to: [-34.9, -56.18] as const }
  const flight = await client.droneRoute(near)
  expect(flight.geometry[0]).toEqual(from)
  expect(toGpx(flight)).toContain('<trkpt')
  expect((await client.droneRoute({ ...near, format: 'plan' })).fileType).toBe('Plan')
  expect((await client.droneRoute({ ...near, format: 'geojson' })).type).toBe('Feature')
})

test('supports sea routes, across 180°', async () => {
  const voyage = await client.maritimeRoute({ from: 'Yokohama, Japan', to: 'USSFO', unwrap: true })
  expect(voyage.distance_nm).toBeGreaterThan(4000)
  const { geometry } = toGeoJson(voyage)
  expect(geometry.type).toBe('MultiLineString')
  for (const [longitude = 0] of geometry.coordinates.flat() as number[][]) {
    expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
  }
})

test('applies the delta of a reroute to the line', async () => {
  const { geometry } = await client.route(trip)
  const reply = await client.reroute({ geometry, to: [-34.8941, -56.1527] })
  expect(reply.kind).toBe('delta')
  expect(applyDelta(geometry, 'points', reply).at(-1)).not.toEqual(geometry.at(-1))
  const unchanged = await client.reroute({ geometry })
  expect([unchanged.kind, applyDelta(geometry, 'points', unchanged)]).toEqual(['unchanged', geometry])
})

test('supports matrices and optimization with a verifiable receipt', async () => {
  const stops = [from, [-34.8941, -56.1527], [-34.9094, -56.1653], to, [-34.9066, -56.1671]] as const
  const { distances_km } = await client.matrix({ points: stops })
  expect(distances_km?.length).toBe(5)
  const request = { stops, vehicles: 1, roundtrip: true }
  const plan = await client.optimize(request)
  expect([...plan.order].sort()).toEqual([0, 1, 2, 3, 4])
  const verified = await verifyReceipt(request, plan, (body) => client.matrix(body))
  expect(verified).toEqual({ ok: true, dataChanged: false, faults: [] })
  const hurried = { ...plan, duration_min: plan.duration_min - 1 }
  const found = await verifyReceipt(request, hurried, (body) => client.matrix(body))
  expect([found.ok, found.faults]).toEqual([
    false,
    [`the total duration of all vehicles should be ${plan.duration_min}`],
  ])
})

test('verifies receipts with waiting, service and breaks, and of a matrix with extra decimals', async () => {
  const third = [
    [0, 1, 2 / 3],
    [1 / 3, 0, 2],
    [1, 1 / 7, 0],
  ]
  const request = {
    stops: [from, [-34.8941, -56.1527], [-34.9094, -56.1653]] as const,
    matrix: { distances_km: third, durations_min: third },
    roundtrip: true,
    service_min: [0, 1 / 3, 2 / 7],
    time_windows: [null, [20, 30], null],
    breaks: [{ duration_min: 10 / 3, windows: [[40, 60]] }],
  } as const
  const plan = await client.optimize(request)
  expect(plan.routes[0]).toMatchObject({ breaks: [{ duration_min: 3.333 }] })
  expect(plan.routes[0]?.waiting_min).toBeGreaterThan(0)
  const verified = await verifyReceipt(request, plan, (body) => client.matrix(body))
  expect(verified).toEqual({ ok: true, dataChanged: false, faults: [] })
})

test('supports geocoding, places, directions and accounts', async () => {
  const { results } = await client.geocode({ q: '18 de julio 1234, montevideo', limit: 1 })
  const at = results[0]?.at ?? [0, 0]
  expect(at[0]).toBeCloseTo(-34.906, 2)
  expect((await client.reverse({ lat: at[0], lon: at[1] })).label).toContain('18 de Julio')
  const { places } = await client.nearby({ lat: at[0], lon: at[1], category: 'cafe', limit: 3 })
  const [cafe] = places
  expect(cafe && (await client.place(cafe.id))).toMatchObject({ id: cafe?.id, name: cafe?.name })
  const batch = await client.geocodeBatch({ queries: [{ q: 'pocitos' }, { lat: at[0], lon: at[1] }] })
  expect(batch.results.map(({ status }) => status)).toEqual(['found', 'found'])
  expect(places.map(({ category }) => category)).toEqual(['cafe', 'cafe', 'cafe'])
  const { status } = await client.directions({ origin: from.join(), destination: to.join() })
  expect(status).toBe('OK')
  const { api_key } = await createClient({ baseUrl: served.url }).signup({ email: newEmail() })
  expect((await createClient({ baseUrl: served.url, apiKey: api_key }).usage()).plan).toBe('trial')
  expect((await client.health()).status).toBe('ok')
})

test('reports service errors with their message', async () => {
  const error = await client.route({ from, to: [91.2, 0] }).catch((reason) => reason)
  expect(error).toBeInstanceOf(FairwayError)
  expect(error).toMatchObject({ kind: 'reply', status: 422, busy: false, attempts: 1, requestId: expect.any(String) })
  expect(error.code).toBe('latitude-out-of-range')
  expect(error.message).toBe('422: to[0] is 91.2; latitude ranges from -90 to 90 (points are [latitude, longitude])')
})

test('waits for a rate limit as long as the service requests', async () => {
  const { api_key } = await createClient({ baseUrl: served.url }).signup({ email: newEmail() })
  const own = createClient({ baseUrl: served.url, apiKey: api_key, retries: 5 })
  // The trial allows a burst of 4 requests and 2 requests per second.
  const before = performance.now()
  await Promise.all(Array.from({ length: 6 }, () => own.usage()))
  expect(performance.now() - before).toBeGreaterThan(400)
})

test('supports an asset: registered, routed, pushed, watched, removed', async () => {
  const { id } = await client.assets.register({ name: 'Van 7', kind: 'vehicle' })
  const { route } = await client.assets.attach(id, { from, to })
  const line = pointsOf(route)
  expect((await client.assets.route(id, { geometry: 'points' })).geometry).toEqual(line)
  const end = new AbortController()
  const seen: LiveEvent[] = []
  const gone: LiveEvent[] = []
  const watching = (async () => {
    for await (const event of client.assets.stream(id, { signal: end.signal })) {
      seen.push(event)
      if (event.type === 'live' && event.data.state === 'on_route') end.abort()
    }
  })()
  const now = Date.now()
  const positions = line.slice(0, 5).map((at, index) => ({ at, time: now - 1000 * (5 - index) }))
  expect((await client.assets.push(id, { positions })).accepted).toBe(5)
  await watching
  expect(seen.at(-1)).toMatchObject({ type: 'live', id: expect.stringMatching(/^\d+$/), data: { asset: { id } } })
  expect((await client.assets.live(id, { channel: 'web' })).state).toBe('on_route')
  expect((await client.assets.track(id)).positions.length).toBe(5)
  expect(await client.assets.track(id, { format: 'gpx' })).toContain('<trkpt')
  expect((await client.assets.track(id, { format: 'geojson' })).type).toBe('Feature')
  expect((await client.assets.trips(id)).asset).toBe(id)
  expect(await client.assets.stops(id, { format: 'csv' })).toMatch(/^at_lat,at_lon,arrive_at,/)
  expect((await client.assets.reportSummary({ assets: id })).assets[0]?.asset).toBe(id)
  expect((await client.assets.reportDays({ assets: id })).days[0]?.asset).toBe(id)
  // With `seconds: 0`, the stream sends only the current state.
  const states: string[] = []
  for await (const event of client.assets.streamAll({ seconds: 0 })) {
    if (event.type === 'live') states.push(event.data.state)
  }
  expect(states).toEqual(['on_route'])
  expect((await client.assets.list()).assets.map((asset) => asset.id)).toEqual([id])
  const all: string[] = []
  for await (const asset of client.assets.all({ limit: 1 })) all.push(asset.id)
  expect(all).toEqual([id])
  const times: number[] = []
  for await (const { time } of client.assets.positions(id, { limit: 2 })) times.push(Date.parse(time))
  expect(times).toEqual(positions.map(({ time }) => time))
  const { id: solution = '' } = await client.optimize({ stops: line.slice(0, 3), max_iterations: 5 })
  const dispatched = await client.assets.dispatch(solution, { assets: [{ vehicle: 0, asset: id }] })
  expect(dispatched.dispatched[0]?.stops.length).toBe(2)
  const { stops = [] } = await client.assets.markStop(id, 1, { status: 'done' })
  expect(stops.find(({ stop }) => stop === 1)?.status).toBe('done')
  const link = await client.assets.share(id, 2)
  expect((await client.assets.viewShare(link.token)).destination).toEqual(line[2])
  expect((await client.assets.revokeShare(link.id)).revoked).toBe(link.id)
  // The stream of the asset reports the deletion and ends. The stream of the fleet continues until the client closes
  // it.
  const both = [client.assets.stream(id), client.assets.streamAll()]
  const openings = await Promise.all(both.map((stream) => stream.next()))
  expect(openings.map(({ value }) => value?.type)).toEqual(['live', 'live'])
  const watchers = both.map(async (stream) => {
    for await (const event of stream) {
      gone.push(event)
      if (event.type === 'removed') break
    }
    return stream.next()
  })
  expect((await client.assets.remove(id)).removed).toBe(id)
  await Promise.all(watchers)
  expect(gone.filter(({ type }) => type === 'removed').map(({ data }) => data)).toEqual([
    { removed: id },
    { removed: id },
  ])
  // No stream of the account has issued this id.
  const anew: string[] = []
  for await (const event of client.assets.streamAll({ lastEventId: 'bogus:99', seconds: 0 })) anew.push(event.type)
  expect(anew).toEqual(['reset'])
  await expect(client.assets.get(id)).rejects.toMatchObject({ status: 404 })
  await expect(client.assets.stream(id).next()).rejects.toMatchObject({
    status: 404,
    busy: false,
    code: 'asset-not-found',
  })
})
