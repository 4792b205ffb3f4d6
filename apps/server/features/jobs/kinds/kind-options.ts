import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'

/** Functions of the service that the kinds of jobs use. */
export interface KindOptions {
  readonly call: OperationCaller
  /**
   * Returns the reason why a body does not match an operation's schema, or undefined if it matches. Fills in defaults.
   */
  checkBody(operation: string, body: object): string | undefined
  /** Returns the quota units of a valid body. */
  countUnits(operation: string, body: object, caller: AccountCaller): number
}
