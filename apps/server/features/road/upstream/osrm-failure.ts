import { type AskFailure, unavailable } from './adapter.ts'

const noRouteCodes: ReadonlySet<string> = new Set(['NoRoute', 'NoSegment'])

/** Codes about the URL, not the query. The operator can fix it, the caller cannot. */
const addressCodes: ReadonlySet<string> = new Set(['InvalidUrl', 'InvalidService', 'InvalidVersion'])

/** Statuses about the query. All others (a wrong password, a redirect) are about the service. */
const queryStatuses: ReadonlySet<number> = new Set([200, 400, 413, 414, 422])

const LONGEST_MESSAGE = 200

/**
 * The failure implied by a status alone; undefined when the body has to be read. A failing server may send any body.
 */
export function failureOfStatus(status: number, retryAfterSeconds: number | undefined): AskFailure | undefined {
  if (status < 500 && status !== 429) return undefined
  // A server that sends Retry-After must not be asked again earlier.
  const worthAnotherTry = status >= 500 && retryAfterSeconds === undefined
  return unavailable(`it returned ${status}`, { worthAnotherTry, retryAfterSeconds })
}

/** The meaning of a reply without a route. */
export function failureOfReply(status: number, reply: unknown): AskFailure {
  const code = textIn(reply, 'code')
  const why = [code, textIn(reply, 'message')].filter(Boolean).join(': ') || `it returned ${status}`
  if (noRouteCodes.has(code)) return { kind: 'upstream-no-route', why }
  if (!queryStatuses.has(status) || addressCodes.has(code)) return unavailable(`it returned ${status} ${code}`.trim())
  if (status === 200 && code === '') return unavailable('its reply has no code')
  return { kind: 'upstream-refused', why }
}

/** Shortens third-party input to one line. */
function textIn(reply: unknown, key: string): string {
  const found: unknown = typeof reply === 'object' && reply !== null ? Reflect.get(reply, key) : undefined
  return typeof found === 'string'
    ? found
        .replace(/[\s\p{C}]+/gu, ' ')
        .trim()
        .slice(0, LONGEST_MESSAGE)
    : ''
}
