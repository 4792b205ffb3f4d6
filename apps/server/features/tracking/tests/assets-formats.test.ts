import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans, type Plans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'

function widePlans(): Plans {
  const plans = defaultPlans(7)
  const live = { ...plans.pro.live, webPollsPerSecond: 1000, apiLivePollsPerSecond: 1000, gpsPushPerSecond: 1000 }
  return { ...plans, pro: { ...plans.pro, live } }
}

describeOnStores('formats that trackers already send', ({ startShared }) => {
  let service: TestService
  let clock: FakeClock
  let key: string
  let fleet: Fleet
  let id: string
  beforeAll(async () => {
    clock = new FakeClock()
    service = await startShared({ clock, config: { plans: widePlans() } })
  })
  beforeEach(async () => {
    clock.advance(60_000)
    key = (await issueKey(service, 'pro')).key
    fleet = new Fleet(service, key)
    id = await fleet.register()
  })

  const seconds = () => Math.floor(clock.now() / 1000) - 5
  const iso = (unix: number) => new Date(unix * 1000).toISOString()
  const basic = (password: string, user = 'jane') => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  })
  const send = (options: { query?: string; method?: 'GET' | 'POST'; type?: string; body?: string; headers?: object }) =>
    service.app.inject({
      method: options.method ?? 'POST',
      url: `/v1/assets/${id}/position${options.query ?? ''}`,
      headers: {
        ...(options.headers ?? { 'x-api-key': key }),
        ...(options.type !== undefined && { 'content-type': options.type }),
      },
      ...(options.body !== undefined && { payload: options.body }),
    })
  const track = async () => (await fleet.get(`/${id}/track`)).json().positions

  describe('a forwarding Traccar server', () => {
    const position = () => ({
      id: 12,
      deviceId: 3,
      protocol: 'teltonika',
      serverTime: new Date(clock.now()).toISOString(),
      deviceTime: iso(seconds()),
      fixTime: iso(seconds()).replace('Z', '+00:00'),
      outdated: false,
      valid: true,
      latitude: -34.9059,
      longitude: -56.1913,
      altitude: 0,
      speed: 10,
      course: 92,
      address: null,
      accuracy: 0,
      network: null,
      geofenceIds: null,
      attributes: { batteryLevel: 81, ignition: true, motion: true },
    })
    const device = (uniqueId: unknown) => ({ id: 3, name: 'Van', uniqueId, status: 'online', attributes: {} })
    const forward = async (body: object) => {
      const reply = await fleet.post('/positions', body)
      expect([reply.statusCode, reply.payload]).toEqual([200, expect.any(String)])
      return reply.json()
    }
    const why = async (body: object) => (await forward(body)).rejected

    test('sends positions of the asset with the reference of the device', async () => {
      const van = await fleet.register({ reference: '356307042441013' })
      const reply = await forward({ position: position(), device: device('356307042441013') })
      expect(reply).toMatchObject({ accepted: 1, rejected: [], assets: [{ asset: van, accepted: 1 }] })
      expect(reply.assets[0].latest).toEqual({
        at: [-34.9059, -56.1913],
        time: iso(seconds()),
        speed_ms: expect.closeTo(5.144, 3),
        heading: 92,
        battery_pct: 81,
      })
      expect(await forward({ position: position(), device: device(id) })).toMatchObject({ accepted: 1 })
      expect(reply.warnings).toBeUndefined()
    })

    test('gets 200 with the reason for a position that cannot be stored', async () => {
      const reject = (text: string) => [{ index: 0, why: text }]
      expect(await why({ position: position(), device: device('77') })).toEqual(
        reject('device.uniqueId is "77"; register an asset with this reference'),
      )
      expect(await why({ position: position(), device: device('7\u00007') })).toEqual(
        reject('device.uniqueId is "7\\u00007"; register an asset with this reference'),
      )
      for (const _ of [1, 2]) await fleet.register({ reference: '88' })
      expect(await why({ position: position(), device: device('88') })).toEqual(
        reject('device.uniqueId is "88"; only one asset may have this reference'),
      )
      expect(await why({ position: position(), device: device(3) })).toEqual(
        reject('device.uniqueId is 3; it must be the identifier of the device'),
      )
      expect(await why({ position: { ...position(), valid: false }, device: device(id) })).toEqual(
        reject('position.valid is false: the receiver has no fix'),
      )
      expect(await why({ position: { ...position(), latitude: 91 }, device: device(id) })).toEqual(
        reject('position.latitude is 91; latitude ranges from -90 to 90'),
      )
      const battery = { ...position(), attributes: { batteryLevel: 101 } }
      expect((await forward({ position: battery, device: device(id) })).warnings).toEqual([
        'position.attributes.batteryLevel was ignored: it is 101, but must be a number from 0 to 100',
      ])
    })

    test('finds an asset by its new reference after ten seconds', async () => {
      expect(await why({ position: position(), device: device('99') })).toHaveLength(1)
      await fleet.patch(`/${id}`, { reference: '99' })
      clock.advance(9999)
      expect(await why({ position: position(), device: device('99') })).toHaveLength(1)
      clock.advance(1)
      expect(await why({ position: position(), device: device('99') })).toEqual([])
    })
  })

  describe('OwnTracks', () => {
    const location = (tst: number) => ({
      _type: 'location',
      BSSID: 'b0:f2:8:45:94:33',
      SSID: 'Home',
      acc: 13,
      alt: 160,
      batt: 67,
      bs: 1,
      cog: 270,
      conn: 'w',
      created_at: tst + 1,
      inregions: ['home'],
      lat: 48.85833,
      lon: 2.29513,
      m: 1,
      t: 'u',
      tid: 'JJ',
      topic: 'owntracks/jane/phone',
      tst,
      vac: 10,
      vel: 54,
    })

    test('converts km/h to m/s, and returns the list that the app expects', async () => {
      const reply = await send({ type: 'application/json', body: JSON.stringify(location(seconds())) })
      expect([reply.statusCode, reply.payload]).toEqual([200, '[]'])
      expect(reply.headers['content-type']).toMatch(/^application\/json/)
      expect(await track()).toEqual([
        {
          at: [48.85833, 2.29513],
          time: iso(seconds()),
          speed_ms: 15,
          heading: 270,
          battery_pct: 67,
          altitude_m: 160,
          accuracy_m: 13,
        },
      ])
    })

    test('drops values of -1, which the phone sends for unknown', async () => {
      const body = JSON.stringify({ ...location(seconds()), vel: -1, cog: -1, batt: -1, acc: -1, alt: -3 })
      expect((await send({ type: 'application/json', body })).statusCode).toBe(200)
      expect(await track()).toEqual([{ at: [48.85833, 2.29513], time: iso(seconds()), altitude_m: -3 }])
    })

    test.each(['lwt', 'transition', 'waypoint', 'status', 'steps', 'card'])(
      'accepts a message of type %s and stores nothing, so that the app does not repeat it',
      async (type) => {
        const body = JSON.stringify({ _type: type, tst: seconds(), lat: 48, lon: 2 })
        const reply = await send({ type: 'application/json', body })
        expect([reply.statusCode, reply.payload]).toEqual([200, '[]'])
        expect(await track()).toEqual([])
      },
    )

    test('explains what to do with an encrypted message, and the error of an invalid one', async () => {
      const encrypted = JSON.stringify({ _type: 'encrypted', data: 'zJWV2rYs' })
      expectProblem(await send({ type: 'application/json', body: encrypted }), 422, /turn off encryption in OwnTracks/)
    })

    test.each([
      ['no latitude', { lat: 'north' }, /^lat is "north"; it must be a number/],
      ['no place at all', { lat: undefined, lon: undefined }, /^the position has no position; give lat and lon$/],
      ['null island', { lat: 0, lon: 0 }, /receivers report when they have no fix$/],
      ['a clock that is far ahead', { tst: 2_000_000_000 }, /^tst is 2033-05-18T03:33:20.000Z, more than 120 s ahead/],
    ])('skips a position with %s, so that the app continues with the next one', async (_title, fields, why) => {
      const refusals = async () => {
        const metrics = (await service.app.inject('/metrics')).payload
        return Number(/^fairway_positions_refused_total{form="owntracks"} (\d+)$/m.exec(metrics)?.[1] ?? 0)
      }
      const before = await refusals()
      const body = JSON.stringify({ ...location(seconds()), ...fields })
      const reply = await send({ type: 'application/json', body })
      expect([reply.statusCode, reply.payload]).toEqual([200, '[]'])
      expect(await track()).toEqual([])
      expect((await fleet.live(id)).state).toBe('no_fix')
      expect(await refusals()).toBe(before + 1)
      expect(service.log.filter(({ asset }) => asset === id)).toMatchObject([
        { level: 20, form: 'owntracks', refused: 1, why: expect.stringMatching(why) },
      ])
      await send({ type: 'application/json', body: JSON.stringify(location(seconds())) })
      expect(await track()).toHaveLength(1)
    })

    test('accepts a message without a position only where positions are accepted', async () => {
      const body = JSON.stringify({ _type: 'lwt', tst: seconds() })
      const to = (asset: string, sender: string) =>
        service.app.inject({
          method: 'POST',
          url: `/v1/assets/${asset}/position`,
          headers: { 'x-api-key': sender, 'content-type': 'application/json' },
          payload: body,
        })
      const other = await issueKey(service, 'pro')
      const trial = await issueKey(service, 'trial')
      expect((await to(id, key)).payload).toBe('[]')
      expectProblem(await to(id, other.key), 404, /^The account has no asset "as_/)
      expectProblem(await to('nonsense', key), 404, /^The account has no asset "nonsense"/)
      expectProblem(await to('nonsense', trial.key), 403, /^The trial plan does not accept live positions/)
    })
  })

  describe('OsmAnd and Traccar Client', () => {
    const query = (timestamp: number | string) =>
      `?id=48241179&timestamp=${timestamp}&lat=52.5163&lon=13.3777&speed=19.438&bearing=84.5&altitude=34.0&accuracy=4.9&batt=83.0&hdop=1.2&charge=true`
    const expected = (time: string) => ({
      at: [52.5163, 13.3777],
      time,
      speed_ms: 10,
      heading: 84.5,
      battery_pct: 83,
      altitude_m: 34,
      accuracy_m: 4.9,
    })

    test.each(['GET', 'POST'] as const)('%s with a query, knots and seconds', async (method) => {
      const reply = await send({ method, query: query(seconds()) })
      expect([reply.statusCode, reply.json()]).toEqual([
        200,
        { accepted: 1, rejected: [], latest: expected(iso(seconds())) },
      ])
    })

    test('HEAD does not store a position', async () => {
      const url = `/v1/assets/${id}/position${query(seconds())}`
      expect((await service.app.inject({ method: 'HEAD', url, headers: { 'x-api-key': key } })).statusCode).toBe(200)
      expect(await track()).toEqual([])
    })

    test('accepts milliseconds and instants', async () => {
      expect((await send({ method: 'GET', query: query(seconds() * 1000) })).json().latest.time).toBe(iso(seconds()))
      clock.advance(10_000)
      const instant = encodeURIComponent(iso(seconds()))
      expect((await send({ method: 'GET', query: query(instant) })).json().latest.time).toBe(iso(seconds()))
    })

    test.each(['%20', '+', 'T'])('accepts a date and a time in UTC, with %s between them', async (between) => {
      const written = iso(seconds()).slice(0, 19).replace('T', between)
      expect((await send({ method: 'GET', query: query(written) })).json().latest.time).toBe(iso(seconds()))
    })

    test('ignores a position from a receiver that reports no fix', async () => {
      for (const valid of ['false', '0']) {
        const why = `valid is ${valid}: the receiver has no fix`
        const reply = await send({ method: 'GET', query: `${query(seconds())}&valid=${valid}` })
        expect([reply.statusCode, reply.json()]).toEqual([
          200,
          { accepted: 0, rejected: [{ index: 0, why }], latest: null },
        ])
      }
      expect((await send({ method: 'GET', query: `${query(seconds())}&valid=true` })).json().accepted).toBe(1)
      expect(await track()).toHaveLength(1)
    })

    test('accepts a form in the body, and an empty one next to a query', async () => {
      const type = 'application/x-www-form-urlencoded'
      expect((await send({ type, body: query(seconds()).slice(1) })).json().latest).toEqual(expected(iso(seconds())))
      clock.advance(10_000)
      const reply = await send({ type, body: '', query: query(seconds()) })
      expect(reply.json().latest).toEqual(expected(iso(seconds())))
    })

    test('accepts the JSON of Traccar Client 9', async () => {
      const body = JSON.stringify({
        location: {
          timestamp: iso(seconds()),
          coords: { latitude: 52.5163, longitude: 13.3777, accuracy: 4.9, speed: 10, heading: 84.5, altitude: 34 },
          is_moving: true,
          odometer: 1234.5,
          event: 'motionchange',
          battery: { level: 0.83, is_charging: false },
          activity: { type: 'in_vehicle' },
          extras: {},
        },
        device_id: '48241179',
      })
      const reply = await send({ type: 'application/json', body })
      expect(reply.json()).toEqual({ accepted: 1, rejected: [], latest: expected(iso(seconds())) })
    })

    test('accepts several collected positions at once', async () => {
      const one = (at: number, latitude = 52.5) => ({
        timestamp: iso(seconds() - 10 + at),
        coords: { latitude: latitude + at * 1e-5, longitude: 13.4, heading: null, speed: -1 },
      })
      const body = JSON.stringify({ location: [one(1), one(2, 100), 'nonsense', one(3)], device_id: '1' })
      const reply = await send({ type: 'application/json', body })
      expect(reply.json()).toMatchObject({ accepted: 2, latest: { at: [52.50003, 13.4] } })
      expect(reply.json().rejected).toEqual([
        { index: 1, why: expect.stringMatching(/^location\[1\]\.coords\.latitude is 100\.0+\d*; latitude ranges/) },
        { index: 2, why: expect.stringMatching(/^location\[2\] is "nonsense"; it must be an object/) },
      ])
    })

    test('names wrong or missing fields; an invalid position does not stop the app', async () => {
      expectProblem(
        await send({ method: 'GET', query: '?id=1&timestamp=1' }),
        422,
        'The query has no position; set lat and lon, as in ?lat=-34.9059&lon=-56.1913',
      )
      const refused = async (method: 'GET' | 'POST', lat: string) => {
        const reply = await send({ method, query: `?lat=${lat}&lon=13` })
        expect(reply.json()).toMatchObject({ accepted: 0, latest: null })
        return [reply.statusCode, reply.json().rejected[0].why]
      }
      const noNumber = expect.stringMatching(/^lat is "abc"; it must be a number/)
      expect(await refused('GET', 'abc')).toEqual([200, noNumber])
      expect(await refused('POST', 'abc')).toEqual([200, noNumber])
      expect(await refused('GET', '91')).toEqual([200, 'lat is 91; latitude ranges from -90 to 90'])
      const traccar = { location: { coords: { latitude: 0, longitude: 0 }, timestamp: iso(seconds()) } }
      const reply = await send({ type: 'application/json', body: JSON.stringify(traccar) })
      expect([reply.statusCode, reply.json()]).toMatchObject([200, { accepted: 0, rejected: [{ index: 0 }] }])
      expectProblem(await send({ method: 'POST' }), 422, /^The body is missing/)
    })
  })

  describe('JSON lines', () => {
    const type = 'application/x-ndjson'
    const line = (at: number) => JSON.stringify({ at: [48 + at * 1e-4, 11], time: seconds() - 2000 + at })

    test('are stored, and an invalid one is rejected alone, by its number', async () => {
      const lines = [
        line(1),
        '{"at": [48, 11',
        '',
        line(2),
        '{"lat": "north", "lon": 11}',
        '[48, 11]',
        '{"lat": 95, "lon": 11}',
        JSON.stringify({ _type: 'location', lat: 48.001, lon: 11, tst: seconds(), vel: 36 }),
        '{"speed_ms": 3}',
        `{"at": [48, 11], "time": "yesterday"}`,
      ]
      const reply = await send({ type, body: `${lines.join('\r\n')}\n` })
      expect(reply.statusCode, reply.payload).toBe(200)
      expect(reply.json()).toMatchObject({ accepted: 3, latest: { at: [48.001, 11], speed_ms: 10 } })
      const rejected: { index: number; why: string }[] = reply.json().rejected
      expect(rejected.map(({ index }) => index)).toEqual([1, 4, 5, 6, 8, 9])
      expect(rejected.map(({ why }) => why)).toEqual([
        expect.stringMatching(/^line 2: the line is not JSON: /),
        expect.stringMatching(/^line 5: lat is "north"; it must be a number/),
        expect.stringMatching(/^line 6: the line is not an object such as /),
        'line 7: lat is 95; latitude ranges from -90 to 90',
        'line 9: the line has no position; set the position, for example at: [latitude, longitude], or set lat and lon',
        expect.stringMatching(/^line 10: time is "yesterday"; it must be a timestamp such as /),
      ])
      expect(await track()).toHaveLength(3)
    })

    test('are accepted up to 1,000 at once', async () => {
      const body = (count: number) => Array.from({ length: count }, (_, at) => line(at)).join('\n')
      expect((await send({ type, body: body(1000) })).json().accepted).toBe(1000)
      expectProblem(
        await send({ type, body: body(1001) }),
        422,
        /has 1001 positions, .*; at most 1000 are accepted at once/,
      )
    })

    test('without times keep their order: the last one is the current position', async () => {
      const body = ['{"at":[-34.9,-56.1003]}', '{"at":[-34.9,-56.1004]}', '{"at":[-34.9,-56.1005]}'].join('\n')
      expect((await send({ type, body })).json().latest.at).toEqual([-34.9, -56.1005])
      expect((await track()).map(({ at, flag }: { at: number[]; flag?: string }) => [at[1], flag])).toEqual([
        [-56.1003, undefined],
        [-56.1004, undefined],
        [-56.1005, undefined],
      ])
    })

    test('are rejected when none is a position, or when there are none', async () => {
      expectProblem(
        await send({ type, body: 'hello\n' }),
        422,
        /^No line of the body contains a valid position \(line 1: /,
      )
      expectProblem(await send({ type, body: '\n\n' }), 422, /^The body has no position/)
    })
  })

  describe('key as HTTP Basic password', () => {
    const query = '?lat=52.5&lon=13.4'
    test('is accepted where positions are pushed, for any user name', async () => {
      for (const [user, method] of [
        ['', 'GET'],
        ['jane', 'POST'],
        ['a:b'.slice(0, 1), 'GET'],
      ] as const) {
        clock.advance(1000)
        expect((await send({ method, query, headers: basic(key, user) })).statusCode).toBe(200)
      }
    })

    test('is not accepted elsewhere', async () => {
      for (const path of ['/live', '/track', '', '/stream?seconds=0']) {
        const reply = await service.app.inject({ url: `/v1/assets/${id}${path}`, headers: basic(key) })
        expectProblem(reply, 401)
      }
    })

    test('is rejected like a wrong key, and another scheme like a missing key', async () => {
      expectProblem(await send({ method: 'GET', query, headers: basic('fw_wrong') }), 401)
      for (const authorization of ['Basic', 'Basic !!', `Bearer ${key}`, 'Basic '.repeat(9)]) {
        expectProblem(await send({ method: 'GET', query, headers: { authorization } }), 401)
      }
      const both = { ...basic('fw_wrong'), 'x-api-key': key }
      expect((await send({ method: 'GET', query, headers: both })).statusCode).toBe(200)
    })
  })

  test('is safe with tiny numbers and with ids that the database would reject', async () => {
    const tiny = { at: [48, 11], speed_ms: 1e-50, heading: 1e-44, accuracy_m: 1e-300 }
    expect((await fleet.push(id, tiny)).accepted).toBe(1)
    for (const odd of ['%00', 'as_%00aaaaaaaaaaaaaaa', `as_${'x'.repeat(16)}`, '%F0%9F%9A%9A']) {
      expectProblem(await fleet.post(`/${odd}/position`, { at: [48, 11] }), 404)
      expectProblem(await fleet.get(`/${odd}/live`), 404)
      expectProblem(await fleet.delete(`/${odd}`), 404)
    }
  })
})
