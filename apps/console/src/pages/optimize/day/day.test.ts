import type { OptimizeReply, OptimizeRequest } from '@fairway/client'
import { describe, expect, test } from 'vitest'
import { createStop } from '../../../entry/stops.ts'
import recordedDay from './day.test.json' with { type: 'json' }
import { toDayRules, toDayTours, toEditedReply, toMinutesAfter } from './day-rules.ts'
import { areSameTours, moveVisit, stepVisit } from './move-visit.ts'
import { type DayRules, scheduleTour } from './tour-schedule.ts'

/**
 * Returns rules for points that lie on a line, one minute and one kilometer apart. All tours start and end at point 0.
 */
function makeRules(change: Partial<DayRules> = {}): DayRules {
  const table = [0, 1, 2, 3].map((from) => [0, 1, 2, 3].map((to) => Math.abs(from - to)))
  return {
    kilometers: table,
    minutes: table,
    vehicles: [
      { start: 0, end: 0 },
      { start: 0, end: undefined },
    ],
    service: [0, 5, 5, 5],
    windows: [undefined, undefined, undefined, undefined],
    demands: [0, 1, 2, 3],
    ...change,
  }
}

describe('schedule of a tour', () => {
  test('adds up driving, service and waiting, and returns to the start', () => {
    const tour = scheduleTour(makeRules(), 0, [2, 1])
    expect(tour.visits).toEqual([
      { stop: 2, arrives: 2, begins: 2, leaves: 7, late: 0 },
      { stop: 1, arrives: 8, begins: 8, leaves: 13, late: 0 },
    ])
    expect(tour).toMatchObject({ leaves: 0, ends: 14, kilometers: 4, driving: 4, serviceMinutes: 10, waiting: 0 })
    expect(tour.problems).toEqual([])
  })

  test('ends at the last stop where the vehicle may end anywhere', () => {
    expect(scheduleTour(makeRules(), 1, [1])).toMatchObject({ ends: 6, kilometers: 1 })
    expect(scheduleTour(makeRules(), 1, [])).toMatchObject({ ends: 0, kilometers: 0, visits: [] })
  })

  test('leaves later instead of waiting, but not so late that another window closes', () => {
    const opensLate = makeRules({ windows: [undefined, [30, 60], undefined, undefined] })
    expect(scheduleTour(opensLate, 0, [1])).toMatchObject({ leaves: 29, waiting: 0, ends: 36 })
    const closesEarly = makeRules({ windows: [undefined, [30, 60], [0, 10], undefined] })
    expect(scheduleTour(closesEarly, 0, [2, 1])).toMatchObject({ leaves: 8, ends: 36, waiting: 14 })
  })

  test('lists every rule that a tour breaks, and none that it only just meets', () => {
    const rules = makeRules({ capacity: 3, shiftEnd: 14, maxStops: 2, maxKilometers: 4, maxMinutes: 14 })
    expect(scheduleTour(rules, 0, [2, 1]).problems).toEqual([])
    expect(scheduleTour(rules, 0, [2, 1, 3]).problems).toEqual([
      'load 6 of 3',
      '9 min past the end of the shift',
      'more than 4 km',
      'more than 14 min',
      'more than 2 stops',
    ])
    const late = makeRules({ windows: [undefined, undefined, [0, 1], undefined] })
    expect(scheduleTour(late, 0, [2]).visits[0]?.late).toBe(1)
    expect(scheduleTour(late, 0, [2]).problems).toEqual(['1 late stop'])
    const cutOff = makeRules({
      minutes: makeRules().minutes.map((row) => row.map((cell, to) => (to === 3 ? null : cell))),
    })
    expect(scheduleTour(cutOff, 0, [3]).problems).toContain('a stop cannot be reached')
  })
})

describe('moving a stop', () => {
  const dayTours = { tours: [[1, 2], [3]], unassigned: [4] }

  test('removes it from its tour and inserts it at the position in the other tour', () => {
    expect(moveVisit(dayTours, 2, { vehicle: 1, position: 0 })).toEqual({ tours: [[1], [2, 3]], unassigned: [4] })
    expect(moveVisit(dayTours, 1, { vehicle: 0, position: 1 })).toEqual({ tours: [[2, 1], [3]], unassigned: [4] })
    expect(moveVisit(dayTours, 4, { vehicle: 1, position: 1 })).toEqual({
      tours: [
        [1, 2],
        [3, 4],
      ],
      unassigned: [],
    })
    expect(moveVisit(dayTours, 3, { vehicle: undefined, position: 0 })).toEqual({
      tours: [[1, 2], []],
      unassigned: [4, 3],
    })
    expect(areSameTours(moveVisit(dayTours, 1, { vehicle: 0, position: 0 }), dayTours)).toBe(true)
  })

  test('by arrow key goes earlier, later, or to the neighboring vehicle', () => {
    expect(stepVisit(dayTours, 2, 'ArrowLeft')).toEqual({ vehicle: 0, position: 0 })
    expect(stepVisit(dayTours, 2, 'ArrowRight')).toBeUndefined()
    expect(stepVisit(dayTours, 2, 'ArrowDown')).toEqual({ vehicle: 1, position: 1 })
    expect(stepVisit(dayTours, 1, 'ArrowUp')).toBeUndefined()
    expect(stepVisit(dayTours, 4, 'ArrowDown')).toEqual({ vehicle: 0, position: 0 })
  })
})

test('a time of day is counted from the departure on the same day', () => {
  const departAt = new Date(2026, 10, 18, 8, 0).toISOString()
  expect(toMinutesAfter(departAt, '09:30')).toBe(90)
  expect(toMinutesAfter(departAt, '07:00')).toBe(-60)
  expect(toMinutesAfter(departAt, '24:00')).toBe(960)
})

/** The recorded reply has a matrix, three vans, time windows, demands, service times and a shift. */
test('unchanged tours have the times and distances of the service', () => {
  const { body, reply, matrix } = recordedDay as unknown as {
    readonly body: OptimizeRequest
    readonly reply: OptimizeReply
    readonly matrix: { readonly distances_km: number[][]; readonly durations_min: number[][] }
  }
  const departure = new Date(reply.depart_at)
  // Times of day in the recording are minutes after departure, so the test passes in every time zone.
  const toClock = (minutes: number) => {
    const date = new Date(departure.getTime() + minutes * 60_000)
    return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
  }
  const stops = body.stops.map((point, index) => {
    const window = body.time_windows?.[index] as readonly [number, number] | null | undefined
    const times = window == null ? {} : { opensAt: toClock(window[0]), closesAt: toClock(window[1]) }
    return createStop({ at: [point[0] ?? 0, point[1] ?? 0], label: '', ...times })
  })
  const rules = toDayRules(body, reply, stops, matrix)
  const dayTours = toDayTours(reply, 3)
  const tours = dayTours.tours.map((stops, vehicle) => scheduleTour(rules, vehicle, stops))
  const edited = toEditedReply(reply, rules, tours, dayTours.unassigned)
  expect(edited.routes).toHaveLength(reply.routes.length)
  for (const [index, route] of reply.routes.entries()) {
    const own = edited.routes[index]
    expect(own?.order).toEqual(route.order)
    expect(own?.load).toEqual(route.load)
    for (const field of ['distance_km', 'driving_min', 'service_min', 'waiting_min', 'leaves_min', 'ends_min'] as const)
      expect(own?.[field], `${field} of vehicle ${route.vehicle}`).toBeCloseTo(route[field], 2)
    for (const [position, visit] of route.visits.entries())
      expect(own?.visits[position]?.begins_min).toBeCloseTo(visit.begins_min, 2)
  }
  expect(tours.flatMap(({ problems }) => problems)).toEqual([])
})
