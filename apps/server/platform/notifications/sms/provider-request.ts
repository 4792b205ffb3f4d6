import { findString } from './read-field.ts'
import type { SendOutcome } from './sms-message.ts'

export const DEFAULT_TIMEOUT_MS = 10_000

/** Outcome of an HTTP request: answered, certainly not sent, or possibly sent but not answered. */
export type ProviderResult =
  | { readonly kind: 'answered'; readonly response: Response }
  | { readonly kind: 'not-sent'; readonly why: string }
  | { readonly kind: 'lost'; readonly why: string }

/** Sends a request. Rejects only if the request is invalid, for example because of a line break in a header. */
export async function sendProviderRequest(
  url: string,
  init: RequestInit,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<ProviderResult> {
  if (signal.aborted) return { kind: 'not-sent', why: 'stopped before sending' }
  // The request is created outside the `try` block, because a malformed request is a bug and must not be retried as a
  // lost reply. Redirects are not followed, because a signed body or password must go only to the configured URL.
  const request = new Request(url, { ...init, redirect: 'manual' })
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    return { kind: 'answered', response: await fetch(request, { signal: AbortSignal.any([signal, deadline]) }) }
  } catch (error) {
    if (signal.aborted) return { kind: 'lost', why: 'stopped while waiting for the response' }
    if (deadline.aborted) return { kind: 'lost', why: `no response within ${timeoutMs} ms` }
    const cause = error instanceof Error ? error.cause : undefined
    // The reason contains only the error code, because fetch messages include the URL, which may contain a token.
    const reason = `connection failed (${findString(cause, 'code') ?? 'no code'})`
    return { kind: isConnectError(cause) ? 'not-sent' : 'lost', why: reason }
  }
}

/**
 * Returns whether the request was certainly not sent, because `connect` or the DNS lookup failed. The function checks
 * the system call, because codes such as EHOSTUNREACH can also occur after the request was sent.
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

/**
 * Maximum delay from Retry-After. A provider that requests more than a day is broken or hostile, and the delay would
 * suppress an alert permanently.
 */
const MAX_RETRY_AFTER_MS = 86_400_000

/** Returns the delay from Retry-After in milliseconds. The header contains seconds or an HTTP date (RFC 9110). */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  // Date.parse alone would interpret '1.5' as a day in 2001.
  const delayMs = /^\d+$/.test(value) ? Number(value) * 1000 : / GMT$/.test(value) ? Date.parse(value) - nowMs : NaN
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(delayMs, 0), MAX_RETRY_AFTER_MS)
}

/** Frees the connection of a response whose body is not read. */
export async function discardBody(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined)
}
