import { applyDelta } from '@fairway/client'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans, type Plans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { getUsage, issueKey, signUp } from '../../accounts/tests/sample-accounts.ts'

const start = [-34.9066, -56.1671] as const
const goal = [-34.9094, -56.1653] as const

/**
 * Redis uses its own clock, which tests cannot change. The limits in this test are therefore high, and other tests
 * check them exactly.
 */
function widePlans(): Plans {
  const plans = defaultPlans(7)
  const live = { ...plans.pro.live, webPollsPerSecond: 1000, apiLivePollsPerSecond: 1000, gpsPushPerSecond: 1000 }
  return { ...plans, trial: { ...plans.trial, burst: 100 }, pro: { ...plans.pro, live } }
}

describeOnStores('assets', ({ startShared, kind }) => {
  const onlyEmbedded = test.skipIf(kind !== 'embedded')
  let service: TestService
  let clock: FakeClock
  let fleet: Fleet
  let key: string
  beforeAll(async () => {
    clock = new FakeClock()
    const config = kind === 'embedded' ? {} : { plans: widePlans() }
    service = await startShared({ clock, config, maps: await openMaps() })
  })
  // Each test uses a separate account, because limits apply per account.
  beforeEach(async () => {
    clock.advance(60_000)
    key = (await issueKey(service, 'pro')).key
    fleet = new Fleet(service, key)
  })
  /** Advances the clock between pushes and polls, because both are rate limited. */
  const wait = (seconds = 1) => clock.advance(seconds * 1000)
  const iso = (ms: number) => new Date(ms).toISOString()

  test('are registered, listed in pages and removed', async () => {
    const ids = [await fleet.register({ name: 'A' }), await fleet.register({ name: 'B', kind: 'vessel' })]
    const all = (await fleet.get('')).json()
    expect(all.assets).toMatchObject([
      { id: ids[0], name: 'A', kind: 'vehicle', category: 'civil', plan: null },
      { id: ids[1], name: 'B', kind: 'vessel' },
    ])
    const rate = kind === 'embedded' ? 2 : 1000
    expect(all.limits).toEqual({
      max_assets: 500,
      track_days: 90,
      web_polls_per_s: rate,
      api_live_polls_per_s: rate,
      gps_push_per_s: rate,
    })
    const first = (await fleet.get('?limit=1')).json()
    expect(first.assets).toHaveLength(1)
    const second = (await fleet.get(`?limit=1&after=${first.next}`)).json()
    expect([second.assets[0].id, second.next]).toEqual([ids[1], undefined])
    expect((await fleet.delete(`/${ids[0]}`)).json()).toEqual({ removed: ids[0] })
    expectProblem(await fleet.get(`/${ids[0]}`), 404)
    expect((await fleet.get('')).json().assets).toHaveLength(1)
  })

  test('are updated field by field, and null removes a value', async () => {
    const id = await fleet.register({ reference: 'r1', group: 'north', profile: { vehicle: { height_m: 3 } } })
    const update = async (body: object) => (await fleet.patch(`/${id}`, body)).json()
    expect(await update({ name: 'B' })).toMatchObject({ name: 'B', reference: 'r1', group: 'north', kind: 'vehicle' })
    expect(await update({ group: 'south', profile: { vehicle: { height_m: 4 } } })).toMatchObject({ group: 'south' })
    const updated = await update({ reference: null, group: null })
    expect(updated).toEqual({ ...updated, name: 'B', profile: { vehicle: { height_m: 4 } } })
    expect([updated.reference, updated.group]).toEqual([undefined, undefined])
    expect((await fleet.get(`/${id}`)).json()).toEqual(updated)
    expect((await update({ kind: 'robot' })).warnings).toEqual(["unknown field 'kind' was ignored"])
    expectProblem(await fleet.patch(`/${id}`, { name: ' ' }), 422, /^name is " "; it must be one line that is not bl/)
    expectProblem(await fleet.patch(`/${id}`, { group: '' }), 422, /^group is ""/)
    const tooHigh = { profile: { vehicle: { height_m: -1 } } }
    expectProblem(await fleet.patch(`/${id}`, tooHigh), 422, /^profile\.vehicle\.height_m is -1; it must be/)
    expectProblem(await fleet.patch('/as_1', {}), 404, /^The account has no asset "as_1"/)
    const stranger = new Fleet(service, (await issueKey(service, 'pro')).key)
    expectProblem(await stranger.patch(`/${id}`, { name: 'mine' }), 404, /^The account has no asset/)
  })

  test('are listed by kind, reference, group, state and box, in pages', async () => {
    const near = await fleet.register({ name: 'near', group: 'north', reference: 'r1' })
    const far = await fleet.register({ name: 'far', group: 'north', kind: 'vessel' })
    const silent = await fleet.register({ name: 'silent', group: 'south' })
    await fleet.push(near, { at: start })
    await fleet.push(far, { at: [-17, 179.5] })
    const list = async (query: string) =>
      (await fleet.get(`?${query}`)).json().assets.map(({ id }: { id: string }) => id)
    expect(await list('kind=vessel')).toEqual([far])
    expect(await list('reference=r1')).toEqual([near])
    expect(await list('group=north')).toEqual([near, far])
    expect(await list('group=north&kind=vehicle')).toEqual([near])
    expect(await list('state=no_fix')).toEqual([silent])
    expect(await list('state=idle')).toEqual([near, far])
    expect(await list('bbox=-35,-57,-34,-56')).toEqual([near])
    // The box crosses the 180th meridian.
    expect(await list('bbox=-20,179,-10,-179')).toEqual([far])
    expect(await list('bbox=-20,-179,-10,179')).toEqual([])
    wait(121)
    expect(await list('state=stale')).toEqual([near])
    const first = (await fleet.get('?state=idle&limit=1')).json()
    expect([first.assets[0].id, first.next]).toEqual([far, undefined])
    const page = (await fleet.get('?group=north&limit=1')).json()
    expect((await fleet.get(`?group=north&limit=1&after=${page.next}`)).json().assets[0].id).toBe(far)
    for (const bbox of ['-34,-57,-35,-56', '1,2,3', '0,0,91,0', '0,-181,1,0', 'a,b,c,d', '0,0,1,']) {
      expectProblem(await fleet.get(`?bbox=${bbox}`), 422, new RegExp(`^bbox is "${bbox}"; give south,west,nor`))
    }
  })

  test('accept a profile of limited size', async () => {
    const profile = (letters: number) => ({ note: 'x'.repeat(letters) })
    expect(await fleet.register({ profile: profile(9989) })).toMatch(/^as_/)
    const body = { name: 'A', kind: 'robot', profile: profile(9990) }
    expectProblem(await fleet.post('', body), 422, /^profile is nested too deeply, or longer than 10000 characters/)
  })

  test('are visible only to their account', async () => {
    const id = await fleet.register()
    const stranger = new Fleet(service, (await issueKey(service, 'pro')).key)
    const detail = `The account has no asset "${id}"; GET /v1/assets lists its assets`
    for (const reply of [
      await stranger.get(`/${id}`),
      await stranger.get(`/${id}/live`),
      await stranger.get(`/${id}/track`),
      await stranger.get(`/${id}/stream`),
      await stranger.post(`/${id}/position`, { at: start }),
      await stranger.post(`/${id}/route`, { from: start, to: goal }),
      await stranger.delete(`/${id}`),
    ]) {
      expectProblem(reply, 404, detail)
    }
    expect((await stranger.get('')).json().assets).toEqual([])
  })

  describe('plan limits', () => {
    test('allow the maximum number of assets, and no more', async () => {
      const trial = new Fleet(service, (await signUp(service)).key)
      for (let count = 0; count < 5; count++) {
        await trial.register()
        wait()
      }
      expectProblem(
        await trial.post('', { name: 'Sixth', kind: 'robot' }),
        403,
        /has 5 assets, which is the maximum on the trial/,
      )
    })

    test('allow military assets only on the military plan', async () => {
      const body = { name: 'Tank', kind: 'vehicle', category: 'military' }
      expectProblem(
        await fleet.post('', body),
        403,
        /which requires the military plan, but this account is on the pro plan/,
      )
      const army = new Fleet(service, (await issueKey(service, 'military')).key)
      expect(await army.register(body)).toMatch(/^as_/)
    })

    onlyEmbedded(
      'a dash is 403: trial accounts neither push nor poll over the api, but over the web once in five seconds',
      async () => {
        const trial = new Fleet(service, (await signUp(service)).key)
        const id = await trial.register()
        expectProblem(
          await trial.post(`/${id}/position`, { at: start }),
          403,
          /^The trial plan does not accept live positions/,
        )
        expectProblem(
          await trial.get(`/${id}/live`),
          403,
          /^The trial plan does not include live positions over the api channel; /,
        )
        const web = { 'x-service-live-channel': 'web' }
        wait()
        expect((await trial.get(`/${id}/live`, web)).statusCode).toBe(200)
        const tooFast = expectProblem(
          await trial.get(`/${id}/live`, web),
          429,
          /limited to one every 5 s for this asset;/,
        )
        expect(tooFast.headers['retry-after']).toBe('5')
        clock.advance(4900)
        expect((await trial.get(`/${id}/live`, web)).headers['retry-after']).toBe('1')
        clock.advance(100)
        expect((await trial.get(`/${id}/live`, web)).statusCode).toBe(200)
        expectProblem(await trial.get(`/${id}/live`, { 'x-service-live-channel': 'fax' }), 422, /must be web or api/)
      },
    )

    onlyEmbedded('pushes and polls are counted separately, and separately for each asset', async () => {
      const [a, b] = [await fleet.register(), await fleet.register()]
      wait(10)
      const codes = async (ask: () => Promise<{ statusCode: number }>) => {
        const list: number[] = []
        for (let count = 0; count < 3; count++) list.push((await ask()).statusCode)
        return list
      }
      expect(await codes(() => fleet.post(`/${a}/position`, { at: start }))).toEqual([200, 200, 429])
      expect(await codes(() => fleet.post(`/${b}/position`, { at: start }))).toEqual([200, 200, 429])
      for (const id of [a, b]) {
        expect(await codes(() => fleet.get(`/${id}/live`))).toEqual([200, 200, 429])
        expect(await codes(() => fleet.get(`/${id}/live`, { 'x-service-live-channel': 'web' }))).toEqual([
          200, 200, 429,
        ])
      }
      clock.advance(999)
      expect((await fleet.post(`/${b}/position`, { at: start })).statusCode).toBe(429)
      clock.advance(1)
      expect((await fleet.post(`/${b}/position`, { at: start })).statusCode).toBe(200)
    })

    onlyEmbedded('of ten per second ten pass, and the eleventh within the second does not', async () => {
      const quick = new Fleet(service, (await issueKey(service, 'aviation')).key)
      const id = await quick.register()
      const push = async () => (await quick.post(`/${id}/position`, { at: start })).statusCode
      // The pushes come every 50 ms in the very first second, when there is no accumulated allowance.
      const codes: number[] = []
      for (let count = 0; count < 20; count++) {
        codes.push(await push())
        clock.advance(50)
      }
      expect(codes).toEqual([...Array(10).fill(200), ...Array(10).fill(429)])
      for (let count = 0; count < 10; count++) {
        expect(await push()).toBe(200)
        expect(await push()).toBe(429)
        clock.advance(50)
      }
      const { headers } = expectProblem(
        await quick.post(`/${id}/position`, { at: start }),
        429,
        /^Position pushes on the aviation plan are limited to 10 per second for this asset; .* in 500 ms$/,
      )
      expect([headers['retry-after'], headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual([
        '1',
        '10',
        '0',
      ])
    })
  })

  describe('positions', () => {
    test('accept one with all fields, or several in any order; late ones never move the live position back', async () => {
      const id = await fleet.register()
      const now = clock.now()
      const one = {
        at: start,
        time: iso(now - 5000),
        speed_ms: 3,
        heading: 90,
        battery_pct: 50,
        altitude_m: 7,
        accuracy_m: 4,
      }
      expect(await fleet.push(id, one)).toEqual({ accepted: 1, rejected: [], latest: { ...one, time: one.time } })
      wait()
      const positions = [
        { lat: goal[0], lon: goal[1], time: now / 1000 },
        { at: start, time: now - 60_000 },
        { at: [91, 0], time: iso(now) },
        { at: start, time: '3000-01-01T00:00:00Z' },
        { at: [0, 0] },
        { lat: 5 },
      ]
      const reply = await fleet.push(id, { positions })
      expect(reply).toMatchObject({ accepted: 2, latest: { at: goal, time: iso(now) } })
      expect(reply.rejected).toEqual([
        { index: 2, why: 'positions[2].at[0] is 91; latitude ranges from -90 to 90' },
        {
          index: 3,
          why: expect.stringMatching(/^positions\[3\]\.time is 3000-01-01T00:00:00.000Z, more than 120 s ahead/),
        },
        { index: 4, why: expect.stringMatching(/^positions\[4\]\.at is \[0, 0\], which receivers report/) },
        { index: 5, why: 'positions[5].lon is missing; give lat and lon, or at: [latitude, longitude]' },
      ])
      const track = (await fleet.get(`/${id}/track`)).json()
      expect(track.positions).toMatchObject([
        { at: start, time: iso(now - 60_000), flag: 'late' },
        { at: start, time: iso(now - 5000), speed_ms: 3, heading: 90, battery_pct: 50, altitude_m: 7, accuracy_m: 4 },
        { at: goal, time: iso(now) },
      ])
    })

    test.each<[string, object, string | RegExp]>([
      ['nothing', {}, /^The body has no position; set the position, for example at/],
      [
        'both shapes',
        { at: start, positions: [{ at: start }] },
        /^The body has a list named positions and another position outside the list/,
      ],
      ['out of range', { at: [91.2, 0] }, 'at[0] is 91.2; latitude ranges from -90 to 90'],
      ['a longitude out of range', { lat: 5, lon: -181 }, 'lon is -181; longitude ranges from -180 to 180'],
      ['null island', { lat: 0, lon: 0 }, /^the position is \[0, 0\], which receivers report/],
      ['half a position', { lat: 5 }, 'lon is missing; give lat and lon, or at: [latitude, longitude]'],
      ['the other half', { lon: 5 }, 'lat is missing; give lat and lon, or at: [latitude, longitude]'],
      ['the year 3000', { at: start, time: '3000-01-01T00:00:00Z' }, /^time is 3000-01-01/],
      ['text in numbers', { lat: '5', lon: 6 }, /^lat is "5"; it must be a number/],
      ['a battery of 101', { at: start, battery_pct: 101 }, /^battery_pct is 101; it must be at most 100/],
      ['no time', { at: start, time: 'soon' }, /^time is "soon"; it must be a timestamp/],
      ['an empty list', { positions: [] }, /^positions is \[\]; it must have at least 1 item/],
      [
        '1,001 positions',
        { positions: Array(1001).fill({ at: start }) },
        /it must have at most 1000 items; it has 1001/,
      ],
    ])('rejects %s', async (_title, body, detail) => {
      expectProblem(await fleet.post(`/${await fleet.register()}/position`, body), 422, detail)
    })

    test('accept 1,000 at once, and return them as JSON pages, GeoJSON and GPX', async () => {
      const id = await fleet.register({ name: 'A <b> & c' })
      const now = clock.now()
      const positions = Array.from({ length: 1000 }, (_, at) => ({
        at: [start[0] + at * 1e-5, start[1]],
        time: now - 1000 * (1000 - at),
      }))
      expect(await fleet.push(id, { positions })).toMatchObject({ accepted: 1000, rejected: [] })
      const first = (await fleet.get(`/${id}/track?limit=600`)).json()
      const rest = (await fleet.get(`/${id}/track?limit=600&after=${first.next}`)).json()
      expect([first.positions.length, rest.positions.length, rest.next]).toEqual([600, 400, undefined])
      const drawn = await fleet.get(`/${id}/track?format=geojson`)
      expect(drawn.headers['content-type']).toBe('application/geo+json; charset=utf-8')
      expect(drawn.json().geometry.coordinates[0]).toEqual([start[1], start[0]])
      const gpx = await fleet.get(`/${id}/track?format=gpx`)
      expect(gpx.payload).toContain('<name>A &lt;b&gt; &amp; c</name>')
      expect(gpx.payload.match(/<trkpt /g)).toHaveLength(1000)
      const turned = `/${id}/track?from=2026-06-17T00:00:00Z&until=2026-06-16T00:00:00Z`
      expectProblem(
        await fleet.get(turned),
        422,
        /^from is "2026-06-17T00:00:00Z", but until is "2026-06-16T00:00:00Z"; from must not be after until$/,
      )
    })
  })

  describe('live state', () => {
    test('has no data, then is idle without a route', async () => {
      const id = await fleet.register()
      expect(await fleet.live(id)).toMatchObject({ state: 'no_fix', position: null, age_s: null, plan: null })
      await fleet.push(id, { at: start, battery_pct: 9, heading: 45 })
      wait(3)
      expect(await fleet.live(id)).toMatchObject({ state: 'idle', age_s: 3, position: { battery_pct: 9, heading: 45 } })
    })

    test('follows its route to the end, counting down', async () => {
      const id = await fleet.register()
      const attached = (await fleet.post(`/${id}/route`, { from: start, to: goal })).json()
      expect(attached.asset.plan).toMatchObject({ route_id: attached.route.id, mode: 'road' })
      const line = attached.route.geometry as [number, number][]
      let before = Number.POSITIVE_INFINITY
      for (const at of line) {
        wait(9)
        await fleet.push(id, { at, accuracy_m: 3 })
        const live = await fleet.live(id)
        expect(['on_route', 'idle', 'arrived']).toContain(live.state)
        expect(live.drift_m).toBeLessThan(2)
        expect(live.remaining_km).toBeLessThanOrEqual(before)
        before = live.remaining_km ?? before
      }
      for (let count = 0; count < 20; count++) {
        wait(10)
        await fleet.push(id, { at: line.at(-1) ?? start, speed_ms: 0, accuracy_m: 3 })
      }
      expect(await fleet.live(id)).toMatchObject({ state: 'arrived', progress_pct: 100, remaining_km: 0, eta_min: 0 })
    })

    test('routes from the current position with the registered profile; a route of another kind is rejected', async () => {
      const id = await fleet.register({ profile: { vehicle: { height_m: 3.9 }, nonsense: 1 } })
      expectProblem(await fleet.post(`/${id}/route`, { to: goal }), 422, /^from is missing, and "Van"/)
      await fleet.push(id, { at: start })
      const attachResponse = await fleet.post(`/${id}/route`, { to: goal, geometry: 'polyline', steps: false })
      expect(attachResponse.json().route).toMatchObject({ geometry: expect.any(String), snapped: expect.any(Object) })
      expect(attachResponse.json().route.steps).toBeUndefined()
      expectProblem(await fleet.post(`/${id}/route`, { to: goal, mode: 'maritime' }), 422, /must be road or av$/)
      expectProblem(await fleet.post(`/${id}/route`, { to: [91, 0] }), 422, /^to\[0\] is 91; latitude ranges/)
      expectProblem(await fleet.post(`/${id}/route`, {}), 422, /^to is missing/)
      const { quota, usage: used } = (await getUsage(service, key)).json()
      expect(quota.used).toBe(1)
      expect(used.by_operation).toContainEqual({ operation: 'assets.route', calls: 1, routes: 1 })
      expect(used.by_operation).not.toContainEqual(expect.objectContaining({ operation: 'route' }))
    })

    test('includes a reroute when off route, as a delta of the route', async () => {
      const id = await fleet.register()
      const via = [[-34.89, -56.185]]
      const { route } = (await fleet.post(`/${id}/route`, { from: start, via, to: [-34.8941, -56.1527] })).json()
      const line = route.geometry as [number, number][]
      for (const at of line.slice(0, 3)) {
        wait(10)
        await fleet.push(id, { at, accuracy_m: 3 })
      }
      const [latitude = 0, longitude = 0] = line[2] ?? []
      for (let count = 1; count <= 12; count++) {
        wait(5)
        await fleet.push(id, { at: [latitude - count * 2e-4, longitude - count * 4e-4], accuracy_m: 3, heading: 240 })
      }
      const live = await fleet.live(id)
      expect(live.state).toBe('off_route')
      expect(live.reroute).toMatchObject({ kind: expect.stringMatching(/delta|full/), receipt: expect.any(Object) })
      // The route that the client library builds still passes the remaining stop.
      const after = applyDelta(line, 'points', live.reroute as unknown as Parameters<typeof applyDelta>[2])
      const nearest = Math.min(...after.map(([lat, lon]) => Math.hypot(lat + 34.89, (lon + 56.185) * 0.82) * 111_195))
      expect(nearest).toBeLessThan(60)
    })

    test('does not expect an asset today that departs tomorrow', async () => {
      const id = await fleet.register()
      await fleet.push(id, { at: start })
      const depart_at = iso(clock.now() + 86_400_000)
      const { asset } = (await fleet.post(`/${id}/route`, { from: start, to: goal, depart_at })).json()
      const live = await fleet.live(id)
      expect(Date.parse(live.arrive_at ?? '') - Date.parse(asset.plan.arrive_at)).toBeLessThan(60_000)
      expect(live.eta_min).toBeGreaterThan(1439)
    })

    test('rejects or warns about unsupported options of an attached route', async () => {
      const id = await fleet.register()
      const endpoints = { from: start, to: goal }
      expectProblem(
        await fleet.post(`/${id}/route`, { ...endpoints, geometry: 'foo' }),
        422,
        /^geometry is "foo"; it must be/,
      )
      expectProblem(
        await fleet.post(`/${id}/route`, { ...endpoints, steps: 'yes' }),
        422,
        /^steps is "yes"; it must be/,
      )
      const attached = (await fleet.post(`/${id}/route`, { ...endpoints, format: 'plan', geometry: 'geojson' })).json()
      expect(attached.warnings).toEqual(["'format' was ignored: the reply always contains the route as JSON"])
      expect(attached.route.alternatives[0].geometry.type).toBe('LineString')
    })

    test('is the same for all requests within a second', async () => {
      const id = await fleet.register()
      await fleet.push(id, { at: start })
      wait(5)
      const [a, b] = [await fleet.live(id), await fleet.live(id, 'web')]
      expect(b).toEqual(a)
    })
  })

  test('is streamed as it changes, and resumes after a break', async () => {
    const ids = [await fleet.register(), await fleet.register()]
    await fleet.push(ids[0] ?? '', { at: start })
    const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
    const read = async (path: string, count: number, lastId?: string) => {
      const headers = { 'x-api-key': key, ...(lastId && { 'last-event-id': lastId }) }
      const reply = await fetch(`${address}/v1/assets${path}`, { headers, signal: AbortSignal.timeout(120_000) })
      expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      const events: { id: string; data: { asset: { id: string } } }[] = []
      let text = ''
      for await (const chunk of reply.body ?? []) {
        // The clock of this test is frozen, but the rate limits need it to advance.
        wait()
        text += Buffer.from(chunk).toString()
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const event = text.slice(0, end)
          text = text.slice(end + 2)
          const id = /^id: (\d+)$/m.exec(event)?.[1]
          const data = /^data: (.*)$/m.exec(event)?.[1]
          if (id && data) events.push({ id, data: JSON.parse(data) })
        }
        if (events.length >= count) return events
      }
      return events
    }
    const all = await read('/stream', 2)
    expect(new Set(all.map(({ data }) => data.asset.id))).toEqual(new Set(ids))
    wait()
    await fleet.push(ids[1] ?? '', { at: goal })
    wait()
    const next = await read('/stream', 1, all.at(-1)?.id)
    expect(next.map(({ data }) => data.asset.id)).toEqual([ids[1]])
    wait()
    const one = await read(`/${ids[0]}/stream`, 1)
    expect(one.map(({ data }) => data.asset.id)).toEqual([ids[0]])
  })
})
