import { beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { ask, expectVerified, type Optimized } from '../../../../../../tests/support/operations/optimize.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { cerro, independencia, pocitos, portones, prado } from '../../route/tests/trips.ts'

const stops = [independencia, pocitos, cerro, portones, prado]
const [monday, tuesday, wednesday] = ['2027-03-01', '2027-03-02', '2027-03-03']
/** Every drive takes 60 minutes. */
const matrix = { durations_min: stops.map((_, from) => stops.map((__, to) => (from === to ? 0 : 60))) }
const base = { stops, objective: 'duration', roundtrip: true, time_zone: 'America/Montevideo', matrix, seed: 1 }

interface DayReply extends Optimized {
  readonly routes: readonly (Optimized['routes'][number] & {
    readonly day: string
    readonly leaves_at: string
    readonly ends_at: string
  })[]
}

describeOnStores('several days', ({ startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 1_000_000 } })
  })
  const solve = async (body: object): Promise<DayReply> =>
    expectServed(await ask(service, { ...base, max_iterations: 200, ...body })).json()
  const toTours = ({ routes }: DayReply) => routes.map(({ vehicle, day, visits }) => [vehicle, day, visits.length])

  test('give one vehicle one tour per day, within its shift on that day', async () => {
    const reply = await solve({ days: [monday, tuesday], shift: ['08:00', '11:00'] })
    expect(toTours(reply)).toEqual([
      [0, monday, 2],
      [0, tuesday, 2],
    ])
    expect(reply.unassigned).toEqual([])
    for (const { day, leaves_at, ends_at } of reply.routes) {
      expect(leaves_at >= `${day}T08:00:00-03:00` && ends_at <= `${day}T11:00:00-03:00`).toBe(true)
    }
    const short = await solve({ days: [monday], shift: ['08:00', '11:00'] })
    expect(short.unassigned).toHaveLength(2)
    expect(short.unassigned[0]).toMatchObject({ relax: [{ constraint: 'shift', vehicle: 0, day: monday, by: 60 }] })
  })

  test('respect the days of vehicles and of stops, and other shifts on some days', async () => {
    const fleet = [{ days: [monday] }, { days: [tuesday, { date: wednesday, shift: ['13:00', '18:00'] }] }]
    const reply = await solve({
      days: [monday, tuesday, wednesday],
      shift: ['08:00', '18:00'],
      fleet,
      stop_days: [null, [monday], [tuesday], [wednesday], [monday, wednesday]],
    })
    expect(reply.unassigned).toEqual([])
    const dayOf = new Map(reply.routes.flatMap(({ day, visits }) => visits.map(({ stop }) => [stop, day])))
    expect([dayOf.get(1), dayOf.get(2), dayOf.get(3)]).toEqual([monday, tuesday, wednesday])
    expect([monday, wednesday]).toContain(dayOf.get(4))
    const late = reply.routes.find(({ day }) => day === wednesday)
    expect(late?.vehicle).toBe(1)
    expect((late?.leaves_at ?? '') >= `${wednesday}T13:00:00-03:00`).toBe(true)
  })

  test('repeat time windows without a date on each day, and keep those with a date', async () => {
    const reply = await solve({
      days: [monday, tuesday],
      shift: ['06:00', '20:00'],
      stop_days: [null, [tuesday], null, null, null],
      time_windows: [null, ['09:00', '10:00'], { start: '09:00', end: '10:00', date: tuesday }, null, null],
    })
    const visits = reply.routes.flatMap((route) => route.visits) as unknown as { stop: number; begins_at: string }[]
    for (const stop of [1, 2])
      expect(visits.find((visit) => visit.stop === stop)?.begins_at).toMatch(/^2027-03-02T(09|10:00)/)
  })

  test('keep stops of one vehicle with it on all its days', async () => {
    const fleet = [{}, { only_stops: [1, 2, 3] }]
    const reply = await solve({ days: [monday, tuesday], shift: ['08:00', '11:00'], fleet })
    for (const { vehicle, visits } of reply.routes)
      for (const { stop } of visits) if (stop !== 4) expect(vehicle).toBe(1)
    expect(reply.unassigned).toEqual([])
  })

  test('say that no vehicle is available on the days of a stop', async () => {
    const reply = await solve({
      days: [monday, tuesday],
      fleet: [{ days: [monday] }],
      stop_days: [null, [tuesday], null, null, null],
    })
    expect(reply.unassigned).toEqual([{ stop: 1, why: `no vehicle is available on ${tuesday}` }])
  })

  test('have a receipt that verifies', async () => {
    const { matrix: _, ...onRoads } = base
    const request = {
      ...onRoads,
      objective: 'distance',
      days: [monday, tuesday],
      fleet: [{}, { days: [tuesday] }],
      max_route_stops: 2,
    }
    const reply = expectServed(await ask(service, request)).json()
    await expectVerified(service, request, reply)
  })

  test('leave the daily rest of driving-time rules between shifts, on both sides of the limit', async () => {
    const days = [monday, tuesday]
    expect((await solve({ days, rules: 'eu561', shift: ['06:00', '19:00'] })).unassigned).toEqual([])
    expectProblem(
      await ask(service, { ...base, days, rules: 'eu561', shift: ['06:00', '19:01'] }),
      422,
      /^The shifts of vehicle 0 leave only 10.98 h of rest before 2027-03-02, but eu561 requires 11 h/,
    )
    expectProblem(await ask(service, { ...base, days, rules: 'us_hos' }), 422, /us_hos requires 10 h/)
  })

  test.each([
    [{ stop_days: [null, [monday], null, null, null] }, /^stop_days is given, but days is missing;/],
    [{ fleet: [{ days: [monday] }] }, /^fleet\[0\]\.days is given, but days is missing;/],
    [{ days: [tuesday, monday] }, /^days\[1\] is "2027-03-01", which is not after "2027-03-02"/],
    [{ days: [monday, monday] }, /^days\[1\] is "2027-03-01"/],
    [{ days: ['2027-02-30'] }, /^days\[0\] is "2027-02-30"/],
    [
      { days: [monday], stop_days: [null, [tuesday], null, null, null] },
      /^stop_days\[1\]\[0\] is "2027-03-02", which is not in days/,
    ],
    [{ days: [monday], stop_days: [null] }, /^stop_days has 1 entry/],
    [
      { days: [monday], stop_days: [[monday], null, null, null, null] },
      /^stop_days\[0\] is given, but vehicles only start or end at stops\[0\]/,
    ],
    [{ days: [monday], given: [[1]] }, /^given cannot be combined with days/],
    [{ days: [monday], locked: [[1]] }, /^locked cannot be combined with days/],
    [{ days: [monday], shift: [0, 60] }, /^shift must be two times of day/],
    [{ days: [monday], fleet: [{ shift: { start: '08:00', end: '09:00', date: monday } }] }, /^fleet\[0\]\.shift must/],
    [{ days: ['2020-01-01'] }, /^No tour is possible, because all shifts/],
    [{ days: [monday, tuesday], vehicles: 501 }, /has 1002 tours/],
    [
      {
        days: Array.from(
          { length: 32 },
          (_, day) => `2027-0${day < 28 ? 2 : 3}-${String((day % 28) + 1).padStart(2, '0')}`,
        ),
      },
      /days/,
    ],
  ])('reject %j', async (fields, detail) => {
    expectProblem(await ask(service, { ...base, ...fields }), 422, detail)
  })
})
