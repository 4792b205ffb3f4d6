import type { Result } from '../../../platform/result.ts'
import type { UpstreamAnswer, UpstreamFailure, UpstreamQuery } from './provider.ts'

/**
 * Speaks with one kind of service: one question, one try. Patience, limits and memory are the same for all kinds and
 * wrapped around it (resilient-provider.ts).
 */
export interface UpstreamAdapter {
  readonly name: string
  /** Returns soon after the signal is given, whose reason then is the failure's. */
  ask(query: UpstreamQuery, signal: AbortSignal): Promise<Result<UpstreamAnswer, AskFailure>>
  /** Closes all connections; nothing is asked after that. */
  close(): Promise<void>
}

export interface Unavailable {
  readonly kind: 'upstream-unavailable'
  readonly why: string
  /** The same question may be answered if it is put again at once, to the connection or the machine beside this one. */
  readonly worthAnotherTry: boolean
  /** What the other side asked for, if it did. */
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
