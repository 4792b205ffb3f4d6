import { seededRandom } from '@fairway/geo'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { ask, expectVerified, type Optimized } from '../../../../../../tests/support/operations/optimize.ts'
import { FakeClock } from '../../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { cerro, independencia, type Point, pocitos, portones, prado } from '../../route/tests/trips.ts'

interface TimedReply extends Optimized {
  readonly depart_at: string
  readonly warnings?: readonly string[]
}

const stops: readonly Point[] = [independencia, pocitos, prado, portones]
const random = seededRandom(9)
const sixteen: readonly Point[] = Array.from({ length: 16 }, () => [-34.9 + 0.04 * random(), -56.19 + 0.08 * random()])

describeOnStores(
  'optimization with times',
  ({ startShared }) => {
    const clock = new FakeClock()
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), clock, config: { anonymousBurst: 1_000_000 } })
    })
    /** The default instant is 10:34 in Montevideo. */
    const at = (instant = '2026-11-17T13:34:00Z') => clock.set(instant)
    const solve = async (body: object): Promise<TimedReply> =>
      expectServed(await ask(service, { max_iterations: 300, ...body })).json()
    const refuses = async (body: object, detail: string) => expectProblem(await ask(service, body), 422, detail)
    const beginsAt = ({ depart_at, routes }: TimedReply, stop: number): string => {
      const visit = routes.flatMap(({ visits }) => visits).find((each) => each.stop === stop)
      return new Date(Date.parse(depart_at) + 60_000 * (visit?.begins_min ?? Number.NaN)).toISOString()
    }

    test('fifteen stops with time windows, solved at 10:34: one day, hardly any waiting', async () => {
      at()
      const windows = ['08:00 10:00', '09:00 12:00', '10:00 13:00', '11:00 15:00', '13:00 17:00']
      const body = {
        stops: sixteen,
        roundtrip: true,
        service_min: [0, ...Array(15).fill(10)],
        time_windows: [null, ...Array.from({ length: 15 }, (_, index) => windows[index % 5]?.split(' '))],
        max_iterations: 2000,
      }
      const reply = await solve(body)
      expect(reply.unassigned).toEqual([])
      expect(reply.routes[0]?.duration_min).toBeLessThan(7 * 60)
      expect(reply.routes[0]?.waiting_min).toBeLessThan(180)
      expect(reply.depart_at).toBe('2026-11-18T03:00:00.000Z')
      expect(reply.warnings).toEqual([
        'tours are planned for 2026-11-18 (America/Montevideo), because a time window without a date has already ended today; to plan for another day, give depart_at, or a date for the window',
      ])
      await expectVerified(service, { ...body, depart_at: reply.depart_at }, reply)
    })

    test('times in other spellings mean the same in every field', async () => {
      at()
      const seconds = Date.parse('2026-11-17T15:00:00Z') / 1000
      const later = Date.parse('2026-11-17T17:00:00Z') / 1000
      const plan = (start: unknown, end: unknown, depart_at: unknown) =>
        solve({
          stops,
          depart_at,
          time_windows: [null, [start, end], { start, end }, [[start, end]]],
          release_at: [null, start, null, null],
          due_at: [null, null, null, end],
          soft_windows: [null, { start, end, late_per_min: 1 }, null, null],
          shift: [depart_at, end],
          fleet: [{ breaks: [{ duration_min: 5, windows: [[start, end]] }] }],
        })
      const departure = '2026-11-17T13:34:00Z'
      const expected = await plan('2026-11-17T15:00:00Z', '2026-11-17T17:00:00Z', departure)
      expect(expected.warnings).toBeUndefined()
      for (const [start, end, leaves] of [
        [seconds, later, Date.parse(departure) / 1000],
        [1000 * seconds, String(later), Date.parse(departure)],
        ['2026-11-17T15:00Z', '2026-11-17 17:00Z', '2026-11-17T13:34Z'],
      ]) {
        const { routes, warnings } = await plan(start, end, leaves)
        expect(warnings).toBeUndefined()
        expect(routes).toEqual(expected.routes)
      }
      const local = await plan('2026-11-17T12:00', '2026-11-17T14:00:00', '2026-11-17T10:34')
      expect(local.routes).toEqual(expected.routes)
      expect(local.warnings).toEqual([
        expect.stringMatching(
          / and 14 other times have no time zone and were read as local time in America\/Montevideo$/,
        ),
      ])
      const named = await solve({ stops, time_zone: 'Europe/Monaco', due_at: [null, '2026-11-17T18:00', null, null] })
      expect(named.warnings).toEqual(['due_at[1] has no time zone and was read as local time in Europe/Monaco'])
    })

    test('timestamps of two days are not joined by a night of waiting unless overnight is true', async () => {
      at()
      const time_windows = [
        null,
        ['2026-11-17T13:00:00Z', '2026-11-17T15:00:00Z'],
        ['2026-11-18T12:00:00Z', '2026-11-18T13:00:00Z'],
        null,
      ]
      const oneDay = await solve({ stops, time_windows })
      expect(oneDay.unassigned.map(({ stop }) => stop)).toEqual([2])
      expect(oneDay.warnings).toBeUndefined()
      const night = await solve({ stops, time_windows, overnight: true })
      expect(night.unassigned).toEqual([])
      expect(night.warnings).toBeUndefined()
    })

    test('warns about a tour that continues after midnight without a request for it', async () => {
      at('2026-11-18T02:50:00Z')
      const body = { stops, service_min: 10, depart_at: '2026-11-18T02:50:00Z' }
      const [warning] = (await solve(body)).warnings ?? []
      expect(warning).toMatch(
        /^the tour of vehicle 0 continues after midnight, from 2026-11-17 23:50 to 2026-11-18 00:\d\d \(America\/Montevideo\); set overnight to true if that is intended, or limit shift if it is not$/,
      )
      expect((await solve({ ...body, overnight: true })).warnings).toBeUndefined()
      expect((await solve({ stops, service_min: 10 })).warnings).toBeUndefined()
    })

    describe('a time of day', () => {
      test.each([
        [['11:00', '11:30'], '2026-11-17T14:00:00.000Z'],
        [[['11:00', '11:30']], '2026-11-17T14:00:00.000Z'],
        [{ start: '11:00', end: '11:30' }, '2026-11-17T14:00:00.000Z'],
        [{ start: '11:00', end: '11:30', time_zone: 'America/New_York' }, '2026-11-17T16:00:00.000Z'],
        [
          { start: '09:00', end: '12:00', time_zone: 'America/Montevideo', date: '2026-11-20' },
          '2026-11-20T12:00:00.000Z',
        ],
        [[{ start: '2026-11-17T15:00:00Z', end: '2026-11-17T16:00:00Z' }], '2026-11-17T15:00:00.000Z'],
        [['23:00', '24:00'], '2026-11-18T02:00:00.000Z'],
        [{ start: 60, end: 90 }, '2026-11-17T14:34:00.000Z'],
      ])('%j', async (window, begins) => {
        at()
        const reply = await solve({ stops: [independencia, pocitos], time_windows: [null, window] })
        expect(beginsAt(reply, 1)).toBe(begins)
        expect(reply.routes[0]?.waiting_min).toBe(0)
      })

      test('is in time_zone if that is given, otherwise in the zone of the start', async () => {
        at()
        const body = { stops: [independencia, pocitos], time_windows: [null, ['16:00', '16:30']] }
        expect(beginsAt(await solve(body), 1)).toBe('2026-11-17T19:00:00.000Z')
        expect(beginsAt(await solve({ ...body, time_zone: 'Europe/Vienna' }), 1)).toBe('2026-11-17T15:00:00.000Z')
      })

      test('after which a window ends may be on the next day', async () => {
        at('2026-11-18T00:00:00Z')
        const body = { stops: [independencia, pocitos], overnight: true, time_windows: [null, ['23:30', '01:00']] }
        expect(beginsAt(await solve(body), 1)).toBe('2026-11-18T02:30:00.000Z')
      })

      test('can limit shifts and breaks', async () => {
        at()
        const { routes } = await solve({
          stops,
          shift: ['12:00', '18:00'],
          breaks: [{ duration_min: 30, windows: ['12:15', '14:00'] }],
        })
        expect(routes[0]?.leaves_min).toBeGreaterThanOrEqual(86)
        expect(routes[0]?.breaks?.[0]?.begins_min).toBeGreaterThanOrEqual(101)
      })

      test('that has passed is rejected if the departure is given', async () => {
        at()
        const body = { stops: [independencia, pocitos], time_windows: [null, ['08:00', '10:00']] }
        expect(beginsAt(await solve(body), 1)).toBe('2026-11-18T11:00:00.000Z')
        await refuses(
          { ...body, depart_at: '2026-11-17T13:34:00Z' },
          'time_windows[1] ends before depart_at, so it has no effect; depart earlier, or leave it out',
        )
      })

      test.each([
        [
          { time_zone: 'Montevideo' },
          null,
          'time_zone is "Montevideo"; it must be the name of an IANA time zone such as America/Montevideo',
        ],
        [
          {},
          { start: '11:00', end: '12:00', time_zone: 'X' },
          'time_windows[1].time_zone is "X"; it must be the name of an IANA time zone such as America/Montevideo',
        ],
        [
          {},
          [{ start: '11:00', end: '12:00', date: '2026-02-30' }],
          'time_windows[1][0].date is "2026-02-30"; it must be a date such as 2026-06-16',
        ],
        [
          {},
          { start: '11:00', end: '12:00', date: '2199-01-01' },
          'time_windows[1].start is 11:00, which is more than 144,000 minutes after depart_at; plan a shorter period, or depart later',
        ],
      ])('rejects %j with %j', async (fields, window, detail) => {
        at()
        await refuses({ stops: [independencia, pocitos], time_windows: [null, window], ...fields }, detail)
      })
    })

    test('waiting has a cost: a longer tour without hours of waiting is preferred, unless waiting_cost is 0', async () => {
      at()
      const distances_km = [
        [0, 10, 10],
        [10, 0, 4],
        [10, 4, 0],
      ]
      const body = {
        stops: [independencia, pocitos, prado],
        vehicles: 2,
        roundtrip: true,
        given: [[2], [1]],
        matrix: { distances_km, durations_min: distances_km },
        time_windows: [null, [0, 20], [500, 520]],
      }
      expect(await solve(body)).toMatchObject({ distance_km: 40, routes: [{ waiting_min: 0 }, { waiting_min: 0 }] })
      expect(await solve({ ...body, waiting_cost: 0 })).toMatchObject({ distance_km: 24 })
      const byTime = { ...body, objective: 'duration' }
      expect(await solve(byTime)).toMatchObject({ distance_km: 40 })
      expect(await solve({ ...byTime, waiting_cost: 0.01 })).toMatchObject({ distance_km: 24 })
    })

    test.each([{}, { roundtrip: true }, { start: 0 }, { vehicles: 2 }])('accepts one stop, with %j', async (fields) => {
      at()
      const body = { stops: [cerro], ...fields }
      const reply = await solve(body)
      expect(reply).toMatchObject({ order: [0], distance_km: 0, unassigned: [] })
      await expectVerified(service, body, reply)
    })

    test('accepts one stop with a start elsewhere', async () => {
      at()
      const reply = await solve({ stops: [cerro], start: pocitos, roundtrip: true })
      expect(reply.order).toEqual([0])
      expect(reply.distance_km).toBeGreaterThan(5)
    })
  },
  ['embedded'],
)
