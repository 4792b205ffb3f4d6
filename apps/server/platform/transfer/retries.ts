import { setTimeout as sleep } from 'node:timers/promises'
import { RetryableError } from './download-failed.ts'

export interface RetryPolicy {
  /** Maximum number of consecutive attempts without any data. */
  readonly maxTries: number
  readonly firstPauseMs: number
  readonly maxPauseMs: number
  pause(ms: number): Promise<unknown>
}

export const defaultRetries: RetryPolicy = {
  maxTries: 6,
  firstPauseMs: 500,
  maxPauseMs: 60_000,
  pause: (ms) => sleep(ms),
}

/**
 * Retries a call with growing pauses until it succeeds, fails permanently, or fails `maxTries` times in a row without
 * receiving data.
 */
export async function withRetries<T>(
  policy: RetryPolicy,
  work: () => Promise<T>,
  onRetry: (reason: string, pauseMs: number) => void,
): Promise<T> {
  for (let failedAttempts = 1; ; failedAttempts++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error
      if (error.hasProgress) failedAttempts = 1
      if (failedAttempts >= policy.maxTries) throw error
      const pauseMs = Math.min(error.afterMs ?? policy.firstPauseMs * 2 ** (failedAttempts - 1), policy.maxPauseMs)
      onRetry(error.message, pauseMs)
      await policy.pause(pauseMs)
    }
  }
}
