import type { Operation } from '../../operations/define-operation.ts'
import type { OperationCaller } from '../../platform/http/calls.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { KeepSolution } from '../road/optimize/solution.ts'
import { dispatchOperation } from './dispatch/dispatch-operation.ts'
import { exportOperation } from './dispatch/export-operation.ts'
import { SolutionStore } from './dispatch/solution-store.ts'
import { stopOperation } from './dispatch/stop-operation.ts'
import type { TrackingOptions } from './options.ts'
import { shareOperations } from './share/share-operations.ts'
import { ShareStore } from './share/share-store.ts'
import { createMatchTrack } from './trips/match-trip.ts'
import { reportOperations } from './trips/report-operations.ts'
import { tripOperations } from './trips/trip-operations.ts'

/** Creates a function that stores optimizer solutions for later dispatch. */
export function createKeepSolution({ db }: Pick<Database, 'db'>): KeepSolution {
  const solutions = new SolutionStore(db)
  return ({ account }, solutionJson, nowMs) => solutions.add(account, solutionJson, nowMs)
}

export { sharePageRoutes } from './share/share-page.ts'

export interface FollowOptions extends TrackingOptions {
  readonly database: Pick<Database, 'db'>
  readonly call: OperationCaller
  /** URL at which clients reach the service. */
  readonly publicUrl: string
}

/** Creates the operations for running tours and for reports. */
export function followOperations(options: FollowOptions): Operation[] {
  const { db } = options.database
  const tripOptions = { ...options, match: createMatchTrack(options.call) }
  return [
    ...tripOperations(tripOptions),
    ...reportOperations(tripOptions),
    dispatchOperation({ ...options, solutions: new SolutionStore(db) }),
    exportOperation({ solutions: new SolutionStore(db) }),
    stopOperation(options),
    ...shareOperations({ ...options, shares: new ShareStore(db) }),
  ]
}
