import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'

/** The functions of the service that the kinds of jobs use. */
export interface KindOptions {
  readonly call: OperationCaller
  /** The reason why a body does not match an operation's schema, or undefined if it does. Fills in defaults. */
  checkBody(operation: string, body: object): string | undefined
  /** The quota units of a valid body. */
  countUnits(operation: string, body: object, caller: AccountCaller): number
}
