import { type AskFailure, unavailable } from './adapter.ts'

const noRouteCodes: ReadonlySet<string> = new Set(['NoRoute', 'NoSegment'])

/** Codes that speak of the address and not of the query: its caller cannot mend it, whoever set the address can. */
const addressCodes: ReadonlySet<string> = new Set(['InvalidUrl', 'InvalidService', 'InvalidVersion'])

/** Statuses that speak of the query; all others (a wrong password, a redirect) speak of the service. */
const queryStatuses: ReadonlySet<number> = new Set([200, 400, 413, 414, 422])

const LONGEST_MESSAGE = 200

/** What a status alone says; undefined: the body has to be read. A server in trouble may send anything with it. */
export function failureOfStatus(status: number, retryAfterSeconds: number | undefined): AskFailure | undefined {
  if (status < 500 && status !== 429) return undefined
  // Who says when to come back does not want to be asked again before.
  const worthAnotherTry = status >= 500 && retryAfterSeconds === undefined
  return unavailable(`it answered ${status}`, { worthAnotherTry, retryAfterSeconds })
}

/** What a reply means that holds no route. */
export function failureOfReply(status: number, reply: unknown): AskFailure {
  const code = textIn(reply, 'code')
  const why = [code, textIn(reply, 'message')].filter(Boolean).join(': ') || `it answered ${status}`
  if (noRouteCodes.has(code)) return { kind: 'upstream-no-route', why }
  if (!queryStatuses.has(status) || addressCodes.has(code)) return unavailable(`it answered ${status} ${code}`.trim())
  if (status === 200 && code === '') return unavailable('its reply has no code')
  return { kind: 'upstream-refused', why }
}

/** One short line of what a stranger wrote. */
function textIn(reply: unknown, key: string): string {
  const found: unknown = typeof reply === 'object' && reply !== null ? Reflect.get(reply, key) : undefined
  return typeof found === 'string'
    ? found
        .replace(/[\s\p{C}]+/gu, ' ')
        .trim()
        .slice(0, LONGEST_MESSAGE)
    : ''
}
