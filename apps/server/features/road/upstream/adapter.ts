import type { Result } from '../../../platform/result.ts'
import type { UpstreamAnswer, UpstreamFailure, UpstreamQuery } from './provider.ts'

/**
 * Talks to one kind of service: one request, one try. Retries, limits and caching are common to all kinds and wrap it
 * (resilient-provider.ts).
 */
export interface UpstreamAdapter {
  readonly name: string
  /** Returns soon after the signal aborts. The failure then has the reason of the signal. */
  ask(query: UpstreamQuery, signal: AbortSignal): Promise<Result<UpstreamAnswer, AskFailure>>
  /** Closes all connections. No request may follow. */
  close(): Promise<void>
}

export interface Unavailable {
  readonly kind: 'upstream-unavailable'
  readonly why: string
  /** An immediate retry on another connection or machine may succeed. */
  readonly worthAnotherTry: boolean
  /** The delay that the upstream requested, if any. */
  readonly retryAfterSeconds?: number
}

export type AskFailure = Unavailable | Exclude<UpstreamFailure, { readonly kind: 'upstream-unavailable' }>

export function unavailable(
  why: string,
  details: { worthAnotherTry?: boolean; retryAfterSeconds?: number | undefined } = {},
): Unavailable {
  const { worthAnotherTry = false, retryAfterSeconds } = details
  const failure = { kind: 'upstream-unavailable', why, worthAnotherTry } as const
  return retryAfterSeconds === undefined ? failure : { ...failure, retryAfterSeconds }
}
