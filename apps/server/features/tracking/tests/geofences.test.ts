import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'
import { SilenceWatch } from '../events/silence-store.ts'

const DEPOT = [-34.9, -56.2] as const
const FAR = [-34.91, -56.2] as const
const depot = { name: 'Depot', circle: { center: DEPOT, radius_m: 100 } }

interface EventReply {
  readonly type: string
  readonly time: string
}

describeOnStores('geofences and events', ({ startShared }) => {
  let service: TestService
  let clock: FakeClock
  let fleet: Fleet
  let headers: Record<string, string>
  beforeAll(async () => {
    clock = new FakeClock()
    const plans = defaultPlans(7)
    const live = { ...plans.pro.live, apiLivePollsPerSecond: 1e6, gpsPushPerSecond: 1e6 }
    service = await startShared({ clock, config: { plans: { ...plans, pro: { ...plans.pro, live, burst: 10_000 } } } })
  })
  beforeEach(async () => {
    clock.advance(60_000)
    const { key } = await issueKey(service, 'pro')
    headers = { 'x-api-key': key }
    fleet = new Fleet(service, key)
  })
  type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  const send = (method: Method, path: string, payload?: object) =>
    service.app.inject({ method, url: `/v1${path}`, headers, ...(payload && { payload }) })
  const create = async (body: object = depot): Promise<string> => {
    const reply = await send('POST', '/geofences', body)
    expect([reply.statusCode, reply.payload]).toEqual([200, expect.any(String)])
    return reply.json().id
  }
  const listEvents = async (query = '') => (await send('GET', `/events${query}`)).json()
  const listTypes = async (query = '') => (await listEvents(query)).events.map(({ type }: EventReply) => type)
  const iso = (ms: number) => new Date(ms).toISOString()
  /** Pushes positions that are a minute apart, the last of them now. */
  const drive = async (id: string, ...points: readonly (readonly [number, number])[]) => {
    clock.advance(60_000 * points.length)
    const first = clock.now() - 60_000 * (points.length - 1)
    await fleet.push(id, { positions: points.map((at, index) => ({ at, time: iso(first + 60_000 * index) })) })
  }

  test('are created, listed in pages, read, updated and removed', async () => {
    const ids = [await create(), await create({ name: 'Plan', corridor: { along_plan: true, distance_m: 50 } })]
    const first = (await send('GET', '/geofences?limit=1')).json()
    expect(first.geofences).toMatchObject([{ ...depot, id: ids[0], rules: { enter: true, exit: true } }])
    const second = (await send('GET', `/geofences?limit=1&after=${first.next}`)).json()
    expect([second.geofences[0].id, second.next]).toEqual([ids[1], undefined])
    const outer = [DEPOT, FAR, [-34.9, -56.3]]
    const changes = { name: 'Yard', polygon: { outer }, rules: { exit: false }, groups: ['north'] }
    const updated = (await send('PATCH', `/geofences/${ids[0]}`, changes)).json()
    expect(updated).toMatchObject({ ...changes, rules: { enter: true, exit: false } })
    expect(updated.circle).toBeUndefined()
    const open = (await send('PATCH', `/geofences/${ids[0]}`, { groups: null })).json()
    expect([open.groups, open.name]).toEqual([undefined, 'Yard'])
    expect((await send('GET', `/geofences/${ids[0]}`)).json()).toEqual(open)
    expect((await send('DELETE', `/geofences/${ids[0]}`)).json()).toEqual({ removed: ids[0] })
    const detail = `The account has no geofence "${ids[0]}"; GET /v1/geofences lists its geofences`
    for (const method of ['GET', 'DELETE', 'PATCH'] as const) {
      expectProblem(await send(method, `/geofences/${ids[0]}`, method === 'PATCH' ? {} : undefined), 404, detail)
    }
    const stranger = { 'x-api-key': (await issueKey(service, 'pro')).key }
    const foreign = await service.app.inject({ url: `/v1/geofences/${ids[1]}`, headers: stranger })
    expectProblem(foreign, 404, /^The account has no geofence/)
    expectProblem(await send('GET', '/geofences?after=x'), 422, /^after is "x"; give the value of next/)
  })

  const ring = (corners: number) =>
    Array.from({ length: corners }, (_, at) => {
      const angle = (2 * Math.PI * at) / corners
      return [-34.9 + 0.1 * Math.sin(angle), -56.2 + 0.1 * Math.cos(angle)]
    })
  const refused: [string, object, RegExp][] = [
    ['no shape', {}, /^The geofence has no shape; give circle, polygon or corridor, such as "circle": /],
    ['two shapes', { ...depot, polygon: { outer: ring(3) } }, /^circle and polygon are set; use only one of circle/],
    [
      'a latitude of 91',
      {
        polygon: {
          outer: [
            [0, 0],
            [91, 0],
            [1, 1],
          ],
        },
      },
      /^polygon\.outer\[1\]\[0\] is 91; latitude/,
    ],
    ['a longitude of 181', { circle: { center: [0, 181], radius_m: 50 } }, /^circle\.center\[1\] is 181; longitude/],
    [
      'a ring without area',
      {
        polygon: {
          outer: [
            [0, 0],
            [1, 1],
            [2, 2],
          ],
        },
      },
      /^polygon\.outer has no area/,
    ],
    [
      'a hole of two corners',
      {
        polygon: {
          outer: ring(9),
          holes: [
            [
              [0, 0],
              [0, 1],
              [0, 0],
            ],
          ],
        },
      },
      /^polygon\.holes\[0\] has fewer than 3 different corners/,
    ],
    [
      'a ring around a pole',
      {
        polygon: {
          outer: [
            [80, 0],
            [80, 120],
            [80, -120],
          ],
        },
      },
      /^polygon\.outer goes around a p/,
    ],
    ['a corridor without a line', { corridor: { distance_m: 50 } }, /^corridor has no line; set corridor\.line, or/],
    [
      'a corridor with two lines',
      {
        corridor: {
          distance_m: 50,
          line: [
            [0, 0],
            [0, 1],
          ],
          along_plan: true,
        },
      },
      /^corridor\.line and corridor\.along_plan are both set/,
    ],
    [
      'no rules',
      { ...depot, rules: { enter: false, exit: false } },
      /^In rules, enter and exit are false, and neither dwell_s/,
    ],
    ['a small radius', { circle: { center: DEPOT, radius_m: 9 } }, /^circle\.radius_m is 9; it must be at least 10/],
    ['100,000 corners', { polygon: { outer: Array(100_000).fill([0, 0]) } }, /at most 10000 items; it has 100000/],
    [
      '10,001 corners with holes',
      { polygon: { outer: ring(9998), holes: [ring(3)] } },
      /^The geofence has 10001 corners, including those of its holes, but at most 10000 are allowed/,
    ],
  ]
  test.each(refused)('are rejected with %s', async (_title, body, detail) => {
    expectProblem(await send('POST', '/geofences', { name: 'A', ...body }), 422, detail)
  })

  test('may have at most 200,000 corners in total, and there may be at most 500', async () => {
    const id = await create()
    const { db } = service.database
    await db.updateTable('geofences').set({ corners: 199_999 }).where('id', '=', id).execute()
    const last = await create()
    const detail =
      /^The geofence has 1 corners, and the other geofences of the account have 200000, but together they may have at mos/
    expectProblem(await send('POST', '/geofences', depot), 403, detail)
    // A geofence may be replaced by one of the same size, but not by a larger one.
    expect((await send('PATCH', `/geofences/${last}`, depot)).statusCode).toBe(200)
    const larger = { polygon: { outer: ring(3) } }
    expectProblem(
      await send('PATCH', `/geofences/${last}`, larger),
      403,
      /^The geofence has 3 corners, and the other geofences/,
    )
    await db.updateTable('geofences').set({ corners: 1 }).where('id', '=', id).execute()
    const row = await db.selectFrom('geofences').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { number: _number, ...fields } = row
    const copies = Array.from({ length: 497 }, (_, at) => ({ ...fields, id: `${id} ${at}` }))
    await db.insertInto('geofences').values(copies).execute()
    await create()
    expectProblem(await send('POST', '/geofences', depot), 403, /^The account has 500 geofences, which is the maximum;/)
  })

  test('are evaluated for positions whose times have fractions of milliseconds', async () => {
    const id = await fleet.register()
    await create({ ...depot, rules: { dwell_s: 90 } })
    clock.advance(60_000)
    const times = [50.0001234, 40.1, 30.3333333, 20.0000001]
    for (const [index, secondsAgo] of times.entries()) {
      const body = { at: index === 0 ? FAR : DEPOT, time: clock.now() / 1000 - secondsAgo }
      const reply = await send('POST', `/assets/${id}/position`, body)
      expect([reply.statusCode, reply.payload]).toEqual([200, expect.any(String)])
    }
    expect(await listTypes()).toEqual(['geofence.enter'])
  })

  test('cause events that are listed, filtered and paged', async () => {
    const id = await fleet.register({ name: 'Van', reference: 'r7' })
    const other = await fleet.register()
    await drive(id, DEPOT)
    expect(await listTypes()).toEqual([])
    const geofence = await create({ ...depot, rules: { dwell_s: 90 } })
    await drive(id, FAR, DEPOT, DEPOT, DEPOT, FAR)
    await drive(other, DEPOT)
    const { events } = await listEvents()
    expect(events.map(({ type }: EventReply) => type)).toEqual([
      'geofence.enter',
      'geofence.dwell',
      'geofence.exit',
      'geofence.enter',
    ])
    expect(events[2]).toMatchObject({
      id: expect.stringMatching(/^ev_/),
      asset: id,
      asset_name: 'Van',
      reference: 'r7',
      geofence,
      geofence_name: 'Depot',
      at: FAR,
      inside_s: 180,
    })
    expect(Date.parse(events[1].time) - Date.parse(events[0].time)).toBe(90_000)
    expect(await listTypes(`?asset=${other}`)).toEqual(['geofence.enter'])
    expect(await listTypes('?type=geofence.exit')).toEqual(['geofence.exit'])
    expect(await listTypes(`?geofence=${geofence}&limit=1&order=newest`)).toEqual(['geofence.enter'])
    expect(await listTypes('?geofence=gf_1')).toEqual([])
    const page = await listEvents('?limit=3')
    expect(page.events).toHaveLength(3)
    expect((await listEvents(`?limit=3&after=${page.next}`)).events).toEqual([events[3]])
    const newest = await listEvents('?limit=3&order=newest')
    expect((await listEvents(`?limit=3&order=newest&after=${newest.next}`)).events).toEqual([events[0]])
    clock.advance(86_400_001)
    expect(await listTypes()).toEqual([])
    expect(await listTypes(`?from=${events[0].recorded_at}`)).toHaveLength(4)
    expectProblem(
      await send('GET', '/events?from=2030-01-01T00:00:00Z'),
      422,
      /^from is "2030-01-01T00:00:00Z", but until is /,
    )
    expectProblem(await send('GET', '/events?type=x'), 422, /^type is "x"; it must be one of geofence\.enter, /)
    await fleet.delete(`/${id}`)
    expect(await listTypes(`?from=${events[0].recorded_at}`)).toEqual(['geofence.enter'])
  })

  test('ignore late positions, jumps, and assets that they do not apply to', async () => {
    const id = await fleet.register({ group: 'north' })
    await create()
    await create({ ...depot, name: 'Other', groups: ['south'] })
    await create({ ...depot, name: 'Ships', kinds: ['vessel'] })
    await drive(id, FAR, FAR)
    const nowMs = clock.now()
    // The first position is late, the second has the time of the last position, and the third is too far away for the
    // elapsed time.
    await fleet.push(id, { at: DEPOT, time: iso(nowMs - 30_000) })
    await fleet.push(id, { at: DEPOT, time: iso(nowMs) })
    await fleet.push(id, { at: DEPOT, time: iso(nowMs + 1) })
    expect(await listTypes()).toEqual([])
    await drive(id, FAR, FAR, DEPOT)
    expect((await listEvents()).events).toMatchObject([{ type: 'geofence.enter', geofence_name: 'Depot' }])
  })

  describe('settings', () => {
    test('are off until they are switched on, and replaced as a whole', async () => {
      const off = {
        off_route: false,
        arrived: false,
        stale: false,
        late_min: null,
        stopped_s: null,
        battery_pct: null,
        max_speed_kmh: null,
      }
      expect((await send('GET', '/events/settings')).json()).toEqual(off)
      const given = { stale: true, battery_pct: 20 }
      expect((await send('PUT', '/events/settings', given)).json()).toEqual({ ...off, ...given })
      expect((await send('GET', '/events/settings')).json()).toEqual({ ...off, ...given })
      expect((await send('PUT', '/events/settings', { off_route: true })).json()).toEqual({ ...off, off_route: true })
      expectProblem(
        await send('PUT', '/events/settings', { battery_pct: 0 }),
        422,
        /^battery_pct is 0; it must be at le/,
      )
    })

    test('cause events with positions and, for silent assets, without', async () => {
      const id = await fleet.register()
      await fleet.push(id, { at: DEPOT, battery_pct: 5 })
      await send('PUT', '/events/settings', { stale: true, battery_pct: 20 })
      clock.advance(10_000)
      await fleet.push(id, { at: DEPOT, battery_pct: 5 })
      expect((await listEvents()).events).toMatchObject([{ type: 'battery', battery_pct: 5 }])
      const notified: number[] = []
      const silence = new SilenceWatch(service.database.db, (account) => notified.push(account))
      await silence.run(clock.now())
      expect(await listTypes()).toEqual(['battery'])
      clock.advance(200_000)
      // Two servers run the task at the same time.
      await Promise.all([silence.run(clock.now()), new SilenceWatch(service.database.db).run(clock.now())])
      expect(await listTypes()).toEqual(['battery', 'stale'])
      notified.length = 0
      await silence.run(clock.now())
      expect(notified).toEqual([])
      expect(await listTypes()).toEqual(['battery', 'stale'])
    })
  })

  test('are sent in streams, once, and again after a reconnect', async () => {
    const id = await fleet.register()
    await create()
    await drive(id, FAR)
    const stream = async (lastEventId?: string) =>
      (
        await service.app.inject({
          url: '/v1/assets/stream?seconds=0',
          headers: { ...headers, ...(lastEventId && { 'last-event-id': lastEventId }) },
        })
      ).payload
    const lastId = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1]
    const before = await stream()
    await drive(id, DEPOT)
    const text = await stream(lastId(before))
    expect(text.match(/^event: \w+$/gm)).toEqual(['event: event', 'event: live'])
    const [, data = ''] = /^event: event\ndata: (.*)$/m.exec(text) ?? []
    expect(JSON.parse(data)).toEqual((await listEvents()).events[0])
    expect(await stream(lastId(text))).not.toContain('event: event')
    // A new client gets the current state, not the history.
    expect(await stream()).not.toContain('event: event')
  })

  describe('webhooks', () => {
    const url = 'https://example.com/hook'
    const createWebhook = async (body: object = { url }) => {
      const reply = await send('POST', '/webhooks', body)
      expect([reply.statusCode, reply.payload]).toEqual([200, expect.any(String)])
      return reply.json()
    }

    test('are created with a secret, listed and read without it, updated and removed', async () => {
      const { secret, ...webhook } = await createWebhook({ url, description: 'ours', events: ['late'] })
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(webhook).toMatchObject({ id: expect.stringMatching(/^wh_/), url, enabled: true, events: ['late'] })
      expect((await send('GET', '/webhooks')).json()).toEqual({ webhooks: [webhook] })
      const path = `/webhooks/${webhook.id}`
      expect((await send('GET', path)).json()).toEqual(webhook)
      const updated = (await send('PATCH', path, { events: null, description: null, enabled: false })).json()
      expect(updated).toEqual({ id: webhook.id, url, events: null, enabled: false, created_at: webhook.created_at })
      const rotated = (await send('PATCH', path, { rotate_secret: true })).json()
      expect(rotated.secret).toMatch(/^whsec_/)
      expect(rotated.secret).not.toBe(secret)
      expect((await send('DELETE', path)).json()).toEqual({ removed: webhook.id })
      const detail = `The account has no webhook "${webhook.id}"; GET /v1/webhooks lists its webhooks`
      for (const [method, under, body] of [
        ['GET', path],
        ['DELETE', path],
        ['PATCH', path, {}],
        ['POST', `${path}/test`],
        ['GET', `${path}/deliveries`],
        ['POST', `${path}/replay`, {}],
      ] as const) {
        expectProblem(await send(method, under, body), 404, detail)
      }
    })

    test('are rejected on private networks, with http, and beyond ten', async () => {
      const inside = { url: 'https://192.168.0.1/' }
      expectProblem(await send('POST', '/webhooks', inside), 422, /^url is "https:\/\/192\.168\.0\.1\/"; it must be on/)
      const { id } = await createWebhook()
      expectProblem(await send('PATCH', `/webhooks/${id}`, { url: 'http://a.com' }), 422, /; it must begin with https:/)
      expectProblem(
        await send('POST', '/webhooks', { url, events: ['x'] }),
        422,
        /^events\[0\] is "x"; it must be one of/,
      )
      for (let count = 1; count < 10; count++) await createWebhook()
      expectProblem(
        await send('POST', '/webhooks', { url }),
        403,
        /^The account has 10 webhooks, which is the maximum;/,
      )
    })

    test('receive the selected events from then on, with a log and a replay', async () => {
      const asset = await fleet.register()
      await create()
      await drive(asset, DEPOT, FAR)
      const all = await createWebhook()
      const exits = await createWebhook({ url, events: ['geofence.exit'] })
      await drive(asset, DEPOT, FAR)
      const log = async ({ id }: { id: string }, query = '') =>
        (await send('GET', `/webhooks/${id}/deliveries${query}`)).json()
      const { events } = await listEvents('?order=newest&limit=2')
      const ids = events.map(({ id }: { id: string }) => id)
      const { deliveries } = await log(all)
      expect(deliveries.map(({ event }: { event: string }) => event)).toEqual(ids)
      expect(deliveries).toMatchObject(Array(2).fill({ state: 'pending', attempts: 0 }))
      expect((await log(exits)).deliveries.map(({ event }: { event: string }) => event)).toEqual([ids[0]])
      const page = await log(all, '?limit=1')
      expect((await log(all, `?limit=1&after=${page.next}`)).deliveries).toEqual([deliveries[1]])
      expect((await log(all, '?state=dead')).deliveries).toEqual([])
      const replay = (body: object) => send('POST', `/webhooks/${all.id}/replay`, body)
      expect((await replay({})).json()).toEqual({ queued: 0 })
      expect((await replay({ from: '2000-01-01T00:00:00Z' })).json()).toEqual({ queued: 4 })
      await service.database.db.updateTable('webhook_deliveries').set({ state: 'dead' }).execute()
      expect((await replay({ deliveries: [deliveries[0].id] })).json()).toEqual({ queued: 1 })
      expect((await replay({})).json()).toEqual({ queued: 5 })
      expectProblem(
        await replay({ deliveries: ['7'] }),
        422,
        /^deliveries\[0\] is "7"; give the id of a delivery from GET/,
      )
      const both = { deliveries: ['dl_1'], from: '2000-01-01T00:00:00Z' }
      expectProblem(
        await replay(both),
        422,
        /^deliveries and a period are both set; use either deliveries, or from and until$/,
      )
      const turned = { from: '2030-01-02T00:00:00Z', until: '2030-01-01T00:00:00Z' }
      expectProblem(await replay(turned), 422, /^from is "2030-01-02T00:00:00Z", but until is /)
    })

    test('are tested with a message that is sent at once', async () => {
      // The host name never resolves.
      const { id } = await createWebhook({ url: 'https://receiver.invalid/' })
      expect((await send('POST', `/webhooks/${id}/test`)).json()).toEqual({
        delivered: false,
        error: expect.stringMatching(/^connection failed \((ENOTFOUND|EAI_AGAIN)\)$/),
        duration_ms: expect.any(Number),
      })
    })
  })
})
