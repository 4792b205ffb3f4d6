import { createUnavailable, type UpstreamRequestFailure } from './adapter.ts'

const noRouteCodes: ReadonlySet<string> = new Set(['NoRoute', 'NoSegment'])

/** Error codes that concern the URL and not the query. Only the operator can fix the URL. */
const urlErrorCodes: ReadonlySet<string> = new Set(['InvalidUrl', 'InvalidService', 'InvalidVersion'])

/** Statuses that concern the query. All other statuses, such as a redirect, concern the service. */
const queryErrorStatuses: ReadonlySet<number> = new Set([200, 400, 413, 414, 422])

const MAX_MESSAGE_LENGTH = 200

/**
 * Returns the failure that a status alone implies, or undefined if the body must be read. A failing server may send any
 * body.
 */
export function toStatusFailure(
  status: number,
  retryAfterSeconds: number | undefined,
): UpstreamRequestFailure | undefined {
  if (status < 500 && status !== 429) return undefined
  // A server that sends Retry-After must not be called again before that time.
  const isRetryable = status >= 500 && retryAfterSeconds === undefined
  return createUnavailable(`it returned ${status}`, { isRetryable, retryAfterSeconds })
}

/** Converts a reply without a route to a failure. */
export function toReplyFailure(status: number, reply: unknown): UpstreamRequestFailure {
  const code = getString(reply, 'code')
  const reason = [code, getString(reply, 'message')].filter(Boolean).join(': ') || `it returned ${status}`
  if (noRouteCodes.has(code)) return { kind: 'upstream-no-route', why: reason }
  if (!queryErrorStatuses.has(status) || urlErrorCodes.has(code))
    return createUnavailable(`it returned ${status} ${code}`.trim())
  if (status === 200 && code === '') return createUnavailable('its reply has no code')
  return { kind: 'upstream-refused', why: reason }
}

/** Returns a string from a third-party reply, shortened to one line. */
function getString(reply: unknown, key: string): string {
  const value: unknown = typeof reply === 'object' && reply !== null ? Reflect.get(reply, key) : undefined
  return typeof value === 'string'
    ? value
        .replace(/[\s\p{C}]+/gu, ' ')
        .trim()
        .slice(0, MAX_MESSAGE_LENGTH)
    : ''
}
