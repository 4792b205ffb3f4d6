import { findString } from './read-field.ts'
import type { SendOutcome } from './sms-message.ts'

export const DEFAULT_TIMEOUT_MS = 10_000

/** The outcome of an HTTP request: answered, provably never sent, or lost after it may have been sent. */
export type ProviderResult =
  | { readonly kind: 'answered'; readonly response: Response }
  | { readonly kind: 'not-sent'; readonly why: string }
  | { readonly kind: 'lost'; readonly why: string }

/** Rejects only for a request that can never be sent, such as one with a line break in a header. */
export async function sendProviderRequest(
  url: string,
  init: RequestInit,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<ProviderResult> {
  if (signal.aborted) return { kind: 'not-sent', why: 'stopped before sending' }
  // Built outside the try: a malformed request is our bug and not a lost reply to retry forever. Redirects are not
  // followed, because a signed body or password must go only to the configured URL.
  const request = new Request(url, { ...init, redirect: 'manual' })
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    return { kind: 'answered', response: await fetch(request, { signal: AbortSignal.any([signal, deadline]) }) }
  } catch (error) {
    if (signal.aborted) return { kind: 'lost', why: 'stopped while waiting for the response' }
    if (deadline.aborted) return { kind: 'lost', why: `no response within ${timeoutMs} ms` }
    const cause = error instanceof Error ? error.cause : undefined
    // Only the code is quoted: fetch messages repeat the URL, and a webhook URL may contain a token.
    const reason = `connection failed (${findString(cause, 'code') ?? 'no code'})`
    return { kind: isConnectError(cause) ? 'not-sent' : 'lost', why: reason }
  }
}

/**
 * A failed `connect` or DNS lookup proves that nothing was sent. This checks the system call and not a list of codes,
 * because codes such as EHOSTUNREACH can also occur after the request was sent.
 */
function isConnectError(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(isConnectError)
  const systemCall = findString(cause, 'syscall')
  return (
    systemCall === 'connect' || systemCall === 'getaddrinfo' || findString(cause, 'code') === 'UND_ERR_CONNECT_TIMEOUT'
  )
}

export function toRefused(permanent: boolean, reason: string, retryAfterMs?: number): SendOutcome {
  return { kind: 'refused', permanent, why: reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}

/** A provider that requests a delay of more than a day is broken or hostile, and would suppress an alert for good. */
const MAX_RETRY_AFTER_MS = 86_400_000

/** Retry-After in milliseconds from now, in either form of RFC 9110: seconds or an HTTP date. */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  // Date.parse alone would read '1.5' as a day in 2001.
  const delayMs = /^\d+$/.test(value) ? Number(value) * 1000 : / GMT$/.test(value) ? Date.parse(value) - nowMs : NaN
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(delayMs, 0), MAX_RETRY_AFTER_MS)
}

/** Frees the connection of a response whose body is not read. */
export async function discardBody(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined)
}
