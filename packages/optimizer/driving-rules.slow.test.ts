import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { checkSolution } from './checker/check-solution.ts'
import { toFleetModel } from './fleet/model.ts'
import { Schedule } from './fleet/timing/schedule.ts'
import { optimizeFleet } from './optimize-fleet.ts'
import type { FleetProblem } from './problem/problem.ts'
import type { FleetStop } from './problem/stop.ts'
import type { DrivingRules, Vehicle } from './problem/vehicle.ts'
import type { Tour } from './solution/solution.ts'
import { findEarliestFinish } from './testing/earliest-finish-by-rules.ts'
import { tryNeverWorse } from './testing/never-worse.ts'

/** Locations on a line, 60 minutes apart. */
const SIZE = 12
const line = Int32Array.from(
  { length: SIZE * SIZE },
  (_, cell) => 60 * Math.abs(Math.floor(cell / SIZE) - (cell % SIZE)),
)
const eu561: DrivingRules = {
  maxDriving: 540,
  maxDrivingBeforeBreak: 270,
  breakDuration: 45,
  splitBreak: [15, 30],
  maxDuration: 780,
}
const hours: DrivingRules = {
  maxDriving: 660,
  maxDrivingBeforeBreak: 480,
  breakDuration: 30,
  countsAllWork: true,
  maxDuration: 840,
}

function toProblem(stops: readonly FleetStop[], vehicle: Vehicle, rules: Partial<FleetProblem> = {}): FleetProblem {
  return { size: SIZE, cost: line, duration: line, distance: line, stops, vehicles: [vehicle], ...rules }
}

function solve(stops: readonly FleetStop[], vehicle: Vehicle, rules: Partial<FleetProblem> = {}) {
  const problem = toProblem(stops, vehicle, rules)
  const { solution } = optimizeFleet(problem, { seed: 1, maxIterations: 100, isOver: () => false })
  expect(checkSolution(problem, solution)).toEqual([])
  return solution
}

const breaksOf = (tour: Tour | undefined) =>
  tour?.breaks.map(({ position, start, duration }) => [position, start, duration])

test('takes a break in the middle of a leg, when the driving time without a break is used up', () => {
  const [tour] = solve([{ location: 8 }], { start: 0, drivingRules: eu561 }).tours
  expect(breaksOf(tour)).toEqual([[0, 270, 45]])
  expect(tour).toMatchObject({ arrivals: [525], finish: 525, driving: 480, resting: 45, waiting: 0 })
})

test('takes no break if the driving time without a break is exactly used up', () => {
  const rules = { ...eu561, maxDrivingBeforeBreak: 240 }
  expect(breaksOf(solve([{ location: 4 }], { start: 0, drivingRules: rules }).tours[0])).toEqual([])
  const shorter = { ...eu561, maxDrivingBeforeBreak: 239 }
  expect(breaksOf(solve([{ location: 4 }], { start: 0, drivingRules: shorter }).tours[0])).toEqual([[0, 239, 45]])
})

test('rests while the vehicle waits for a window, instead of later on the way', () => {
  const stops: FleetStop[] = [
    { location: 3, windows: [[300, 400]] },
    { location: 7, windows: [[0, 540]] },
  ]
  const [tour] = solve(stops, { start: 0, shift: [0, 1000], drivingRules: eu561 }).tours
  expect(breaksOf(tour)).toEqual([[0, 255, 45]])
  expect(tour).toMatchObject({ departure: 75, starts: [300, 540], resting: 45, waiting: 0 })
})

test('splits a break: 15 minutes at one stop and 30 minutes later', () => {
  // With a whole break before the first stop, the vehicle would be late for that stop. With a whole break after it, the
  // vehicle would be late for the second stop, where it must wait for 30 minutes anyway.
  const stops: FleetStop[] = [
    { location: 2, windows: [[135, 140]] },
    { location: 4, windows: [[285, 290]] },
    { location: 8, windows: [[0, 525]] },
  ]
  const [tour] = solve(stops, { start: 0, shift: [0, 1000], drivingRules: eu561 }).tours
  expect(breaksOf(tour)).toEqual([
    [0, 120, 15],
    [1, 255, 30],
  ])
  expect(
    solve(stops, { start: 0, shift: [0, 1000], drivingRules: { ...eu561, splitBreak: undefined } }).unassigned,
  ).toHaveLength(1)
})

test('counts service as other work: it neither adds to the driving time nor replaces a break', () => {
  const stops: FleetStop[] = [{ location: 4, service: 60 }, { location: 8 }]
  const [tour] = solve(stops, { start: 0, drivingRules: eu561 }).tours
  expect(breaksOf(tour)).toEqual([[1, 330, 45]])
  const [american] = solve(stops, { start: 0, drivingRules: { ...hours, maxDrivingBeforeBreak: 270 } }).tours
  expect(breaksOf(american)).toEqual([])
})

test('extends a stop to a break where all time without driving counts', () => {
  const stops: FleetStop[] = [{ location: 7, service: 20 }, { location: 9 }]
  const [tour] = solve(stops, { start: 0, drivingRules: hours }).tours
  expect(tour).toMatchObject({ finish: 540 + 20 + 10, resting: 10 })
  expect(solve([{ location: 9 }], { start: 0, drivingRules: hours }).tours[0]).toMatchObject({
    breaks: [{ position: 0, start: 480, duration: 30 }],
  })
})

test('interrupts the drive to a depot where the vehicle reloads', () => {
  const vehicle: Vehicle = {
    start: 0,
    capacity: [1],
    reloads: { maxTrips: 2, depots: [0], duration: 20 },
    drivingRules: { ...eu561, maxDriving: 1000, maxDuration: 2000 },
  }
  const [tour] = solve(
    [
      { location: 3, demand: [1] },
      { location: 3, demand: [1] },
    ],
    vehicle,
  ).tours
  expect(breaksOf(tour)).toEqual([[1, 270, 45]])
  expect(tour).toMatchObject({ finish: 540 + 45 + 20, reloading: 20 })
})

test('limits the driving time of a tour, says so, and says what would make room', () => {
  const far = solve([{ location: 5 }], { start: 0, end: 0, drivingRules: eu561 })
  expect(far.unassigned).toEqual([{ stop: 0, reason: { kind: 'driving', vehicle: 0, required: 600, limit: 540 } }])
  expect(solve([{ location: 9 }], { start: 0, drivingRules: eu561 }).unassigned).toEqual([])
  const [left] = solve([{ location: 4, priority: 1 }, { location: 5 }], {
    start: 0,
    end: 0,
    drivingRules: eu561,
  }).unassigned
  expect(left).toMatchObject({ stop: 1 })
  const both = solve([{ location: 6, priority: 1 }, { location: 1 }], {
    start: 3,
    end: 3,
    drivingRules: { ...eu561, maxDriving: 599, maxDuration: 2000 },
  })
  expect(both.unassigned).toEqual([
    { stop: 1, reason: { kind: 'no-room', relaxations: [{ kind: 'driving', vehicle: 0, by: 1 }] } },
  ])
})

test('limits the time on duty, on both sides of the limit', () => {
  const stops = (service: number): FleetStop[] => [{ location: 2, service }]
  const vehicle: Vehicle = { start: 0, end: 0, drivingRules: eu561 }
  expect(solve(stops(540), vehicle).tours).toMatchObject([{ duration: 780 }])
  expect(solve(stops(541), vehicle).unassigned).toEqual([
    { stop: 0, reason: { kind: 'duration', vehicle: 0, required: 781, limit: 780 } },
  ])
})

test('says that a stop cannot be reached in time with the breaks that the rules require', () => {
  const stops: FleetStop[] = [{ location: 8, windows: [[0, 524]] }]
  expect(solve(stops, { start: 0, drivingRules: eu561 }).unassigned).toEqual([
    { stop: 0, reason: { kind: 'rules', vehicle: 0 } },
  ])
  expect(solve([{ location: 8, windows: [[0, 525]] }], { start: 0, drivingRules: eu561 }).unassigned).toEqual([])
})

test('pays for breaks that the rules require', () => {
  const vehicle: Vehicle = { start: 0, costs: { perDuration: 2 }, drivingRules: eu561 }
  expect(solve([{ location: 8 }], vehicle)).toMatchObject({ cost: 2 * 525 })
})

test('rejects rules together with breaks, and rules without driving time', () => {
  const limits = { seed: 1, maxIterations: 1, isOver: () => false }
  const withBreaks = toProblem([{ location: 1 }], { drivingRules: eu561, breaks: [{ duration: 5 }] })
  expect(() => optimizeFleet(withBreaks, limits)).toThrow('has both breaks and driving-time rules')
  const none = toProblem([{ location: 1 }], { drivingRules: { ...eu561, maxDrivingBeforeBreak: 0 } })
  expect(() => optimizeFleet(none, limits)).toThrow('driving-time rules of vehicle 0')
})

test('120 random tours: never finishes earlier than an exhaustive search over every minute, and nearly always as early', () => {
  let finished = 0
  let withBreaks = 0
  let later = 0
  for (let seed = 1; seed <= 120; seed++) {
    const random = seededRandom(seed)
    const int = (below: number): number => Math.floor(random() * below)
    const duration = Int32Array.from({ length: 16 }, (_, cell) => (cell % 5 === 0 ? 0 : 1 + int(14)))
    let location = 0
    const stops = Array.from({ length: 1 + int(4) }, (): FleetStop => {
      const from = int(40)
      // Consecutive stops have different locations, because the planner counts stops at the same location separately.
      location = (location + 1 + int(3)) % 4
      return {
        location,
        service: int(6),
        ...(random() < 0.3 && { setup: int(3) }),
        ...(random() < 0.6 && { windows: [[from, from + int(25)] as const] }),
      }
    })
    const countsAllWork = random() < 0.4
    const breakDuration = 3 + int(5)
    const first = 1 + int(2)
    const drivingRules: DrivingRules = {
      maxDriving: 60,
      maxDrivingBeforeBreak: 5 + int(12),
      breakDuration,
      ...(countsAllWork
        ? { countsAllWork }
        : random() < 0.7 && { splitBreak: [first, breakDuration - first] as const }),
    }
    const problem: FleetProblem = {
      size: 4,
      cost: duration,
      duration,
      distance: duration,
      stops,
      vehicles: [{ start: 0, end: 0, shift: [0, 120], drivingRules }],
    }
    const schedule = new Schedule(toFleetModel(problem))
    const isOnTime = schedule.isOnTime(0, Int32Array.from(stops.keys()))
    const expected = findEarliestFinish(problem, 0, [...stops.keys()])
    const finish = isOnTime ? schedule.timing.finish : Number.POSITIVE_INFINITY
    expect(finish, `seed ${seed}`).toBeGreaterThanOrEqual(expected ?? Number.POSITIVE_INFINITY)
    if (finish !== (expected ?? Number.POSITIVE_INFINITY)) later++
    if (isOnTime) finished++
    if (isOnTime && schedule.timing.breakCount > 0) withBreaks++
  }
  expect(finished).toBeGreaterThan(50)
  expect(withBreaks).toBeGreaterThan(25)
  // The planner may miss a break shortly before a stop with a long wait, which would make the wait the first part of
  // the next break.
  expect(later).toBeLessThanOrEqual(2)
})

test('60 random problems with driving-time rules: meets all constraints and is never worse', () => {
  let withBreaks = 0
  for (let seed = 1; seed <= 60; seed++) {
    const options = { withDrivingRules: true, withCosts: seed % 2 === 0, withOrderRules: seed % 3 === 0 }
    const { violations, result } = tryNeverWorse(seed, 20, 20, options)
    expect(violations, `seed ${seed}`).toEqual([])
    if (result.solution.tours.some(({ breaks }) => breaks.some(({ index }) => index === undefined))) withBreaks++
  }
  expect(withBreaks).toBeGreaterThan(15)
})

test('the checker reports a missing break and too much driving', () => {
  const problem = toProblem([{ location: 8 }], { start: 0, drivingRules: eu561 })
  const { solution } = optimizeFleet(problem, { seed: 1, maxIterations: 10, isOver: () => false })
  const [tour] = solution.tours
  if (!tour) return expect.unreachable()
  const change = (fields: Partial<Tour>) => ({ ...solution, tours: [{ ...tour, ...fields }] })
  expect(checkSolution(problem, change({ breaks: [] }))).toContain(
    'vehicle 0: drives for 480 without a break, more than 270',
  )
  const late = tour.breaks.map((taken) => ({ ...taken, start: 271 }))
  expect(checkSolution(problem, change({ breaks: late }))).toContain(
    'vehicle 0: drives for 271 without a break, more than 270',
  )
  const strict = toProblem([{ location: 8 }], {
    start: 0,
    drivingRules: { ...eu561, maxDriving: 479, maxDuration: 500 },
  })
  expect(checkSolution(strict, solution)).toEqual([
    'vehicle 0: drives for 480, more than 479',
    'vehicle 0: is on duty for 525, more than 500',
  ])
})
