import { evaluateSolution, isSolution } from '../fleet/evaluate-solution.ts'
import { explainUnassigned } from '../fleet/explain-unassigned.ts'
import { toFleetModel } from '../fleet/model.ts'
import { Schedule } from '../fleet/timing/schedule.ts'
import type { EvaluatedSolution, FleetOptions, FleetResult } from '../fleet-options.ts'
import { optimizeFleet, tieLockedStops } from '../optimize-fleet.ts'
import type { FleetProblem } from '../problem/problem.ts'
import { insertStops } from './insert-stops.ts'
import { repairSequences } from './repair-sequences.ts'

/** Part of the running solution to keep: vehicles and order, only vehicles, or nothing. */
export type KeepRule = 'order' | 'vehicles' | 'nothing'

/**
 * Finds a solution close to the running solution in `initialSequences`. Stops that a running tour can still serve keep
 * their vehicle or order, according to `keep`. All other stops are inserted at their cheapest slots. Unless the order
 * is kept, a search then improves the solution.
 */
export function reoptimizeFleet(givenProblem: FleetProblem, keep: KeepRule, options: FleetOptions): FleetResult {
  const problem = tieLockedStops(givenProblem)
  const model = toFleetModel(problem)
  const schedule = new Schedule(model)
  const running = problem.vehicles.map((_, vehicle) => problem.initialSequences?.[vehicle] ?? [])
  const evaluation = evaluateSolution(model, running)
  const initialSolution: EvaluatedSolution = isSolution(evaluation)
    ? { feasible: true, solution: evaluation }
    : { feasible: false, violation: evaluation }
  const keptSequences = repairSequences(model, schedule, running)
  const stopSequences = keptSequences.map((order) => [...order])
  const servedStops = new Set(keptSequences.flat())
  const missingStops = [...problem.stops.keys()].filter((stop) => !servedStops.has(stop))
  insertStops(model, schedule, stopSequences, missingStops)
  if (keep !== 'order') return improveSequences(problem, keep, keptSequences, stopSequences, initialSolution, options)
  const solution = evaluateSolution(model, stopSequences)
  if (!isSolution(solution)) throw new Error(`the insertion violated a constraint: ${JSON.stringify(solution)}`)
  return {
    solution: { ...solution, unassigned: explainUnassigned(model, solution) },
    initialSolution,
    keptInitial: initialSolution.feasible && JSON.stringify(stopSequences) === JSON.stringify(running),
    iterations: 0,
  }
}

function improveSequences(
  problem: FleetProblem,
  keep: 'vehicles' | 'nothing',
  keptSequences: readonly (readonly number[])[],
  stopSequences: readonly (readonly number[])[],
  initialSolution: EvaluatedSolution,
  options: FleetOptions,
): FleetResult {
  const tiedProblem = keep === 'vehicles' ? tieKeptStops(problem, keptSequences) : problem
  const result = optimizeFleet({ ...tiedProblem, initialSequences: stopSequences }, options)
  const returnedSequences = problem.vehicles.map(
    (_, vehicle) => result.solution.tours.find((tour) => tour.vehicle === vehicle)?.stops ?? [],
  )
  const running = problem.vehicles.map((_, vehicle) => problem.initialSequences?.[vehicle] ?? [])
  const keptInitial = initialSolution.feasible && JSON.stringify(returnedSequences) === JSON.stringify(running)
  return { ...result, initialSolution, keptInitial }
}

/**
 * Ties every kept stop to its vehicle. Such a stop is not left out for its prize, and no alternative of its group
 * replaces it: the alternatives require a skill that no vehicle has.
 */
function tieKeptStops(problem: FleetProblem, keptSequences: readonly (readonly number[])[]): FleetProblem {
  const keptStops = new Set(keptSequences.flat())
  const keptGroups = new Set(problem.stops.flatMap(({ group }, stop) => (keptStops.has(stop) ? (group ?? []) : [])))
  const unknownSkill = 1 + Math.max(-1, ...problem.vehicles.flatMap(({ skills = [] }) => skills))
  return {
    ...problem,
    vehicles: problem.vehicles.map((vehicle, index) => ({
      ...vehicle,
      mustVisit: [...new Set([...(vehicle.mustVisit ?? []), ...keptSequences[index]])],
    })),
    stops: problem.stops.map((stop, index) => {
      if (keptStops.has(index)) return { ...stop, prize: undefined }
      if (stop.group === undefined || !keptGroups.has(stop.group)) return stop
      return { ...stop, prize: undefined, skills: [...(stop.skills ?? []), unknownSkill] }
    }),
  }
}
