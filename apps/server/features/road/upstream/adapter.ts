import type { Result } from '../../../platform/result.ts'
import type { UpstreamAnswer, UpstreamFailure, UpstreamQuery } from './provider.ts'

/**
 * Adapter for one kind of upstream service. Each call sends one request without retries. The provider in
 * resilient-provider.ts adds retries, limits and caching for all kinds.
 */
export interface UpstreamAdapter {
  readonly name: string
  /** Sends a request. Soon after the signal aborts, the call resolves with a failure that contains the abort reason. */
  request(query: UpstreamQuery, signal: AbortSignal): Promise<Result<UpstreamAnswer, UpstreamRequestFailure>>
  /** Closes all connections. No request may follow. */
  close(): Promise<void>
}

export interface UpstreamUnavailable {
  readonly kind: 'upstream-unavailable'
  readonly why: string
  /** Whether an immediate retry on another connection or machine may succeed. */
  readonly isRetryable: boolean
  /** Delay that the upstream service requested, in seconds. */
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
