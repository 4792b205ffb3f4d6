import { type ApiCall, CallError, callApiOnce } from '../state/calls.ts'
import { sleep } from '../state/rate-wait.ts'

const MAX_TRIES = 6

/**
 * Sends a request and retries after the delay that the service requires. Use this function for a series of requests.
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
