import type { Exchanges } from '../api-types.ts'
import { operations } from '../api-types.ts'
import type { FairwayError } from './fairway-error.ts'

export type OperationName = keyof Exchanges

interface OperationRow {
  readonly method: string
  readonly isIdempotent?: boolean
}

const TEMPORARY_STATUSES = new Set([502, 503])

/**
 * Returns whether a failed call may be retried. A call that gets a 429 is rejected before any work is done, so it may
 * always be retried. After 502, 503, or a broken connection, the outcome is unknown, so only idempotent calls may be
 * retried.
 */
export function canRetry(operation: OperationName, body: unknown, { kind, status }: FairwayError): boolean {
  if (status === 429) return true
  if (!(kind === 'network' || TEMPORARY_STATUSES.has(status))) return false
  const { method, isIdempotent = method === 'GET' }: OperationRow = operations[operation]
  return isIdempotent || isIdempotentPush(operation, body, status)
}

/**
 * Returns whether a push is idempotent. The service recognizes duplicate positions by their time. A position without a
 * time uses the current time, which differs on a retry. After a 503, however, the service has stored none of the pushed
 * positions.
 */
function isIdempotentPush(operation: OperationName, body: unknown, status: number): boolean {
  if (operation !== 'pushPosition' && operation !== 'pushPositions') return false
  if (status === 503) return true
  const { positions, time } = (body ?? {}) as { positions?: readonly { time?: unknown }[]; time?: unknown }
  return positions ? positions.every((position) => position.time !== undefined) : time !== undefined
}
