import type { UnexplainedSolution } from '@fairway/optimizer'
import { fromCostUnits } from '../costs/cost-units.ts'
import { roundMoney } from '../costs/tour-cost.ts'
import type { OptimizeQuery } from '../job.ts'
import type { SolveResult } from '../solve/solve.ts'
import { toKm, toMinutes } from '../units.ts'
import { describeViolation } from './unassigned-reasons.ts'

/**
 * Returns the data needed to verify a solution: the hash of the matrix, the solution, and the solution it is compared
 * with. The cost of each solution is a sum of matrix cells.
 */
export function toReceipt(query: OptimizeQuery, { result, matrixSha256 }: SolveResult) {
  const { objective, seed, fleet } = query.job
  const { solution, initialSolution, keptInitial, iterations } = result
  const comparedSolution = initialSolution?.feasible ? initialSolution.solution : undefined
  // Two costs are comparable only if both solutions visit the same number of stops.
  const isComparable = comparedSolution && comparedSolution.unassigned.length === solution.unassigned.length
  const savedCost = isComparable ? comparedSolution.cost - solution.cost : undefined
  return {
    metric: objective,
    ...(query.owners && { tours: query.owners }),
    // In the given solution, the portions of a split stop count as one visit.
    given: removeIdleTours(fleet.initialSequences ?? []).map((tour) => [
      ...new Set(tour.map((stop) => query.numbers[stop] ?? 0)),
    ]),
    given_distance_km: comparedSolution ? toKm(comparedSolution.distance) : null,
    returned_distance_km: toKm(solution.distance),
    given_driving_min: comparedSolution ? toMinutes(sumDriving(comparedSolution)) : null,
    returned_driving_min: toMinutes(sumDriving(solution)),
    ...(initialSolution && !initialSolution.feasible
      ? { given_infeasible: describeViolation(query, initialSolution.violation) }
      : {}),
    saved_km: isComparable ? toKm(comparedSolution.distance - solution.distance) : null,
    saved_min: isComparable ? toMinutes(sumDriving(comparedSolution) - sumDriving(solution)) : null,
    ...(objective === 'cost' ? toCostReceipt(comparedSolution, solution, isComparable === true) : {}),
    saved_pct: savedCost === undefined ? null : toPercent(savedCost, comparedSolution),
    never_worse: true,
    kept_given: keptInitial,
    matrix_sha256: matrixSha256,
    seed,
    iterations,
  }
}

/** Returns the minimized costs, including the prizes of unassigned stops and the penalties of soft windows. */
function toCostReceipt(
  givenSolution: UnexplainedSolution | undefined,
  returnedSolution: UnexplainedSolution,
  isComparable: boolean,
) {
  const toMoney = (cost: number) => roundMoney(fromCostUnits('cost', cost))
  return {
    given_cost: givenSolution ? toMoney(givenSolution.cost) : null,
    returned_cost: toMoney(returnedSolution.cost),
    saved_cost: givenSolution && isComparable ? toMoney(givenSolution.cost - returnedSolution.cost) : null,
  }
}

/** Returns the saving as a percentage of the compared cost. */
function toPercent(savedAmount: number, baseline: UnexplainedSolution | undefined): number {
  const comparedCost = baseline?.cost ?? 0
  return comparedCost > 0 ? Math.round((savedAmount / comparedCost) * 10_000) / 100 : 0
}

function sumDriving({ tours }: UnexplainedSolution): number {
  return tours.reduce((sum, { driving }) => sum + driving, 0)
}

/** Drops idle vehicles at the end of the list. */
function removeIdleTours(tours: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return tours.slice(0, tours.findLastIndex((tour) => tour.length > 0) + 1)
}
