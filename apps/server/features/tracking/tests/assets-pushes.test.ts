import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'

const firstPosition = [-34.9066, -56.1671] as const
const otherPosition = [-34.9076, -56.1671] as const

describeOnStores('pushed positions', ({ startShared }) => {
  let service: TestService
  let clock: FakeClock
  let fleet: Fleet
  let id: string
  let key: string
  beforeAll(async () => {
    clock = new FakeClock()
    const plans = defaultPlans(7)
    const live = { ...plans.pro.live, apiLivePollsPerSecond: 1e6, gpsPushPerSecond: 1e6 }
    service = await startShared({ clock, config: { plans: { ...plans, pro: { ...plans.pro, live } } } })
  })
  beforeEach(async () => {
    clock.advance(60_000)
    ;({ key } = await issueKey(service, 'pro'))
    fleet = new Fleet(service, key)
    id = await fleet.register()
  })
  const iso = (ms: number) => new Date(ms).toISOString()

  /**
   * Each entry contains invalid input and the error for a single position. In a batch, the index precedes the message.
   */
  const wrong: [string, object, RegExp][] = [
    ['a heading of 400', { at: firstPosition, heading: 400 }, /^heading is 400; it must be at most 360/],
    ['text in numbers', { at: firstPosition, speed_ms: 'fast' }, /^speed_ms is "fast"; it must be a number/],
    ['text in a point', { at: ['-34', -56] }, /^at\[0\] is "-34"; it must be a number/],
    ['nothing in a point', { at: [null, -56] }, /^at\[0\] is null; it must be a number/],
    ['NaN as text', { lat: 'NaN', lon: 5 }, /^lat is "NaN"; it must be a number/],
    ['half a position', { lat: 1 }, /^lon is missing; give lat and lon, or at: \[latitude, longitude\]$/],
    ['a speed of -1', { at: firstPosition, speed_ms: -1 }, /^speed_ms is -1; it must be at least 0/],
    ['a latitude of 91', { at: [91, 0] }, /^at\[0\] is 91; latitude ranges from -90 to 90$/],
    ['a longitude of 181', { lat: 1, lon: 181 }, /^lon is 181; longitude ranges from -180 to 180$/],
    ['three numbers', { at: [1, 2, 3] }, /^at is \[1,2,3\]; it must have at most 2 items; it has 3/],
    ['a time that is none', { at: firstPosition, time: 'soon' }, /^time is "soon"; it must be a timestamp/],
    [
      'a day that does not exist',
      { at: firstPosition, time: '2026-02-30T08:30' },
      /^time is "2026-02-30T08:30"; it must/,
    ],
    ['a number of nine digits as text', { at: firstPosition, time: '178030260' }, /^time is "178030260"; it must be a/],
    ['a time before satellites', { at: firstPosition, time: 0 }, /^time is 1970-01-01T00:00:00.000Z, before 1990/],
    ['a battery of 101', { at: firstPosition, battery_pct: 101 }, /^battery_pct is 101; it must be at most 100/],
  ]

  describe('times in other spellings', () => {
    const push = async (payload: object) => (await fleet.post(`/${id}/position`, payload)).json()
    const montevideo = 'has no time zone and was read as local time in America/Montevideo'
    test.each<[time: unknown, warnings: string[] | undefined]>([
      ['2026-06-01T08:30:00Z', undefined],
      ['2026-06-01T08:30Z', undefined],
      ['2026-06-01 05:30:00-0300', undefined],
      ['1780302600', undefined],
      [1_780_302_600, undefined],
      ['1780302600000', undefined],
      ['2026-06-01T05:30:00', [`time ${montevideo}`]],
      ['2026-06-01 05:30', [`time ${montevideo}`]],
    ])('%j is the same instant', async (time, warnings) => {
      const reply = await push({ at: firstPosition, time })
      expect(reply).toMatchObject({ accepted: 1, latest: { time: '2026-06-01T08:30:00.000Z' } })
      expect(reply.warnings).toEqual(warnings)
    })

    test('each of several positions has the local time of its place', async () => {
      const time = '2026-06-01T05:30:00'
      const positions = [
        { lat: firstPosition[0], lon: firstPosition[1], time },
        { at: [43.73, 7.42], time },
      ]
      const warnings = [
        `positions[0].time ${montevideo}`,
        'positions[1].time has no time zone and was read as local time in Europe/Monaco',
      ]
      expect(await push({ positions })).toMatchObject({ warnings })
      const named = positions.map((position) => ({ ...position, asset: id }))
      const many = await fleet.post('/positions', { positions: named })
      expect(many.json()).toMatchObject({ warnings })
    })

    test('a line names its time', async () => {
      const line = JSON.stringify({ at: firstPosition, time: '2026-06-01T05:30' })
      const reply = await service.app.inject({
        method: 'POST',
        url: `/v1/assets/${id}/position`,
        headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
        payload: `${line}\n`,
      })
      expect(reply.json()).toMatchObject({ accepted: 1, warnings: [`line 1: time ${montevideo}`] })
    })

    test('a tracker names its time', async () => {
      const location = { coords: { latitude: firstPosition[0], longitude: firstPosition[1] } }
      const send = (timestamp: string) => push({ location: { ...location, timestamp } })
      expect(await send('2026-06-01T05:30')).toMatchObject({
        latest: { time: '2026-06-01T08:30:00.000Z' },
        warnings: [`location.timestamp ${montevideo}`],
      })
      const zoned = await send('2026-06-01T08:31Z')
      expect(zoned).toMatchObject({ latest: { time: '2026-06-01T08:31:00.000Z' } })
      expect(zoned.warnings).toBeUndefined()
    })
  })

  test.each(wrong)('rejects %s alone', async (_title, position, detail) => {
    expectProblem(await fleet.post(`/${id}/position`, position), 422, detail)
  })

  test('rejects only the invalid ones of several, by index and with the same message', async () => {
    const others = [5, 'here', null, [1, 2], {}]
    const positions = [
      { at: firstPosition },
      ...wrong.map(([, position]) => position),
      ...others,
      { at: otherPosition, time: clock.now() + 1 },
    ]
    const reply = await fleet.push(id, { positions })
    expect(reply).toMatchObject({ accepted: 2, latest: { at: otherPosition } })
    const rejected = reply.rejected as { index: number; why: string }[]
    expect(rejected.map(({ index }) => index)).toEqual(positions.slice(1, -1).map((_, at) => at + 1))
    wrong.forEach(([, , detail], at) => {
      const prefix = `positions[${at + 1}].`
      expect(rejected[at]?.why.startsWith(prefix)).toBe(true)
      expect(rejected[at]?.why.slice(prefix.length)).toMatch(detail)
    })
    const first = wrong.length + 1
    expect(rejected.slice(wrong.length).map(({ why }) => why.replace(/ \(.*\)$/, ''))).toEqual([
      `positions[${first}] is 5; it must be an object`,
      `positions[${first + 1}] is "here"; it must be an object`,
      `positions[${first + 2}] is null; it must be an object`,
      `positions[${first + 3}] is [1,2]; it must be an object`,
      `positions[${first + 4}] has no position; set the position, for example at: [latitude, longitude], or set lat and lon`,
    ])
  })

  test('returns a result when all are invalid, and moves nothing', async () => {
    const reply = await fleet.push(id, { positions: [{ lat: 1 }, { at: [91, 0] }] })
    expect(reply).toMatchObject({ accepted: 0, latest: null, rejected: [{ index: 0 }, { index: 1 }] })
    expect((await fleet.live(id)).state).toBe('no_fix')
  })

  test('prefers at to lat and lon with a warning, and warns about unknown fields', async () => {
    const twice = { at: firstPosition, lat: 1, lon: 2 }
    const single = (await fleet.post(`/${id}/position`, { ...twice, colour: 'red' })).json()
    expect(single).toMatchObject({ accepted: 1, latest: { at: firstPosition } })
    expect(single.warnings).toEqual([
      "unknown field 'colour' was ignored",
      'lat and lon of the position were ignored: at was given as well',
    ])
    clock.advance(1000)
    const many = (await fleet.post(`/${id}/position`, { positions: [{ at: firstPosition }, twice] })).json()
    expect(many.warnings).toEqual(['lat and lon of positions[1] were ignored: positions[1].at was given as well'])
    clock.advance(1000)
    expect((await fleet.post(`/${id}/position`, { at: firstPosition })).json().warnings).toBeUndefined()
  })

  test('keep their order without times: the last one is the current position', async () => {
    const positions = [-34.9061, -34.9062, -34.9063].map((latitude) => ({ at: [latitude, firstPosition[1]] }))
    const { latest } = await fleet.push(id, { positions })
    expect(latest).toMatchObject({ at: positions[2]?.at, time: iso(clock.now()) })
    const track = (await fleet.get(`/${id}/track`)).json().positions
    expect(track).toEqual(positions.map(({ at }, index) => ({ at, time: iso(clock.now() - 2 + index) })))
    clock.advance(1000)
    // The order is also kept when some positions have a time.
    const mixed = [{ at: otherPosition }, { at: firstPosition, time: clock.now() - 500 }]
    expect(await fleet.push(id, { positions: mixed })).toMatchObject({
      latest: { at: otherPosition, time: iso(clock.now()) },
    })
  })

  test('accepts null for unknown values', async () => {
    const unknown = { speed_ms: null, heading: null, battery_pct: null, altitude_m: null, accuracy_m: null }
    const { latest } = await fleet.push(id, { at: firstPosition, ...unknown })
    expect(latest).toEqual({ at: firstPosition, time: iso(clock.now()) })
    expect((await fleet.get(`/${id}/track`)).json().positions).toEqual([latest])
  })

  test('reads a leap second as the following second', async () => {
    await fleet.push(id, { at: firstPosition, time: '2016-12-31T23:59:60Z' })
    await fleet.push(id, { at: otherPosition, time: '2016-12-31T23:59:60.250+00:00' })
    const range = 'from=2016-12-31T23:59:60Z&until=2017-01-01T00:00:01Z'
    expect((await fleet.get(`/${id}/track?${range}`)).json().positions).toMatchObject([
      { at: firstPosition, time: '2017-01-01T00:00:00.000Z' },
      { at: otherPosition, time: '2017-01-01T00:00:00.250Z' },
    ])
  })

  describe('positions with a wrong clock', () => {
    test('up to two minutes ahead count as now, so that they do not block the live position', async () => {
      const now = clock.now()
      const ahead = await fleet.push(id, { at: firstPosition, time: now + 110_000 })
      expect(ahead).toMatchObject({ accepted: 1, latest: { at: firstPosition, time: iso(now) } })
      expect(await fleet.live(id)).toMatchObject({ age_s: 0, state: 'idle' })
      clock.advance(5000)
      // This position comes from another source with a correct clock.
      expect(await fleet.push(id, { at: otherPosition })).toMatchObject({
        latest: { at: otherPosition, time: iso(now + 5000) },
      })
      expect((await fleet.get(`/${id}/track`)).json().positions).toMatchObject([
        { at: otherPosition, time: iso(now + 5000) },
        { at: firstPosition, time: iso(now + 110_000) },
      ])
    })

    test('repeated ones are late as usual', async () => {
      const time = clock.now() + 60_000
      await fleet.push(id, { at: firstPosition, time })
      const { position } = await fleet.live(id)
      clock.advance(10_000)
      await fleet.push(id, { at: firstPosition, time })
      expect((await fleet.live(id)).position).toEqual(position)
      expect((await fleet.get(`/${id}/track`)).json().positions).toMatchObject([{}, { flag: 'late' }])
    })

    test('keep their intervals in a batch, with the newest at now', async () => {
      const now = clock.now()
      const step = (at: number) => [firstPosition[0] - at * 1e-4, firstPosition[1]]
      const positions = [0, 1, 2, 3].map((at) => ({ at: step(at), time: now + 60_000 + 10_000 * at }))
      expect(await fleet.push(id, { positions })).toMatchObject({
        accepted: 4,
        latest: { at: step(3), time: iso(now) },
      })
      const flags = (await fleet.get(`/${id}/track`)).json().positions.map(({ flag }: { flag?: string }) => flag)
      expect(flags).toEqual([undefined, undefined, undefined, undefined])
    })

    test('hours ahead are rejected with a remedy', async () => {
      const time = clock.now() + 3 * 3_600_000
      expectProblem(
        await fleet.post(`/${id}/position`, { at: firstPosition, time }),
        422,
        /more than 120 s ahead of the service clock (.*); set the clock of the device, or leave time out$/,
      )
    })

    test('hours behind are stale as dated; the correct time continues, and going back is late', async () => {
      const behind = 3 * 3_600_000
      for (const at of [firstPosition, otherPosition]) {
        clock.advance(10_000)
        expect((await fleet.push(id, { at, time: clock.now() - behind })).accepted).toBe(1)
      }
      expect(await fleet.live(id)).toMatchObject({ state: 'stale', age_s: 10_800, position: { at: otherPosition } })
      clock.advance(10_000)
      await fleet.push(id, { at: firstPosition })
      expect(await fleet.live(id)).toMatchObject({ state: 'idle', age_s: 0, position: { at: firstPosition } })
      clock.advance(10_000)
      await fleet.push(id, { at: otherPosition, time: clock.now() - behind })
      expect(await fleet.live(id)).toMatchObject({ age_s: 10, position: { at: firstPosition } })
    })
  })

  describe('of many assets', () => {
    test('are stored for each asset, and rejected one by one', async () => {
      const other = await fleet.register()
      const nowMs = clock.now()
      const positions = [
        { asset: id, at: firstPosition, time: iso(nowMs - 2000) },
        { asset: other, lat: otherPosition[0], lon: otherPosition[1] },
        { asset: id, at: otherPosition, time: iso(nowMs - 1000) },
        { asset: 'as_1', at: firstPosition },
        { at: firstPosition },
        { asset: 7, at: firstPosition },
        null,
        { asset: id, at: [91, 0] },
        { asset: other },
      ]
      const reply = await fleet.post('/positions', { positions })
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toMatchObject({
        accepted: 3,
        rejected: [
          { index: 3, why: 'The account has no asset "as_1"; GET /v1/assets lists its assets' },
          { index: 4, why: 'positions[4].asset is missing; give the id of an asset, or its reference' },
          { index: 5, why: 'positions[5].asset is 7; give the id of an asset' },
          { index: 6, why: 'positions[6] is null; it must be an object' },
          { index: 7, why: 'positions[7].at[0] is 91; latitude ranges from -90 to 90' },
          {
            index: 8,
            why: 'positions[8] has no position; set the position, for example at: [latitude, longitude], or set lat and lon',
          },
        ],
        assets: [
          { asset: id, accepted: 2, latest: { at: otherPosition, time: iso(nowMs - 1000) } },
          { asset: other, accepted: 1, latest: { at: otherPosition, time: iso(nowMs) } },
        ],
      })
      const track = (await fleet.get(`/${id}/track`)).json()
      expect(track.positions.map(({ at }: { at: unknown }) => at)).toEqual([firstPosition, otherPosition])
    })

    test('may name their assets by reference, which only one asset may have', async () => {
      const longest = 'x'.repeat(100)
      const named = await fleet.register({ reference: longest })
      for (let count = 0; count < 2; count++) await fleet.register({ reference: 'twice' })
      const at = firstPosition
      const references = [longest, id, 'unknown', 'twice', `${longest}x`, '', 7, 'a\u0000b', 'a\nb', '\ud800']
      const reply = await fleet.post('/positions', { positions: references.map((reference) => ({ reference, at })) })
      const length = 'it must be a string of 1 to 100 characters'
      expect(reply.json()).toMatchObject({
        accepted: 2,
        rejected: [
          { index: 2, why: 'positions[2].reference is "unknown"; register an asset with this reference' },
          { index: 3, why: 'positions[3].reference is "twice"; only one asset may have this reference' },
          { index: 4, why: expect.stringContaining(length) },
          { index: 5, why: `positions[5].reference is ""; ${length}` },
          { index: 6, why: `positions[6].reference is 7; ${length}` },
          { index: 7, why: 'positions[7].reference is "a\\u0000b"; it must be one line without control characters' },
          { index: 8, why: 'positions[8].reference is "a\\nb"; it must be one line without control characters' },
          { index: 9, why: 'positions[9].reference is "\\ud800"; register an asset with this reference' },
        ],
        assets: [{ asset: named }, { asset: id }],
      })
    })

    test('are at most 1,000', async () => {
      const positions = (count: number) => Array.from({ length: count }, () => ({ asset: id, at: firstPosition }))
      expect((await fleet.post('/positions', { positions: positions(1000) })).json().accepted).toBe(1000)
      expectProblem(
        await fleet.post('/positions', { positions: positions(1001) }),
        422,
        /^positions .*at most 1000 items; it has 1001/,
      )
      expectProblem(await fleet.post('/positions', { positions: [] }), 422, /^positions .*at least 1 item/)
    })
  })
})
