import { expect, test } from 'vitest'
import { checkSolution } from './checker/check-solution.ts'
import { UNREACHABLE } from './matrix.ts'
import { optimizeFleet } from './optimize-fleet.ts'
import type { FleetProblem } from './problem/problem.ts'
import type { FleetStop } from './problem/stop.ts'
import type { Vehicle } from './problem/vehicle.ts'
import type { FleetSolution } from './solution/solution.ts'
import type { UnassignedReason } from './solution/unassigned.ts'

/** Locations on a line, ten units apart, with location 5 in the middle. Cost, time, and distance are equal. */
const SIZE = 11
const lineDistances = Int32Array.from(
  { length: SIZE * SIZE },
  (_, cell) => 10 * Math.abs(Math.floor(cell / SIZE) - (cell % SIZE)),
)

type Rules = Omit<Partial<FleetProblem>, 'stops' | 'vehicles'>

function solve(stops: readonly FleetStop[], vehicles: readonly Vehicle[], rules: Rules = {}): FleetSolution {
  const problem = {
    size: SIZE,
    cost: lineDistances,
    duration: lineDistances,
    distance: lineDistances,
    stops,
    vehicles,
    ...rules,
  }
  const { solution } = optimizeFleet(problem, { seed: 1, maxIterations: 200, isOver: () => false })
  expect(checkSolution(problem, solution)).toEqual([])
  return solution
}

const at = (...locations: number[]): FleetStop[] => locations.map((location) => ({ location }))
const orders = ({ tours }: FleetSolution): number[][] => tours.map(({ stops }) => [...stops])
const home: Vehicle = { start: 5, end: 5 }

function explain(stop: FleetStop, vehicle: Vehicle, rules: Rules = {}): UnassignedReason | undefined {
  return solve([stop], [vehicle], rules).unassigned[0]?.reason
}

test('supports closed, open and fixed ends', () => {
  expect(solve(at(6, 8, 7), [home])).toMatchObject({ cost: 60 })
  expect(orders(solve(at(6, 8, 7), [{ start: 5 }]))).toEqual([[0, 2, 1]])
  expect(orders(solve(at(6, 8, 7), [{ end: 5 }]))).toEqual([[1, 2, 0]])
  expect(solve(at(6, 8, 7), [{}])).toMatchObject({ cost: 20, unassigned: [] })
  expect(orders(solve(at(8, 2), [{ start: 5, end: 10 }]))).toEqual([[1, 0]])
})

test('serves nearby stops from each of several depots', () => {
  const solution = solve(at(1, 9, 2, 8), [
    { start: 0, end: 0 },
    { start: 10, end: 10 },
  ])
  expect(solution.tours.map(({ stops }) => [...stops].sort())).toEqual([
    [0, 2],
    [1, 3],
  ])
})

test('respects every capacity dimension', () => {
  const stops = at(6, 7).map((stop) => ({ ...stop, demand: [1, 3] }))
  expect(solve(stops, [{ ...home, capacity: [9, 6] }, home]).tours).toHaveLength(1)
  expect(
    solve(stops, [
      { ...home, capacity: [9, 5] },
      { ...home, capacity: [9, 5] },
    ]).tours,
  ).toHaveLength(2)
  expect(solve(stops, [{ ...home, capacity: [9, 5] }]).unassigned).toMatchObject([{ reason: { kind: 'no-room' } }])
})

test('uses the second time window when the first has passed, and departs no earlier than necessary', () => {
  const { tours } = solve(
    [
      {
        location: 7,
        windows: [
          [0, 10],
          [100, 110],
        ],
        service: 3,
      },
    ],
    [home],
  )
  expect(tours).toMatchObject([{ departure: 80, arrivals: [100], finish: 123, waiting: 0, duration: 43 }])
})

test('keeps a pair on one vehicle, pickup first, and loaded only in between', () => {
  const stops = at(8, 6, 9, 7).map((stop) => ({ ...stop, demand: [1] }))
  const pairs = [
    { pickup: 0, delivery: 1 },
    { pickup: 2, delivery: 3 },
  ]
  const solution = solve(stops, [{ ...home, capacity: [1] }], { pairs })
  expect(solution.unassigned).toEqual([])
  expect(solution.tours[0]?.load).toEqual([1])
})

test('does not drop a higher priority for lower ones', () => {
  const stops = [...at(6, 6, 6), { location: 0, priority: 1 }]
  expect(orders(solve(stops, [{ ...home, maxDistance: 100 }]))).toEqual([[3]])
})

test('takes a break along the way, within its window', () => {
  const { tours } = solve(at(9), [{ ...home, breaks: [{ duration: 15, windows: [[30, 35]] }] }])
  expect(tours).toMatchObject([{ resting: 15, duration: 95, waiting: 0 }])
})

test('limits distance, duration and stops of a tour', () => {
  expect(solve(at(3, 7), [{ ...home, maxDistance: 40 }, home]).tours).toHaveLength(2)
  expect(
    solve(at(3, 7), [
      { ...home, maxDuration: 40 },
      { ...home, maxDuration: 40 },
    ]).tours,
  ).toHaveLength(2)
  expect(
    solve(at(7, 7), [
      { ...home, maxStops: 1 },
      { ...home, maxStops: 1 },
    ]).tours,
  ).toHaveLength(2)
})

test('puts balance before cost', () => {
  expect(orders(solve(at(6, 7, 8, 9), [home, home]))).toHaveLength(1)
  expect(solve(at(6, 7, 8, 9), [home, home], { balance: 'stops' })).toMatchObject({ longest: 2, cost: 120 })
  expect(solve(at(1, 6, 7, 8), [home, home], { balance: 'duration' })).toMatchObject({ longest: 80, cost: 140 })
})

test('serves stops assigned to a vehicle by that vehicle', () => {
  expect(orders(solve(at(6, 7), [home, { ...home, mustVisit: [1] }], { balance: 'stops' }))).toEqual([[0], [1]])
  expect(solve(at(6), [home, { ...home, skills: [1], mustVisit: [0] }]).tours[0]?.vehicle).toBe(1)
})

test('reports the true reason for unassigned stops', () => {
  expect(solve(at(6), []).unassigned).toEqual([{ stop: 0, reason: { kind: 'no-vehicle' } }])
  expect(explain({ location: 6, skills: [1, 2] }, { ...home, skills: [2] })).toEqual({ kind: 'skills', missing: [1] })
  expect(explain({ location: 6, demand: [1, 9] }, { ...home, capacity: [5, 5] })).toEqual({
    kind: 'demand',
    dimension: 1,
    demand: 9,
    capacity: 5,
  })
  expect(explain({ location: 9, windows: [[0, 39]] }, home)).toEqual({
    kind: 'window',
    vehicle: 0,
    earliest: 40,
    latest: 39,
  })
  expect(explain({ location: 9, service: 5 }, { ...home, shift: [10, 90] })).toEqual({
    kind: 'shift',
    vehicle: 0,
    earliest: 95,
    latest: 90,
  })
  expect(explain({ location: 9 }, { ...home, maxDistance: 70 })).toEqual({
    kind: 'distance',
    vehicle: 0,
    required: 80,
    limit: 70,
  })
  expect(explain({ location: 9 }, { ...home, maxDuration: 70 })).toEqual({
    kind: 'duration',
    vehicle: 0,
    required: 80,
    limit: 70,
  })
  const never = [
    { duration: 5, windows: [[0, 0]] as const },
    { duration: 5, windows: [[0, 0]] as const },
  ]
  expect(explain({ location: 9 }, { ...home, breaks: never })).toEqual({ kind: 'breaks', vehicle: 0 })
})

test('reports an island as unreachable, and a stop without a return', () => {
  const island = lineDistances.map((arc, cell) =>
    Math.floor(cell / SIZE) !== 9 && cell % SIZE === 9 ? UNREACHABLE : arc,
  )
  expect(explain({ location: 9 }, home, { cost: island })).toEqual({ kind: 'unreachable', direction: 'to', vehicle: 0 })
  const trap = lineDistances.map((arc, cell) =>
    Math.floor(cell / SIZE) === 9 && cell % SIZE !== 9 ? UNREACHABLE : arc,
  )
  expect(explain({ location: 9 }, home, { duration: trap })).toEqual({
    kind: 'unreachable',
    direction: 'from',
    vehicle: 0,
  })
  expect(orders(solve(at(6, 9), [home], { cost: trap }))).toEqual([[0]])
  expect(orders(solve(at(6, 9), [{ start: 5 }], { cost: trap }))).toEqual([[0, 1]])
})

test('reports the partner as the reason for the feasible stop of an infeasible pair', () => {
  const pairs = [{ pickup: 0, delivery: 1 }]
  const skilled = solve([{ location: 6 }, { location: 7, skills: [1] }], [home], { pairs })
  expect(skilled.unassigned.map(({ reason }) => reason)).toEqual([
    { kind: 'pair', stop: 1 },
    { kind: 'skills', missing: [1] },
  ])
  const late = solve(
    [
      { location: 6, windows: [[90, 99]] },
      { location: 7, windows: [[20, 89]] },
    ],
    [home],
    { pairs },
  )
  expect(late.unassigned[0]?.reason).toEqual({ kind: 'together', stop: 1 })
})

test('evaluates the given solution by the same rules, and keeps it when nothing is better', () => {
  const problem = {
    size: SIZE,
    cost: lineDistances,
    duration: lineDistances,
    distance: lineDistances,
    stops: at(6, 7),
    vehicles: [home, home],
  }
  const options = { seed: 1, maxIterations: 50, isOver: () => false }
  const keptResult = optimizeFleet({ ...problem, initialSequences: [[0, 1]] }, options)
  expect(keptResult).toMatchObject({
    keptInitial: true,
    initialSolution: { feasible: true, solution: { cost: 40 } },
    solution: { cost: 40 },
  })
  const improved = optimizeFleet({ ...problem, initialSequences: [[0], [1]] }, options)
  expect(improved).toMatchObject({
    keptInitial: false,
    initialSolution: { feasible: true, solution: { cost: 60 } },
    solution: { cost: 40 },
  })
  const { initialSolution } = optimizeFleet({ ...problem, initialSequences: [[0, 1], [1]] }, options)
  expect(initialSolution).toEqual({ feasible: false, violation: { kind: 'repeated', vehicle: 1, stop: 1 } })
  expect(optimizeFleet(problem, options)).toMatchObject({ initialSolution: undefined, keptInitial: false })
})

test('solves one unconstrained vehicle exactly up to twelve stops', () => {
  const stops = at(0, 10, 1, 9, 2, 8, 3, 7, 4, 6, 5, 5)
  const problem = {
    size: SIZE,
    cost: lineDistances,
    duration: lineDistances,
    distance: lineDistances,
    stops,
    vehicles: [home],
  }
  expect(optimizeFleet(problem, { seed: 1, isOver: () => true })).toMatchObject({
    iterations: 0,
    solution: { cost: 200 },
  })
})

test('returns a solution if time runs out immediately, and ends when stopped', () => {
  const stops = Array.from({ length: 40 }, (_, index) => ({ location: index % SIZE, demand: [1] }))
  const vehicles = Array.from({ length: 5 }, () => ({ ...home, capacity: [10] }))
  const problem = { size: SIZE, cost: lineDistances, duration: lineDistances, distance: lineDistances, stops, vehicles }
  const { solution } = optimizeFleet(problem, { seed: 1, isOver: () => true })
  expect(checkSolution(problem, solution)).toEqual([])
  let checks = 0
  const { iterations } = optimizeFleet(problem, { seed: 1, isOver: () => false, shouldStop: () => ++checks > 5 })
  expect(iterations).toBeLessThan(200)
})

test.each<[string, Partial<Vehicle>, Partial<FleetProblem>]>([
  ['one unconstrained vehicle', {}, {}],
  ['a capacity', { capacity: [1000] }, { vehicles: [home, { ...home, capacity: [1000] }] }],
  ['a limited distance', { maxDistance: 100_000 }, {}],
  ['a shift', { shift: [0, 100_000] }, {}],
  ['a break', { breaks: [{ duration: 5 }] }, {}],
  ['pairs', {}, { pairs: [{ pickup: 0, delivery: 39 }] }],
  ['balance', {}, { balance: 'duration', vehicles: [home, home] }],
])('improves a poor given order even if time has run out: %s', (_, vehicle, rules) => {
  const stops = Array.from({ length: 40 }, (_, stop) => ({ location: (7 * stop) % SIZE, demand: [1] }))
  const problem: FleetProblem = {
    size: SIZE,
    cost: lineDistances,
    duration: lineDistances,
    distance: lineDistances,
    stops,
    vehicles: [{ ...home, ...vehicle }],
    initialSequences: [[...stops.keys()]],
    ...rules,
  }
  const result = optimizeFleet(problem, { seed: 1, isOver: () => true })
  expect(result.keptInitial).toBe(false)
  expect(result.solution.unassigned).toEqual([])
  const givenCost = result.initialSolution?.feasible ? result.initialSolution.solution.cost : 0
  expect(result.solution.cost).toBeLessThan(givenCost / 2)
})

test('returns a solution without tours when there is nothing to do', () => {
  expect(solve([], [home])).toMatchObject({ tours: [], unassigned: [], cost: 0 })
})

test('rejects contradictory input', () => {
  expect(() => solve([{ location: 11 }], [home])).toThrow(RangeError)
  expect(() => solve(at(1), [home], { cost: lineDistances.slice(1) })).toThrow(RangeError)
  expect(() => solve([{ location: 1, windows: [[5, 4]] }], [home])).toThrow(RangeError)
  expect(() => solve(at(1), [home], { pairs: [{ pickup: 0, delivery: 0 }] })).toThrow(RangeError)
  expect(() => solve(at(1), [home], { initialSequences: [[1]] })).toThrow(RangeError)
  expect(() => solve(at(1), [home], { places: [0] })).toThrow('places does not have 11 entries')
  expect(() => solve(at(1), [home], { places: Array(11).fill(-1) })).toThrow('places: expected whole numbers ≥ 0')
})

test('uses no vehicle that may visit no stop', () => {
  const cost = Int32Array.from([0, 1, 2, 1, 0, 3, 2, 3, 0])
  const problem = { size: 3, cost, duration: cost, distance: cost, stops: [{ location: 1 }, { location: 2 }] }
  const options = { seed: 1, maxIterations: 20, isOver: () => false }
  const none = optimizeFleet({ ...problem, vehicles: [{ start: 0, maxStops: 0 }], initialSequences: [[0, 1]] }, options)
  expect(none.solution.tours).toEqual([])
  expect(none.solution.unassigned.map(({ reason }) => reason)).toEqual([{ kind: 'no-vehicle' }, { kind: 'no-vehicle' }])
  const result = optimizeFleet({ ...problem, vehicles: [{ start: 0, maxStops: 0 }, { start: 0 }] }, options)
  expect(result.solution.tours.map(({ vehicle, stops }) => [vehicle, stops])).toEqual([[1, [0, 1]]])
})

test('uses a second vehicle instead of waiting for hours, but never at a higher cost than the given solution', () => {
  const cost = Int32Array.from([0, 10, 10, 10, 0, 4, 10, 4, 0])
  const problem = {
    size: 3,
    cost,
    duration: cost,
    distance: cost,
    stops: [
      { location: 1, windows: [[0, 20]] as const },
      { location: 2, windows: [[500, 520]] as const },
    ],
    vehicles: [
      { start: 0, end: 0 },
      { start: 0, end: 0 },
    ],
  }
  const solve = (rest: object) =>
    optimizeFleet({ ...problem, ...rest }, { seed: 1, maxIterations: 300, isOver: () => false }).solution
  expect(solve({})).toMatchObject({ cost: 24, waiting: 476 })
  expect(solve({ waitingCost: 1 })).toMatchObject({ cost: 40, waiting: 0 })
  expect(solve({ waitingCost: 1, initialSequences: [[0, 1], []] })).toMatchObject({ cost: 24, waiting: 476 })
  expect(solve({ waitingCost: 1, initialSequences: [[0], [1]] })).toMatchObject({ cost: 40, waiting: 0 })
})
