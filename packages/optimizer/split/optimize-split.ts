import { evaluateSolution, isBetterSolution, isSolution } from '../fleet/evaluate-solution.ts'
import { toFleetModel } from '../fleet/model.ts'
import type { FleetOptions, FleetResult } from '../fleet-options.ts'
import { optimizeFleet, tieLockedStops } from '../optimize-fleet.ts'
import type { FleetProblem } from '../problem/problem.ts'
import { mergePortions } from './merge-portions.ts'
import { findSmallestCapacity, type SplitProblem } from './split-stops.ts'

/** Share of the time for the search with the largest portions. */
const COARSE_SHARE = 0.3

/**
 * Optimizes a problem with split stops. The first search moves the portions of a stop together as far as they fit into a
 * vehicle, so the result is not worse than without small portions. The second search starts from its result and moves
 * each portion separately. Tours of the result contain visits instead of portions.
 */
export function optimizeSplit({ problem, stopOf }: SplitProblem, options: FleetOptions): FleetResult {
  const givenSequences = problem.initialSequences
  const bundles = bundlePortions(problem, stopOf)
  const coarseSolution = optimizeFleet(toBundledProblem(problem, bundles), limitBudget(options, 0, COARSE_SHARE))
  const coarseSequences: number[][] = problem.vehicles.map(() => [])
  for (const { vehicle, stops } of coarseSolution.solution.tours)
    coarseSequences[vehicle]?.push(...stops.flatMap((bundle) => bundles[bundle] ?? []))
  const model = toFleetModel(tieLockedStops(problem))
  const evaluatedSolution = givenSequences && evaluateSolution(model, givenSequences)
  const start = evaluateSolution(model, coarseSequences)
  const isStartBetter =
    isSolution(start) &&
    !(evaluatedSolution && isSolution(evaluatedSolution) && !isBetterSolution(model, start, evaluatedSolution))
  const initialSequences = isStartBetter ? coarseSequences : givenSequences
  const fineSolution = optimizeFleet({ ...problem, initialSequences }, limitBudget(options, COARSE_SHARE, 1))
  const { solution } = fineSolution
  return {
    solution: { ...solution, tours: solution.tours.map((tour) => mergePortions(problem, stopOf, tour)) },
    initialSolution:
      evaluatedSolution &&
      (isSolution(evaluatedSolution)
        ? { feasible: true, solution: evaluatedSolution }
        : { feasible: false, violation: evaluatedSolution }),
    keptInitial: fineSolution.keptInitial && !isStartBetter,
    iterations: coarseSolution.iterations + fineSolution.iterations,
  }
}

/** Lists the portions that the first search moves together. */
function bundlePortions({ stops, vehicles }: FleetProblem, stopOf: readonly number[]): number[][] {
  const capacity = findSmallestCapacity(vehicles)
  const bundles: number[][] = []
  let load: number[] = []
  for (const [portion, { demand = [] }] of stops.entries()) {
    const bundle = bundles.at(-1)
    const total = demand.map((amount, dimension) => amount + (load[dimension] ?? 0))
    const isSameStop = bundle !== undefined && stopOf[bundle[0] ?? -1] === stopOf[portion]
    const doesFit = total.every((amount, dimension) => amount <= (capacity[dimension] ?? Number.POSITIVE_INFINITY))
    if (isSameStop && doesFit) bundle.push(portion)
    else bundles.push([portion])
    load = isSameStop && doesFit ? total : [...demand]
  }
  return bundles
}

function toBundledProblem(problem: FleetProblem, bundles: readonly (readonly number[])[]): FleetProblem {
  const bundleOf = new Map(bundles.flatMap((bundle, index) => bundle.map((portion) => [portion, index])))
  const toBundles = (portions: readonly number[]): number[] => [
    ...new Set(portions.map((portion) => bundleOf.get(portion) ?? -1)),
  ]
  const sumDemand = (bundle: readonly number[], dimension: number): number =>
    bundle.reduce((sum, portion) => sum + (problem.stops[portion]?.demand?.[dimension] ?? 0), 0)
  return {
    ...problem,
    stops: bundles.map((bundle) => {
      const first = problem.stops[bundle[0] ?? -1]
      if (!first) throw new RangeError('a bundle has no portion')
      return {
        ...first,
        ...(first.demand && { demand: first.demand.map((_, dimension) => sumDemand(bundle, dimension)) }),
        service: bundle.reduce((sum, portion) => sum + (problem.stops[portion]?.service ?? 0), 0),
      }
    }),
    vehicles: problem.vehicles.map((vehicle) => ({
      ...vehicle,
      ...(vehicle.mustVisit && { mustVisit: toBundles(vehicle.mustVisit) }),
      ...(vehicle.locked && { locked: toBundles(vehicle.locked) }),
    })),
    pairs: problem.pairs?.map((pair) => ({
      ...pair,
      pickup: bundleOf.get(pair.pickup) ?? -1,
      delivery: bundleOf.get(pair.delivery) ?? -1,
    })),
    initialSequences: problem.initialSequences?.map(toBundles),
  }
}

/** Limits a search to a range of the time or of the iterations. */
function limitBudget(options: FleetOptions, from: number, to: number): FleetOptions {
  const { progress, maxIterations, isOver } = options
  if (maxIterations !== undefined)
    return { ...options, maxIterations: Math.max(1, Math.round(maxIterations * (to - from))) }
  if (!progress) return options
  return {
    ...options,
    progress: () => (progress() - from) / (to - from),
    isOver: () => isOver() || progress() >= to,
  }
}
