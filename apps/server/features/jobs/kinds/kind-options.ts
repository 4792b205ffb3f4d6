import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'

/** What kinds of jobs need of the service. */
export interface KindOptions {
  readonly call: OperationCaller
  /** Why a body does not fit the schema of an operation, or undefined. Fills in defaults. */
  checkBody(operation: string, body: object): string | undefined
  /** The quota units of a valid body. */
  countUnits(operation: string, body: object, caller: AccountCaller): number
}
