import { operations } from '../api-types.ts'
import type { OperationName } from './caller.ts'
import type { FairwayError } from './fairway-error.ts'

/** Calculated, or replaced by the same: whoever sends these twice has lost nothing. */
const HARMLESS: ReadonlySet<OperationName> = new Set<OperationName>([
  'route',
  'droneRoute',
  'maritimeRoute',
  'avRoute',
  'reroute',
  'matrix',
  'optimize',
  'optimise',
  'attachRoute',
  'setPhone',
  'setTrafficSharing',
])

const TEMPORARY = new Set([502, 503])

/**
 * Whether a call that failed may be made again. A 429 was turned away before anything happened, so that all may. After
 * 502, 503 or a broken connection nobody knows what has happened: only calls that do no harm twice may.
 */
export function mayRepeat(operation: OperationName, body: unknown, { kind, status }: FairwayError): boolean {
  if (status === 429) return true
  if (!(kind === 'network' || TEMPORARY.has(status))) return false
  return operations[operation].method === 'GET' || HARMLESS.has(operation) || isSafePush(operation, body, status)
}

/**
 * Positions that come twice are known by their time. One without a time is one of now, and would be another one later;
 * but of a push that it answers with 503 the service keeps nothing.
 */
function isSafePush(operation: OperationName, body: unknown, status: number): boolean {
  if (operation !== 'pushPosition') return false
  if (status === 503) return true
  const { positions, time } = (body ?? {}) as { positions?: readonly { time?: unknown }[]; time?: unknown }
  return positions ? positions.every((one) => one.time !== undefined) : time !== undefined
}
