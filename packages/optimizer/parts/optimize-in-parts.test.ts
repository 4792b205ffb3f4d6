import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { checkSolution } from '../checker/check-solution.ts'
import { solveFleet } from '../fleet/solve-fleet.ts'
import type { FleetResult } from '../fleet-options.ts'
import type { FleetProblem } from '../problem/problem.ts'
import { compareScores, scoreSolution } from '../testing/best-of-all-plans.ts'
import { randomProblem } from '../testing/random-problem.ts'
import { isSolvedInParts, optimizeInParts } from './optimize-in-parts.ts'
import { sortByNearness, toPartProblem } from './part.ts'
import { listUnits, partitionByLocation, partitionByTours } from './partition.ts'

const SEED = 20261118
const limits = { seed: 1, maxIterations: 60, isOver: () => false }

function drawProblem(seed: number): FleetProblem {
  const random = seededRandom(seed)
  const { balance: _, ...problem } = randomProblem(random, { stops: 40, vehicles: 12, withCosts: seed % 2 === 1 })
  return problem
}

/** Limits the stops per part, because a problem this small would otherwise be a single part. */
function solveInParts(problem: FleetProblem): FleetResult {
  return optimizeInParts(problem, limits, 10)
}

test(`in parts, 12 random problems meet all constraints and are never worse than the given solution (seed ${SEED})`, () => {
  for (let seed = SEED; seed < SEED + 12; seed++) {
    const problem = drawProblem(seed)
    const { solution } = solveInParts(problem)
    expect(checkSolution(problem, solution), `seed ${seed}`).toEqual([])
    const initialSequences = problem.vehicles.map(
      (_, vehicle) => solution.tours.find((tour) => tour.vehicle === vehicle)?.stops ?? [],
    )
    const again = solveInParts({ ...problem, initialSequences })
    expect(again.initialSolution, `seed ${seed}`).toMatchObject({ feasible: true, solution: { cost: solution.cost } })
    const difference = compareScores(scoreSolution(problem, again.solution), scoreSolution(problem, solution))
    expect(difference, `seed ${seed}`).toBeLessThanOrEqual(0)
    expect(again.keptInitial, `seed ${seed}`).toBe(difference === 0)
  }
})

test('counts setup once per visit to a place, as in the whole problem', () => {
  const { pairs: _, ...problem } = drawProblem(SEED)
  const places = Array.from({ length: problem.size }, (_, location) => location % 5)
  const stops = problem.stops.map(({ location }) => ({ location, setup: 7 }))
  const vehicles = problem.vehicles.map(() => ({ start: 0, end: 0, maxStops: 8 }))
  const shared = { ...problem, places, stops, vehicles }
  const { solution } = solveInParts(shared)
  expect(checkSolution(shared, solution)).toEqual([])
  expect(new Set(solution.tours.flatMap(({ setups }) => setups))).toEqual(new Set([0, 7]))
})

test('explains unassigned stops with the vehicles of all parts', () => {
  const { pairs: _, ...problem } = drawProblem(SEED)
  const stops = problem.stops.map(({ location }, stop) => ({
    location,
    ...(stop === 7 && { skills: [5] }),
    demand: [stop === 8 ? 100 : 1],
  }))
  const vehicles = problem.vehicles.map((_, vehicle) => ({ start: 0, end: 0, capacity: [10 + vehicle] }))
  const { solution } = solveInParts({ ...problem, stops, vehicles, cost: problem.distance, duration: problem.distance })
  expect(solution.unassigned).toEqual([
    { stop: 7, reason: { kind: 'skills', missing: [5] } },
    { stop: 8, reason: { kind: 'demand', dimension: 0, demand: 100, capacity: 21 } },
  ])
})

test('reports the same violation between tours as the whole problem', () => {
  const problem = drawProblem(SEED)
  const stop = problem.stops.length - 1
  const initialSequences = problem.vehicles.map((_, vehicle) => (vehicle < 2 ? [stop] : []))
  const result = solveInParts({ ...problem, pairs: undefined, initialSequences })
  expect(result.initialSolution).toMatchObject({ feasible: false, violation: { kind: 'repeated', vehicle: 1, stop } })
})

test('puts every stop and vehicle in exactly one part, and pairs in the same', () => {
  for (let seed = SEED; seed < SEED + 10; seed++) {
    const problem = drawProblem(seed)
    const units = listUnits(problem)
    const { solution } = solveFleet(problem, { ...limits, maxIterations: 1 })
    const orders = problem.vehicles.map((_, vehicle) => [
      ...(solution.tours.find((tour) => tour.vehicle === vehicle)?.stops ?? []),
    ])
    const divisions = [
      partitionByLocation(problem, units, 10),
      partitionByTours(problem, units, orders, 10, seededRandom(seed)),
    ]
    for (const parts of divisions) {
      expect(parts.flatMap(({ stops }) => stops).sort((a, b) => a - b)).toEqual([...problem.stops.keys()])
      expect(parts.flatMap(({ vehicles }) => vehicles).sort((a, b) => a - b)).toEqual([...problem.vehicles.keys()])
      for (const { pickup, delivery } of problem.pairs ?? [])
        expect(parts.findIndex(({ stops }) => stops.includes(pickup))).toBe(
          parts.findIndex(({ stops }) => stops.includes(delivery)),
        )
    }
  }
})

test('extracts the matrices of a part cell by cell', () => {
  const problem = drawProblem(SEED)
  const stops = sortByNearness(problem, [5, 1, 9, 30])
  expect(stops.toSorted((a, b) => a - b)).toEqual([1, 5, 9, 30])
  const part = toPartProblem(problem, { stops, vehicles: [3, 7] }, undefined)
  for (const [from, stop] of stops.entries()) {
    for (const [to, other] of stops.entries()) {
      const [a, b] = [part.stops[from]?.location ?? 0, part.stops[to]?.location ?? 0]
      const [x, y] = [problem.stops[stop]?.location ?? 0, problem.stops[other]?.location ?? 0]
      expect(part.duration[a * part.size + b]).toBe(problem.duration[x * problem.size + y])
    }
  }
})

test('solves in parts only many stops with enough vehicles and without balancing', () => {
  const problem = drawProblem(SEED)
  const stops = Array.from({ length: 2501 }, () => ({ location: 0 }))
  const large = { ...problem, stops, pairs: undefined }
  expect(isSolvedInParts(large)).toBe(true)
  expect(isSolvedInParts({ ...large, stops: stops.slice(1) })).toBe(false)
  expect(isSolvedInParts({ ...large, vehicles: problem.vehicles.slice(0, 7) })).toBe(false)
  expect(isSolvedInParts({ ...large, balance: 'stops' })).toBe(false)
})
