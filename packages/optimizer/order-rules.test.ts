import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { checkSolution } from './checker/check-solution.ts'
import { findLockedViolation } from './find-locked-violation.ts'
import { optimizeFleet } from './optimize-fleet.ts'
import type { FleetProblem } from './problem/problem.ts'
import type { FleetStop } from './problem/stop.ts'
import type { Vehicle } from './problem/vehicle.ts'
import type { FleetSolution } from './solution/solution.ts'
import { compareScores, findBestScore, scoreSolution } from './testing/best-of-all-plans.ts'
import { tryNeverWorse } from './testing/never-worse.ts'
import { randomProblem } from './testing/random-problem.ts'

/** Locations on a line, ten units apart. Cost, time, and distance are equal. */
const SIZE = 11
const line = Int32Array.from(
  { length: SIZE * SIZE },
  (_, cell) => 10 * Math.abs(Math.floor(cell / SIZE) - (cell % SIZE)),
)
const home: Vehicle = { start: 0, end: 0 }
const at = (...locations: number[]): FleetStop[] => locations.map((location) => ({ location, demand: [1] }))
const toProblem = (stops: readonly FleetStop[], vehicles: readonly Vehicle[], rules: Partial<FleetProblem> = {}) => ({
  ...{ size: SIZE, cost: line, duration: line, distance: line, stops, vehicles },
  ...rules,
})
const limits = { seed: 1, maxIterations: 100, isOver: () => false }

function solve(...given: Parameters<typeof toProblem>): FleetSolution {
  const problem = toProblem(...given)
  const { solution } = optimizeFleet(problem, limits)
  expect(checkSolution(problem, solution)).toEqual([])
  return solution
}
const orders = ({ tours }: FleetSolution) => tours.map(({ vehicle, stops }) => [vehicle, [...stops]])

describe('locked stops', () => {
  test('come first, in their order, and everything else follows', () => {
    expect(orders(solve(at(1, 2, 4), [{ start: 0, end: 10, locked: [2, 0] }]))).toEqual([[0, [2, 0, 1]]])
    expect(solve(at(1, 2, 3, 4), [{ ...home, locked: [3, 0] }]).cost).toBe(40 + 30 + 10 + 10 + 30)
    const [first, second] = orders(solve(at(1, 2, 3, 4), [home, { ...home, locked: [2] }]))
    expect([first, second]).toEqual([[1, [2, 3, 1, 0]], undefined])
  })

  test('stay with their vehicle, whatever it costs', () => {
    const vehicles = [
      { start: 0, end: 0, locked: [1] },
      { start: 10, end: 10, locked: [0] },
    ]
    expect(orders(solve(at(1, 9), vehicles))).toEqual([
      [0, [1]],
      [1, [0]],
    ])
    expect(orders(solve(at(1, 9, 8), vehicles, { fewestVehicles: true }))).toEqual([
      [0, [1, 2]],
      [1, [0]],
    ])
  })

  test('may be pickups whose deliveries are still open', () => {
    const pairs = [
      { pickup: 0, delivery: 2 },
      { pickup: 1, delivery: 3 },
    ]
    const { tours } = solve(at(1, 2, 4, 3, 5), [{ ...home, locked: [0, 1] }], { pairs })
    expect(tours[0]?.stops.slice(0, 2)).toEqual([0, 1])
    expect(tours[0]?.cost).toBe(100)
  })

  test('allow a reload between them', () => {
    const vehicle = { ...home, capacity: [1], reloads: { maxTrips: 3, depots: [0], duration: 5 }, locked: [1, 0] }
    expect(solve(at(1, 2, 3), [vehicle]).tours).toMatchObject([{ stops: [1, 0, 2], cost: 40 + 20 + 60 }])
  })

  test('that no tour can begin with are reported, with the rule that they violate', () => {
    const late: FleetStop = { location: 5, windows: [[0, 49]] }
    expect(findLockedViolation(toProblem([late], [{ ...home, locked: [0] }]))).toEqual({
      violation: { kind: 'time', vehicle: 0, position: 0 },
      order: [0],
    })
    expect(findLockedViolation(toProblem([late], [{ start: 1, locked: [0] }]))).toBeUndefined()
    const full = [home, { ...home, capacity: [1], locked: [1, 0] }]
    expect(findLockedViolation(toProblem(at(1, 2), full))).toMatchObject({ violation: { kind: 'load', vehicle: 1 } })
  })

  test('leave other stops unassigned for what remains after them', () => {
    const vehicle = { ...home, maxDistance: 100, locked: [0] }
    const { unassigned } = solve(at(4, 9, 5), [vehicle])
    expect(unassigned).toEqual([{ stop: 1, reason: expect.objectContaining({ kind: 'distance', required: 180 }) }])
  })

  test('must be consistent', () => {
    const refuse = (vehicles: readonly Vehicle[], rules: Partial<FleetProblem> = {}) =>
      expect(() => optimizeFleet(toProblem(at(1, 2), vehicles, rules), limits))
    refuse([{ ...home, locked: [0, 0] }]).toThrow('a stop is locked twice')
    refuse([{ ...home, locked: [2] }]).toThrow('index 2 is invalid; expected a whole number ≥ 0 and < 2')
    refuse([
      { ...home, locked: [0] },
      { ...home, mustVisit: [0] },
    ]).toThrow('belongs to another vehicle')
    const pairs = [{ pickup: 0, delivery: 1 }]
    refuse([{ ...home, locked: [1, 0] }], { pairs }).toThrow('locked delivery without its pickup')
  })
})

test('a pair is not driven around for longer than its detour allows', () => {
  const pairs = (maxDetour: number) => ({ pairs: [{ pickup: 0, delivery: 1, maxDetour }] })
  const stops: FleetStop[] = [{ location: 4 }, { location: 2 }, { location: 8 }, { location: 1 }]
  const vehicle: Vehicle = { start: 4, end: 0 }
  expect(solve(stops, [vehicle], pairs(80))).toMatchObject({ cost: 120 })
  expect(
    orders(
      solve(
        [stops[0], stops[1], stops[2]].flatMap((stop) => stop ?? []),
        [{ start: 4, end: 2 }],
        pairs(79),
      ),
    ),
  ).toEqual([[0, [2, 0, 1]]])
  const oneWay: Vehicle = { start: 4, end: 8 }
  expect(solve(stops, [oneWay], pairs(19)).tours).toMatchObject([{ stops: [0, 1, 3, 2] }])
})

test('a vehicle that unloads in reverse order carries what it loaded last to its end first', () => {
  const pairs = [
    { pickup: 0, delivery: 2 },
    { pickup: 1, delivery: 3 },
  ]
  const stops = at(1, 2, 3, 4)
  expect(solve(stops, [{ start: 0 }], { pairs }).cost).toBe(40)
  const lifo = solve(stops, [{ start: 0, lifo: true }], { pairs })
  expect([lifo.cost, orders(lifo)]).toEqual([50, [[0, [0, 1, 3, 2]]]])
  // The goods of stop 4 were loaded before all other goods.
  const mixed = solve([...stops, { location: 2, demand: [1] }], [{ start: 0, lifo: true }], {
    pairs: pairs.slice(0, 1),
  })
  expect(mixed.cost).toBe(60)
})

test('50 random problems with locks, detours and unloading in reverse: no violation, never worse, reproducible', () => {
  let locked = 0
  for (let seed = 1; seed <= 50; seed++) {
    const options = { withOrderRules: true, withCosts: seed % 2 === 0 }
    const { violations, problem } = tryNeverWorse(seed, seed % 50 === 0 ? 320 : 24, 15, options)
    expect(violations, `seed ${seed}`).toEqual([])
    if (problem.vehicles.some((vehicle) => (vehicle.locked ?? []).length > 0)) locked++
  }
  expect(locked).toBeGreaterThan(18)
})

test('up to five stops with these rules: is never better than the best solution, and nearly always equal', () => {
  let missed = 0
  for (let seed = 1; seed <= 80; seed++) {
    const random = seededRandom(seed)
    const size = { stops: 1 + Math.floor(random() * 5), vehicles: 1 + Math.floor(random() * 2) }
    const problem = randomProblem(random, { ...size, withOrderRules: true })
    const { solution } = optimizeFleet(problem, { seed, maxIterations: 200, isOver: () => false })
    const difference = compareScores(scoreSolution(problem, solution), findBestScore(problem))
    expect(difference, `seed ${seed} beats the oracle`).toBeGreaterThanOrEqual(0)
    if (difference > 0) missed++
  }
  expect(missed).toBeLessThanOrEqual(4)
})
