import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { checkSolution } from '../checker/check-solution.ts'
import { optimizeFleet } from '../optimize-fleet.ts'
import type { FleetProblem } from '../problem/problem.ts'
import type { FleetStop } from '../problem/stop.ts'
import type { Vehicle } from '../problem/vehicle.ts'
import { compareScores, scoreSolution } from '../testing/best-of-all-plans.ts'
import { randomProblem } from '../testing/random-problem.ts'
import { type KeepRule, reoptimizeFleet } from './reoptimize-fleet.ts'

/** Locations on a line, ten units apart. */
const SIZE = 11
const line = Int32Array.from(
  { length: SIZE * SIZE },
  (_, cell) => 10 * Math.abs(Math.floor(cell / SIZE) - (cell % SIZE)),
)
const limits = { seed: 1, maxIterations: 50, isOver: () => false }
const at = (...locations: number[]): FleetStop[] => locations.map((location) => ({ location }))

function replan(
  stops: readonly FleetStop[],
  vehicles: readonly Vehicle[],
  initialSequences: readonly (readonly number[])[],
  keep: KeepRule = 'order',
  rules: Partial<FleetProblem> = {},
) {
  const problem = {
    size: SIZE,
    cost: line,
    duration: line,
    distance: line,
    stops,
    vehicles,
    initialSequences,
    ...rules,
  }
  const result = reoptimizeFleet(problem, keep, limits)
  expect(checkSolution(problem, result.solution)).toEqual([])
  const orders = vehicles.map((_, vehicle) => [
    ...(result.solution.tours.find((tour) => tour.vehicle === vehicle)?.stops ?? []),
  ])
  return { ...result, orders }
}

test('inserts a new stop where it costs least, and changes nothing else, even if that would be shorter', () => {
  const { orders, keptInitial, initialSolution } = replan(at(8, 2, 5), [{ start: 0 }, { start: 10 }], [[0, 1], []])
  expect(orders).toEqual([[2, 0, 1], []])
  expect([keptInitial, initialSolution?.feasible]).toEqual([false, true])
  expect(replan(at(8, 2), [{ start: 0 }], [[0, 1]])).toMatchObject({ keptInitial: true, solution: { cost: 140 } })
})

test('may change the order, or also the vehicles', () => {
  const vehicles = [{ start: 0 }, { start: 10 }]
  expect(replan(at(8, 2, 5), vehicles, [[0, 1], []], 'vehicles').orders).toEqual([[1, 2, 0], []])
  expect(replan(at(8, 2), vehicles, [[0, 1], []], 'nothing').orders).toEqual([[1], [0]])
})

test('gives what a late vehicle no longer reaches to another one', () => {
  const stops: FleetStop[] = [{ location: 3 }, { location: 6, windows: [[0, 100]] }]
  const late = { start: 0, shift: [60, 1000] as const }
  const { orders, initialSolution } = replan(stops, [late, { start: 10 }], [[0, 1], []])
  expect(orders).toEqual([[0], [1]])
  expect(initialSolution).toEqual({ feasible: false, violation: { kind: 'time', vehicle: 0, position: 1 } })
  expect(replan(stops, [late], [[0, 1]]).solution.unassigned).toMatchObject([{ stop: 1, reason: { kind: 'window' } }])
})

test('inserts both stops of a new pair, and keeps locked stops first', () => {
  const pairs = [{ pickup: 2, delivery: 3 }]
  const { orders } = replan(at(4, 8, 2, 6), [{ start: 0, locked: [0] }], [[0, 1]], 'order', { pairs })
  expect(orders).toEqual([[0, 2, 3, 1]])
})

test('keeps the alternative and the optional stop of the running solution, even if another choice costs less', () => {
  const stops: FleetStop[] = [
    { location: 8, group: 0 },
    { location: 1, group: 0 },
    { location: 4, prize: 1 },
  ]
  const vehicles = [{ start: 0 }, { start: 10 }]
  expect(replan(stops, vehicles, [[0], [2]], 'vehicles').orders).toEqual([[0], [2]])
  expect(replan(stops, vehicles, [[0], [2]], 'nothing').orders).toEqual([[1], []])
})

test('leaves out a new optional stop that costs more than its prize', () => {
  const optional = (prize: number): FleetStop[] => [...at(3), { location: 5, prize }]
  expect(replan(optional(20), [{ start: 0 }], [[0]]).solution.unassigned.length).toBe(1)
  expect(replan(optional(21), [{ start: 0 }], [[0]]).solution.unassigned.length).toBe(0)
})

test('45 random running solutions: no violation, never worse, and what is kept stays', () => {
  for (let seed = 1; seed <= 45; seed++) {
    const random = seededRandom(seed)
    const options = { stops: 2 + Math.floor(random() * 14), vehicles: 1 + Math.floor(random() * 3) }
    const base = randomProblem(random, { ...options, withCosts: seed % 2 === 0, withOrderRules: seed % 3 === 0 })
    const running = optimizeFleet(base, { seed, maxIterations: 5, isOver: () => false }).solution
    // Some stops are new, and some vehicles are late.
    const isNew = base.stops.map(() => random() < 0.2)
    const initialSequences = base.vehicles.map((_, vehicle) =>
      (running.tours.find((tour) => tour.vehicle === vehicle)?.stops ?? []).filter((stop) => !isNew[stop]),
    )
    const problem: FleetProblem = { ...base, initialSequences }
    for (const keep of ['order', 'vehicles', 'nothing'] as const) {
      const { solution, initialSolution } = reoptimizeFleet(problem, keep, { ...limits, maxIterations: 5 })
      const label = `seed ${seed}, keep ${keep}`
      expect(checkSolution(problem, solution), label).toEqual([])
      if (!initialSolution?.feasible) continue
      const scores = [solution, initialSolution.solution].map((each) => scoreSolution(problem, each)) as [
        number[],
        number[],
      ]
      if (!problem.balance && !problem.fewestVehicles) expect(compareScores(...scores), label).toBeLessThanOrEqual(0)
      if (keep === 'nothing') continue
      for (const [vehicle, order] of initialSequences.entries()) {
        const stops = solution.tours.find((tour) => tour.vehicle === vehicle)?.stops ?? []
        const kept = stops.filter((stop) => order.includes(stop))
        const sort = (list: readonly number[]) => (keep === 'order' ? [...list] : list.toSorted((a, b) => a - b))
        expect(sort(kept), label).toEqual(sort(order))
      }
    }
  }
})
