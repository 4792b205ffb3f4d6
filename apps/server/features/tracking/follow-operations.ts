import type { Operation } from '../../operations/define-operation.ts'
import type { OperationCaller } from '../../platform/http/calls.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { KeepSolution } from '../road/optimize/solution.ts'
import { dispatchOperation } from './dispatch/dispatch-operation.ts'
import { SolutionStore } from './dispatch/solution-store.ts'
import { stopOperation } from './dispatch/stop-operation.ts'
import type { TrackingOptions } from './options.ts'
import { createMatchTrack } from './trips/match-trip.ts'
import { reportOperations } from './trips/report-operations.ts'
import { tripOperations } from './trips/trip-operations.ts'

/** Stores solutions of the optimizer for later dispatch. */
export function createKeepSolution({ db }: Pick<Database, 'db'>): KeepSolution {
  const solutions = new SolutionStore(db)
  return ({ account }, solution, nowMs) => solutions.add(account, solution, nowMs)
}

/** Tours of the optimizer while they are driven, and reports afterwards. */
export function followOperations(
  options: TrackingOptions,
  { db }: Pick<Database, 'db'>,
  call: OperationCaller,
): Operation[] {
  const tripOptions = { ...options, match: createMatchTrack(call) }
  return [
    ...tripOperations(tripOptions),
    ...reportOperations(tripOptions),
    dispatchOperation({ ...options, solutions: new SolutionStore(db) }),
    stopOperation(options),
  ]
}
