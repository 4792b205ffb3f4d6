import type { BarePlan } from '@fairway/optimizer'
import type { OptimizeQuery } from './job.ts'
import type { Solved } from './solve.ts'
import { km, minutes } from './units.ts'
import { whatBreaks } from './why-not.ts'

/** Verifiable data: the hash of the matrix, and both solutions, whose costs are sums of its cells. */
export function receiptOf(query: OptimizeQuery, { result, matrixSha256 }: Solved) {
  const { objective, seed, fleet } = query.job
  const { plan, given, keptGiven, iterations } = result
  const compared = given?.feasible ? given.plan : undefined
  // Costs are comparable only when the same number of stops is visited.
  const isLike = compared && compared.unassigned.length === plan.unassigned.length
  const saved = isLike ? compared.cost - plan.cost : undefined
  return {
    metric: objective,
    given: withoutIdle(fleet.given ?? []).map((tour) => tour.map((stop) => query.numbers[stop] ?? 0)),
    given_distance_km: compared ? km(compared.distance) : null,
    returned_distance_km: km(plan.distance),
    given_driving_min: compared ? minutes(drivingOf(compared)) : null,
    returned_driving_min: minutes(drivingOf(plan)),
    ...(given && !given.feasible ? { given_infeasible: whatBreaks(query, given.violation) } : {}),
    saved_km: isLike ? km(compared.distance - plan.distance) : null,
    saved_min: isLike ? minutes(drivingOf(compared) - drivingOf(plan)) : null,
    saved_pct: saved === undefined ? null : percentOf(saved, compared),
    never_worse: true,
    kept_given: keptGiven,
    matrix_sha256: matrixSha256,
    seed,
    iterations,
  }
}

/** Percentage of the minimized quantity. */
function percentOf(saved: number, compared: BarePlan | undefined): number {
  const all = compared?.cost ?? 0
  return all > 0 ? Math.round((saved / all) * 10_000) / 100 : 0
}

function drivingOf({ tours }: BarePlan): number {
  return tours.reduce((sum, { driving }) => sum + driving, 0)
}

/** Drops idle vehicles at the end of the list. */
function withoutIdle(tours: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return tours.slice(0, tours.findLastIndex((tour) => tour.length > 0) + 1)
}
