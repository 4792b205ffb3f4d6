import { seededRandom } from '@fairway/geo'
import { assertProblem } from '../fleet/assert-problem.ts'
import { searchFleet } from '../fleet/solve-fleet.ts'
import { type EvaluatedSolution, type FleetOptions, type FleetResult, isSearchOver } from '../fleet-options.ts'
import type { FleetProblem } from '../problem/problem.ts'
import { evaluateGivenSequences, findViolationBetweenTours, type StopSequences } from './given-sequences.ts'
import { type PartMembers, sortByNearness, toPartProblem } from './part.ts'
import { explainParts, joinSolutions, type PartSolution, toWholeSolution } from './part-solution.ts'
import { listUnits, partitionByLocation, partitionByTours } from './partition.ts'

/** Maximum number of stops that are solved at once. Larger problems are solved in parts. */
const MAX_STOPS_AT_ONCE = 2500
const DEFAULT_MIN_PART_STOPS = 800
/** Minimum number of vehicles in a part. With fewer vehicles, stops could hardly move between tours. */
const PART_VEHICLES = 4

/** Progress at which each phase ends. Each phase partitions the stops differently. */
const PHASE_ENDS = [0.4, 0.6, 0.8, 1]

/** Returns whether the problem is solved in parts. Balancing compares the tours of all parts, so it prevents this. */
export function isSolvedInParts({ stops, vehicles, balance }: FleetProblem): boolean {
  return stops.length > MAX_STOPS_AT_ONCE && vehicles.length >= 2 * PART_VEHICLES && balance === undefined
}

/**
 * Solves a problem by decomposition (Taillard 1993; Santini et al. 2023). Solves parts of nearby stops one after
 * another, then partitions the tours differently and continues. No part gets worse, so the solution does not get worse
 * either.
 */
export function optimizeInParts(
  problem: FleetProblem,
  options: FleetOptions,
  minPartStops = DEFAULT_MIN_PART_STOPS,
): FleetResult {
  assertProblem(problem)
  const random = seededRandom(options.seed)
  const units = listUnits(problem)
  const partStops = Math.max(minPartStops, (PART_VEHICLES * problem.stops.length) / problem.vehicles.length)
  const divideTours = (stopSequences: StopSequences): PartMembers[] =>
    partitionByTours(problem, units, stopSequences, partStops, random)
  const givenSolution = evaluateGiven(problem, divideTours)
  let current = givenSolution?.parts
  let iterationCount = 0
  let start = 0
  for (const end of PHASE_ENDS) {
    if (current && start > 0 && isSearchOver(options)) break
    const stopSequences = current && toStopSequences(problem, current)
    const parts = stopSequences ? divideTours(stopSequences) : partitionByLocation(problem, units, partStops)
    const phase = solveParts(problem, parts, stopSequences, options, [start, end])
    current = phase.parts
    iterationCount += phase.iterations
    start = end
  }
  const parts = current ?? []
  return {
    solution: { ...joinSolutions(parts), unassigned: explainParts(problem, parts) },
    initialSolution: givenSolution?.solution,
    keptInitial: givenSolution?.solution.feasible === true && isSameSolution(problem, parts, givenSolution.parts ?? []),
    iterations: iterationCount,
  }
}

function evaluateGiven(
  problem: FleetProblem,
  divideTours: (stopSequences: StopSequences) => PartMembers[],
): { readonly solution: EvaluatedSolution; readonly parts?: readonly PartSolution[] } | undefined {
  if (!problem.initialSequences) return undefined
  const stopSequences = problem.vehicles.map((_, vehicle) => problem.initialSequences?.[vehicle] ?? [])
  const conflict = findViolationBetweenTours(problem, stopSequences)
  const evaluation = conflict ?? evaluateGivenSequences(problem, stopSequences, divideTours(stopSequences))
  if ('kind' in evaluation) return { solution: { feasible: false, violation: evaluation } }
  return { solution: { feasible: true, solution: joinSolutions(evaluation) }, parts: evaluation }
}

/** Solves all parts. Each part gets time in proportion to its number of stops. */
function solveParts(
  problem: FleetProblem,
  members: readonly PartMembers[],
  stopSequences: StopSequences | undefined,
  options: FleetOptions,
  [start, end]: readonly [number, number],
): { readonly parts: readonly PartSolution[]; readonly iterations: number } {
  const parts: PartSolution[] = []
  let iterations = 0
  let from = start
  for (const { stops, vehicles } of members) {
    const part = { stops: sortByNearness(problem, stops), vehicles: vehicles.toSorted((a, b) => a - b) }
    const to = from + ((end - start) * part.stops.length) / problem.stops.length
    const partOptions = { ...limitToRange(options, from, to), coolingRange: [start, end] as const }
    const result = searchFleet(toPartProblem(problem, part, stopSequences), partOptions)
    parts.push(toWholeSolution(result.solution, part))
    iterations += result.iterations
    from = to
  }
  return { parts, iterations }
}

function limitToRange(options: FleetOptions, from: number, to: number): FleetOptions {
  const { maxIterations, progress, isOver } = options
  if (maxIterations !== undefined)
    return { ...options, maxIterations: Math.max(1, Math.round(maxIterations * (to - from))) }
  if (!progress) return options
  return {
    ...options,
    progress: () => Math.max(0, (progress() - from) / Math.max(to - from, Number.EPSILON)),
    isOver: () => isOver() || progress() >= to,
  }
}

function toStopSequences(problem: FleetProblem, parts: readonly PartSolution[]): StopSequences {
  const stopSequences: (readonly number[])[] = problem.vehicles.map(() => [])
  for (const { tours } of parts) for (const { vehicle, stops } of tours) stopSequences[vehicle] = stops
  return stopSequences
}

function isSameSolution(problem: FleetProblem, a: readonly PartSolution[], b: readonly PartSolution[]): boolean {
  return JSON.stringify(toStopSequences(problem, a)) === JSON.stringify(toStopSequences(problem, b))
}
