import { type ApiCall, CallError, callApiOnce } from '../state/calls.ts'
import { sleep } from '../state/rate-wait.ts'

const MAX_TRIES = 6

/**
 * For requests sent in a series. When the service asks the client to wait, this waits for the requested time and
 * retries.
 */
export async function callWithRetry<T>(call: ApiCall, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await callApiOnce<T>(call, signal)
    } catch (error) {
      if (!(error instanceof CallError) || !error.isTemporary || tries === MAX_TRIES || signal.aborted) throw error
      await sleep(Math.min(30, error.retryAfterS ?? tries) * 1_000, signal)
    }
  }
}
