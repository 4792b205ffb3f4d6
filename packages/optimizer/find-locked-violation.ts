import { completeLockedTour } from './fleet/locked-tours.ts'
import { toFleetModel } from './fleet/model.ts'
import { Schedule } from './fleet/timing/schedule.ts'
import { toPartProblem } from './parts/part.ts'
import { toWholeViolation } from './parts/part-solution.ts'
import type { FleetProblem } from './problem/problem.ts'
import type { TourViolation } from './solution/tour-violation.ts'

/** A locked tour that violates a rule even without other stops. The problem then has no solution. */
export interface LockedViolation {
  readonly violation: TourViolation
  /** Stops of the tour, to which the positions in the violation refer. */
  readonly order: readonly number[]
}

export function findLockedViolation(problem: FleetProblem): LockedViolation | undefined {
  for (const [vehicle, { locked = [] }] of problem.vehicles.entries()) {
    if (locked.length === 0) continue
    const deliveries = problem.pairs?.flatMap(({ pickup, delivery }) => (locked.includes(pickup) ? [delivery] : []))
    const members = { stops: [...new Set([...locked, ...(deliveries ?? [])])], vehicles: [vehicle] }
    const model = toFleetModel(toPartProblem(problem, members, undefined))
    const { order, result } = completeLockedTour(model, new Schedule(model), 0)
    if ('kind' in result)
      return { violation: toWholeViolation(result, members), order: order.map((stop) => members.stops[stop]) }
  }
  return undefined
}
