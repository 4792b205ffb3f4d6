import { evaluateSolution, isSolution } from '../fleet/evaluate-solution.ts'
import { explainUnassigned } from '../fleet/explain-unassigned.ts'
import { toFleetModel } from '../fleet/model.ts'
import { Schedule } from '../fleet/timing/schedule.ts'
import type { EvaluatedSolution, FleetOptions, FleetResult } from '../fleet-options.ts'
import { optimizeFleet, tieLockedStops } from '../optimize-fleet.ts'
import type { FleetProblem } from '../problem/problem.ts'
import { insertStops } from './insert-stops.ts'
import { repairOrders } from './repair-orders.ts'

/** Part of the running solution to keep: vehicles and order, only vehicles, or nothing. */
export type KeepRule = 'order' | 'vehicles' | 'nothing'

/**
 * Finds a solution close to the running solution in `initialOrders`. Stops that a running tour can still serve keep
 * their vehicle or order, according to `keep`. All other stops are inserted at their cheapest slots. Unless the order
 * is kept, a search then improves the solution.
 */
export function reoptimizeFleet(givenProblem: FleetProblem, keep: KeepRule, options: FleetOptions): FleetResult {
  const problem = tieLockedStops(givenProblem)
  const model = toFleetModel(problem)
  const schedule = new Schedule(model)
  const running = problem.vehicles.map((_, vehicle) => problem.initialOrders?.[vehicle] ?? [])
  const evaluation = evaluateSolution(model, running)
  const initialSolution: EvaluatedSolution = isSolution(evaluation)
    ? { feasible: true, solution: evaluation }
    : { feasible: false, violation: evaluation }
  const keptOrders = repairOrders(model, schedule, running)
  const orders = keptOrders.map((order) => [...order])
  const servedStops = new Set(keptOrders.flat())
  const missingStops = [...problem.stops.keys()].filter((stop) => !servedStops.has(stop))
  insertStops(model, schedule, orders, missingStops)
  if (keep !== 'order') return improveOrders(problem, keep, keptOrders, orders, initialSolution, options)
  const solution = evaluateSolution(model, orders)
  if (!isSolution(solution)) throw new Error(`the insertion violated a constraint: ${JSON.stringify(solution)}`)
  return {
    solution: { ...solution, unassigned: explainUnassigned(model, solution) },
    initialSolution,
    keptInitial: initialSolution.feasible && JSON.stringify(orders) === JSON.stringify(running),
    iterations: 0,
  }
}

function improveOrders(
  problem: FleetProblem,
  keep: 'vehicles' | 'nothing',
  keptOrders: readonly (readonly number[])[],
  orders: readonly (readonly number[])[],
  initialSolution: EvaluatedSolution,
  options: FleetOptions,
): FleetResult {
  const tiedProblem = keep === 'vehicles' ? tieKeptStops(problem, keptOrders) : problem
  const result = optimizeFleet({ ...tiedProblem, initialOrders: orders }, options)
  const returnedOrders = problem.vehicles.map(
    (_, vehicle) => result.solution.tours.find((tour) => tour.vehicle === vehicle)?.stops ?? [],
  )
  const running = problem.vehicles.map((_, vehicle) => problem.initialOrders?.[vehicle] ?? [])
  const keptInitial = initialSolution.feasible && JSON.stringify(returnedOrders) === JSON.stringify(running)
  return { ...result, initialSolution, keptInitial }
}

/**
 * Ties every kept stop to its vehicle. Such a stop is not left out for its prize, and no alternative of its group
 * replaces it: the alternatives require a skill that no vehicle has.
 */
function tieKeptStops(problem: FleetProblem, keptOrders: readonly (readonly number[])[]): FleetProblem {
  const keptStops = new Set(keptOrders.flat())
  const keptGroups = new Set(problem.stops.flatMap(({ group }, stop) => (keptStops.has(stop) ? (group ?? []) : [])))
  const unknownSkill = 1 + Math.max(-1, ...problem.vehicles.flatMap(({ skills = [] }) => skills))
  return {
    ...problem,
    vehicles: problem.vehicles.map((vehicle, index) => ({
      ...vehicle,
      mustVisit: [...new Set([...(vehicle.mustVisit ?? []), ...keptOrders[index]])],
    })),
    stops: problem.stops.map((stop, index) => {
      if (keptStops.has(index)) return { ...stop, prize: undefined }
      if (stop.group === undefined || !keptGroups.has(stop.group)) return stop
      return { ...stop, prize: undefined, skills: [...(stop.skills ?? []), unknownSkill] }
    }),
  }
}
