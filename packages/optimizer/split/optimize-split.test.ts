import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { checkSolution } from '../checker/check-solution.ts'
import { optimizeFleet } from '../optimize-fleet.ts'
import type { FleetProblem } from '../problem/problem.ts'
import type { FleetStop } from '../problem/stop.ts'
import type { Vehicle } from '../problem/vehicle.ts'
import { randomProblem } from '../testing/random-problem.ts'
import { optimizeSplit } from './optimize-split.ts'
import { splitStops } from './split-stops.ts'

const options = { seed: 1, maxIterations: 300, isOver: () => false }

/** Locations on a line: the depot at 0, and stops at these positions. */
function onLine(positions: readonly number[], stops: readonly FleetStop[], vehicles: readonly Vehicle[]): FleetProblem {
  const places = [0, ...positions]
  const cost = Int32Array.from({ length: places.length ** 2 }, (_, cell) =>
    Math.abs((places[Math.floor(cell / places.length)] ?? 0) - (places[cell % places.length] ?? 0)),
  )
  return { size: places.length, cost, duration: cost, distance: cost, stops, vehicles }
}

const van = { start: 0, end: 0, capacity: [10] }
const solve = (problem: FleetProblem, isSplit = () => true) => optimizeSplit(splitStops(problem, isSplit), options)

test('a demand of more than one vehicle is delivered by several vehicles', () => {
  const problem = onLine([100], [{ location: 1, demand: [25], service: 50 }], [van, van, van])
  const { solution } = solve(problem)
  expect(solution.unassigned).toEqual([])
  expect(solution.tours.map(({ stops, delivered }) => [stops.length, delivered?.[0]?.[0]])).toHaveLength(3)
  expect(sumDelivered(solution.tours, 0)).toBe(25)
  expect(solution.tours.reduce((sum, { service }) => sum + service, 0)).toBe(50)
  expect(optimizeFleet(problem, options).solution.unassigned).toHaveLength(1)
})

test('three stops with 60 % of a vehicle each take two vehicles instead of three', () => {
  const stops = [1, 2, 3].map((location) => ({ location, demand: [6] }))
  const problem = onLine([100, 101, 102], stops, [van, van, van])
  expect(optimizeFleet(problem, options).solution.tours).toHaveLength(3)
  const { solution } = solve(problem)
  expect(solution.tours).toHaveLength(2)
  expect(solution.cost).toBeLessThanOrEqual(408)
  expect(sumDelivered(solution.tours, 0)).toBe(18)
})

test('one vehicle delivers a large demand on several trips', () => {
  const trips = { ...van, reloads: { maxTrips: 3, depots: [0], duration: 5 } }
  const { solution } = solve(onLine([100], [{ location: 1, demand: [25] }], [trips]))
  expect(solution.unassigned).toEqual([])
  expect(solution.tours).toHaveLength(1)
  expect(solution.tours[0]?.reloads.map(({ position }) => position)).toEqual([1, 2])
  expect(solution.tours[0]?.delivered?.flat().reduce((sum, amount) => sum + amount, 0)).toBe(25)
})

test('delivers as much as fits if the vehicles cannot carry everything', () => {
  const split = splitStops(onLine([100], [{ location: 1, demand: [25] }], [van, van]), () => true)
  const { solution } = optimizeSplit(split, options)
  const left = solution.unassigned.reduce((sum, { stop }) => sum + (split.problem.stops[stop]?.demand?.[0] ?? 0), 0)
  // Portions of 2 do not fill two vehicles exactly if the portion of 1 is left out.
  expect(sumDelivered(solution.tours, 0)).toBeGreaterThanOrEqual(19)
  expect(sumDelivered(solution.tours, 0) + left).toBe(25)
})

test('keeps stops together that are not to be split', () => {
  const stops = [1, 2, 3].map((location) => ({ location, demand: [6] }))
  const { solution } = solve(onLine([100, 101, 102], stops, [van, van, van]), () => false)
  expect(solution.tours).toHaveLength(3)
})

test('60 random problems: portions add up, all rules are met, and the result is not worse than the given solution', () => {
  let split = 0
  for (let seed = 1; seed <= 60; seed++) {
    const random = seededRandom(seed)
    const problem = randomProblem(random, {
      stops: 2 + (seed % 9),
      vehicles: 1 + (seed % 4),
      withCosts: seed % 2 === 0,
    })
    const paired = new Set(problem.pairs?.flatMap(({ pickup, delivery }) => [pickup, delivery]))
    const isSplit = (stop: number): boolean => {
      const { prize, group, softWindow } = problem.stops[stop] ?? {}
      return prize === undefined && group === undefined && softWindow === undefined && !paired.has(stop)
    }
    const vehicles = problem.vehicles.map(({ maxStops: _, ...vehicle }) => vehicle)
    const orders = vehicles.map((_, vehicle) =>
      [...problem.stops.keys()].filter((stop) => stop % vehicles.length === vehicle),
    )
    const portions = splitStops({ ...problem, balance: undefined, vehicles, initialSequences: orders }, isSplit)
    const { solution, initialSolution } = optimizeSplit(portions, { ...options, maxIterations: 20 })
    for (const [stop, { demand = [], service = 0 }] of problem.stops.entries()) {
      const ofStop = portions.problem.stops.filter((_, portion) => portions.stopOf[portion] === stop)
      for (const [dimension, amount] of demand.entries())
        expect(
          ofStop.reduce((sum, portion) => sum + (portion.demand?.[dimension] ?? 0), 0),
          `seed ${seed}`,
        ).toBe(amount)
      expect(
        ofStop.reduce((sum, portion) => sum + (portion.service ?? 0), 0),
        `seed ${seed}`,
      ).toBe(service)
    }
    const whole = optimizeFleet({ ...portions.problem, initialSequences: undefined }, { ...options, maxIterations: 5 })
    expect(checkSolution(portions.problem, whole.solution), `seed ${seed}`).toEqual([])
    if (initialSolution?.feasible && initialSolution.solution.unassigned.length === solution.unassigned.length)
      expect(solution.cost, `seed ${seed}`).toBeLessThanOrEqual(initialSolution.solution.cost + 1e-6)
    if (portions.stopOf.length > problem.stops.length) split++
  }
  expect(split).toBeGreaterThan(10)
})

function sumDelivered(
  tours: readonly { readonly delivered?: readonly (readonly number[])[] | undefined }[],
  dimension: number,
) {
  return tours.reduce(
    (sum, { delivered = [] }) => sum + delivered.reduce((amount, each) => amount + (each[dimension] ?? 0), 0),
    0,
  )
}
