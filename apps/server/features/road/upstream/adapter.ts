import type { Result } from '../../../platform/result.ts'
import type { UpstreamAnswer, UpstreamFailure, UpstreamQuery } from './provider.ts'

/**
 * Calls one kind of service. Every call sends one request, without retries. Retries, limits and caching are common to
 * all kinds and wrap it (resilient-provider.ts).
 */
export interface UpstreamAdapter {
  readonly name: string
  /** Returns soon after the signal aborts. The failure then contains the abort reason of the signal. */
  request(query: UpstreamQuery, signal: AbortSignal): Promise<Result<UpstreamAnswer, UpstreamRequestFailure>>
  /** Closes all connections. No request may follow. */
  close(): Promise<void>
}

export interface UpstreamUnavailable {
  readonly kind: 'upstream-unavailable'
  readonly why: string
  /** An immediate retry on another connection or machine may succeed. */
  readonly isRetryable: boolean
  /** The delay that the upstream requested, if any. */
  readonly retryAfterSeconds?: number
}

export type UpstreamRequestFailure =
  | UpstreamUnavailable
  | Exclude<UpstreamFailure, { readonly kind: 'upstream-unavailable' }>

export function createUnavailable(
  reason: string,
  details: { isRetryable?: boolean; retryAfterSeconds?: number | undefined } = {},
): UpstreamUnavailable {
  const { isRetryable = false, retryAfterSeconds } = details
  const failure = { kind: 'upstream-unavailable', why: reason, isRetryable } as const
  return retryAfterSeconds === undefined ? failure : { ...failure, retryAfterSeconds }
}
