import { setTimeout as sleep } from 'node:timers/promises'
import { TryAgain } from './download-failed.ts'

export interface RetryPolicy {
  /** Consecutive tries without any data. */
  readonly tries: number
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  pause(ms: number): Promise<unknown>
}

export const patientRetries: RetryPolicy = {
  tries: 6,
  firstPauseMs: 500,
  longestPauseMs: 60_000,
  pause: (ms) => sleep(ms),
}

/** Retries with growing pauses until it succeeds, fails for good, or too many tries bring no data. */
export async function withRetries<T>(
  policy: RetryPolicy,
  work: () => Promise<T>,
  onRetry: (why: string, pauseMs: number) => void,
): Promise<T> {
  for (let failed = 1; ; failed++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof TryAgain)) throw error
      if (error.progressed) failed = 1
      if (failed >= policy.tries) throw error
      const pauseMs = Math.min(error.afterMs ?? policy.firstPauseMs * 2 ** (failed - 1), policy.longestPauseMs)
      onRetry(error.message, pauseMs)
      await policy.pause(pauseMs)
    }
  }
}
