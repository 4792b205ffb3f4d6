import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'

const query = '?lat=-34.9&lon=-56.1'
const place = [-34.9, -56.1]

describeOnStores('errors of a push', ({ startShared, kind }) => {
  const onlyEmbedded = test.skipIf(kind !== 'embedded')
  let service: TestService
  let clock: FakeClock
  let key: string
  let fleet: Fleet
  let id: string
  beforeAll(async () => {
    clock = new FakeClock()
    service = await startShared({ clock })
  })
  beforeEach(async () => {
    clock.advance(60_000)
    key = (await issueKey(service, 'aviation')).key
    fleet = new Fleet(service, key)
    id = await fleet.register()
  })

  const get = (search: string, headers: object = { 'x-api-key': key }) =>
    service.app.inject({ url: `/v1/assets/${id}/position${search}`, headers: { ...headers } })
  const post = (body: unknown, type = 'application/json') =>
    service.app.inject({
      method: 'POST',
      url: `/v1/assets/${id}/position`,
      headers: { 'x-api-key': key, 'content-type': type },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const ndjson = (...lines: unknown[]) =>
    post(
      lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
      'application/x-ndjson',
    )
  const traccar = (coords: object, more: object = {}) => ({
    coords: { latitude: -34.9, longitude: -56.1, ...coords },
    timestamp: new Date(clock.now() - 5000).toISOString(),
    ...more,
  })

  describe('invalid optional field of a tracker, ignored while its position is kept', () => {
    test.each([
      ['batt=101', 'batt was ignored: it is 101, but must be a number from 0 to 100'],
      ['bearing=370', 'bearing was ignored: it is 370, but must be a number from 0 to 360'],
      ['heading=370', 'heading was ignored: it is 370, but must be a number from 0 to 360'],
      ['accuracy=abc', 'accuracy was ignored: it is "abc", but must be a number from 0 to 1000000'],
      ['speed=5000', 'speed was ignored: it is 5000, but must be a number from 0 to 1943.8'],
      ['altitude=1e9', 'altitude was ignored: it is 1000000000, but must be a number from -12000 to 100000'],
    ])('OsmAnd: %s', async (field, warning) => {
      const time = clock.now() - 5000
      const reply = await get(`${query}&timestamp=${time}&${field}`)
      const latest = { at: place, time: new Date(time).toISOString() }
      expect([reply.statusCode, reply.json()]).toEqual([
        200,
        { accepted: 1, rejected: [], latest, warnings: [warning] },
      ])
    })

    test('Traccar, single and collected', async () => {
      const warning = 'location.battery.level was ignored: it is 1.01, but must be a number from 0 to 1'
      const full = { battery: { level: 1.01 } }
      const alone = (await post({ location: traccar({}, full) })).json()
      expect(alone).toMatchObject({ accepted: 1, rejected: [], latest: { at: place }, warnings: [warning] })
      const collected = (await post({ location: [traccar({}), traccar({ heading: { deep: 1 } }, full)] })).json()
      expect(collected).toMatchObject({ accepted: 2, rejected: [] })
      expect(collected.warnings).toEqual([
        'location[1].coords.heading was ignored: it is an object, but must be a number from 0 to 360',
        'location[1].battery.level was ignored: it is 1.01, but must be a number from 0 to 1',
      ])
    })

    test('OwnTracks, whose reply cannot report it; as a JSON line it can', async () => {
      const message = { _type: 'location', lat: -34.9, lon: -56.1, tst: clock.now() / 1000 - 5, batt: 101, vel: 36 }
      expect((await post(message)).payload).toBe('[]')
      expect((await fleet.get(`/${id}/track`)).json().positions).toMatchObject([{ at: place, speed_ms: 10 }])
      expect(service.log.filter(({ asset }) => asset === id)).toMatchObject([
        { level: 20, form: 'owntracks', why: ['batt was ignored: it is 101, but must be a number from 0 to 100'] },
      ])
      const reply = (await ndjson({ at: place }, message)).json()
      expect(reply).toMatchObject({ accepted: 2, rejected: [] })
      expect(reply.warnings).toEqual(['line 2: batt was ignored: it is 101, but must be a number from 0 to 100'])
    })

    test('is rejected in the native format', async () => {
      expectProblem(await post({ at: place, battery_pct: 101 }), 422, /^battery_pct is 101; it must be at most 100/)
    })
  })

  describe('error in the field names of the sender', () => {
    test.each<[string, string]>([
      ['?lat=91&lon=1', 'lat is 91; latitude ranges from -90 to 90'],
      ['?lat=5', 'lon is missing; it must be a number of degrees'],
      ['?location=5', 'the longitude in location is missing; it must be a number of degrees'],
      ['?location=91,5', 'the latitude in location is 91; latitude ranges from -90 to 90'],
      [
        `${query}&timestamp=0`,
        'timestamp is 1970-01-01T00:00:00.000Z, before 1990: the clock of the device is not set',
      ],
    ])('appears for a query: %s', async (search, why) => {
      expect((await get(search)).json()).toMatchObject({ accepted: 0, rejected: [{ index: 0, why }] })
    })

    test('appears for Traccar lists', async () => {
      const list = [traccar({}), traccar({ latitude: 'north' }), { coords: null }, null, { at: place, colour: 'red' }]
      const reply = (await post({ location: list })).json()
      expect(reply.rejected).toEqual([
        { index: 1, why: 'location[1].coords.latitude is "north"; it must be a number of degrees' },
        { index: 2, why: 'location[2].coords is null; it must be an object with latitude and longitude' },
        { index: 3, why: 'location[3] is null; it must be an object' },
      ])
      expect(reply.warnings).toEqual(["unknown field 'location[4].colour' was ignored"])
      const many = Array(1001).fill(traccar({}))
      expectProblem(
        await post({ location: many }),
        422,
        'location has 1001 positions; at most 1000 are accepted at once',
      )
      expectProblem(await post({ location: [] }), 422, /^location is \[\]; it must have at least one position/)
    })

    test('appears when nothing was sent', async () => {
      expectProblem(await get('?id=3'), 422, /^The query has no position; set lat and lon/)
      const form = 'application/x-www-form-urlencoded'
      expectProblem(
        await post('id=3', form),
        422,
        /^The form has no position; add the fields lat and lon, or send JSON with/,
      )
      // A field named `form` does not make the body a form.
      expectProblem(await post({ form: { lat: 1, lon: 2 } }), 422, /^The body has no position/)
      const reply = (await post({ positions: [null] })).json()
      expect(reply.rejected).toEqual([{ index: 0, why: 'positions[0] is null; it must be an object' }])
    })

    test('appears with the line number', async () => {
      const good = { at: place }
      const reply = (
        await ndjson('', good, '', { _type: 'transition', lat: 1, lon: 2 }, { ...good, colour: 'red' })
      ).json()
      expect(reply.rejected).toEqual([
        {
          index: 3,
          why: 'line 4: _type is "transition"; location is the only OwnTracks message type that contains a position',
        },
      ])
      expect(reply.warnings).toEqual(["line 5: unknown field 'colour' was ignored"])
    })
  })

  describe('several positions, each with its own result', () => {
    const wrong = [{ at: [91, 1] }, { at: ['a', 1] }, { lat: 1 }, {}]
    test.each(wrong)('%j', async (position) => {
      const reasons: string[] = []
      for (const reply of [await ndjson(position), await post({ positions: [position] })]) {
        expect([reply.statusCode, reply.json()]).toMatchObject([200, { accepted: 0, latest: null, rejected: [{}] }])
        reasons.push(reply.json().rejected[0].why)
      }
      const [line, listed] = reasons
      expect(line?.replace(/^line 1: /, '').replace('the line', 'it')).toBe(
        listed?.replace('positions[0].', '').replace('positions[0]', 'it'),
      )
      expect((await post(position)).statusCode).toBe(422)
    })

    test('rejects a body without any valid line, and explains what is expected', async () => {
      expectProblem(
        await ndjson('hello', '[48, 11]'),
        422,
        /^No line of the body contains a valid position \(line 1: the line is not JSON: .*\); give a JSON object or an AIS sentence on/,
      )
      expect((await ndjson('{"at":')).json().rejected[0].why).toMatch(/^line 1: the line is not JSON: /)
    })

    test('rejects a line that is nested too deeply, and accepts the others', async () => {
      const deep = `{"at":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
      const { accepted, rejected } = expectServed(await ndjson(deep, { at: [48, 11] })).json()
      expect(accepted).toBe(1)
      expect(rejected[0].why).toBe('line 1: the line nests arrays and objects more than 100 levels deep')
    })

    test.each(['"x"', '5', '[{"at":[1,2]}]', '"{}"'])('rejects JSON that is not an object: %s', async (body) => {
      const { detail } = expectProblem(await post(body), 422).json()
      expect(detail).toBe(
        `The body is ${body}; it must be an object (A position such as {"at": [-34.9059, -56.1913]}, or several as {"positions": [{"at": …}, …]})`,
      )
    })
  })

  test.each([
    ['OwnTracks', { _type: 'location' }],
    ['Traccar', { location: { coords: {} } }],
    ['Traccar without coordinates', { location: { coords: null } }],
  ])('returns 200 for %s without a position, so that the app does not repeat it forever', async (_title, body) => {
    expect((await post(body)).statusCode).toBe(200)
    expect((await fleet.live(id)).state).toBe('no_fix')
  })

  onlyEmbedded('a push that is refused as a whole does not count for the pushes of the plan', async () => {
    const starter = new Fleet(service, (await issueKey(service, 'starter')).key)
    const van = await starter.register()
    const refused = [
      () => starter.post('/as_nope/position', { at: place }),
      () => starter.post(`/${id}/position`, { at: place }),
      () => starter.post(`/${van}/position`, { at: [91, 1] }),
      () => starter.post(`/${van}/position`, { at: place, time: 0 }),
      () => starter.post(`/${van}/position`, {}),
    ]
    for (const push of refused) {
      clock.advance(5000)
      expect([404, 422]).toContain((await push()).statusCode)
      expect((await starter.post(`/${van}/position`, { at: place })).statusCode).toBe(200)
      expect((await starter.post(`/${van}/position`, { at: place })).statusCode).toBe(429)
    }
    // The request still counts against the account's limits.
    const before = Number((await starter.get('')).headers['ratelimit-remaining'])
    const { headers } = await starter.post('/as_nope/position', { at: place })
    expect(Number(headers['ratelimit-remaining'])).toBe(before - 1)
  })

  test('rejects a push to an asset that was removed after the previous push', async () => {
    await fleet.push(id, { at: place })
    await fleet.delete(`/${id}`)
    for (let count = 0; count < 2; count++) {
      expectProblem(await fleet.post(`/${id}/position`, { at: place }), 404, /^The account has no asset/)
    }
  })

  describe('missing or wrong key', () => {
    const basic = (password: string) => ({
      authorization: `Basic ${Buffer.from(`jane:${password}`).toString('base64')}`,
    })
    const challenge = 'Basic realm="Fairway", charset="UTF-8"'

    test.each<[string, object, RegExp]>([
      [
        'nothing',
        {},
        /^This request requires an API key in the X-API-Key header, or as the HTTP Basic password; get one/,
      ],
      ['a wrong password', basic('fw_live_wrong'), /^The key sent as the HTTP Basic password is unknown; /],
      [
        'no password',
        basic(''),
        /HTTP Basic password \(the Authorization header of this request contains no key\); get one/,
      ],
      [
        'a token',
        { authorization: 'Bearer x' },
        /HTTP Basic password \(the Authorization header of this request contains no key\); get/,
      ],
    ])('%s gets a Basic challenge, with a message about what was sent', async (_title, headers, detail) => {
      const reply = expectProblem(await get(query, headers), 401, detail)
      expect(reply.headers['www-authenticate']).toBe(challenge)
    })

    test('in X-API-Key is reported without a challenge, so that a browser does not prompt for a password', async () => {
      const reply = expectProblem(
        await get(query, { 'x-api-key': 'fw_live_wrong' }),
        401,
        /^The key in X-API-Key is unknown/,
      )
      expect(reply.headers['www-authenticate']).toBeUndefined()
    })

    test('gets no Basic challenge or mention elsewhere', async () => {
      for (const headers of [{}, basic(key)]) {
        const reply = await service.app.inject({ url: `/v1/assets/${id}/live`, headers })
        expectProblem(
          reply,
          401,
          'This request requires an API key in the X-API-Key header; get one with POST /v1/account/signup',
        )
        expect(reply.headers['www-authenticate']).toBeUndefined()
      }
    })
  })
})
