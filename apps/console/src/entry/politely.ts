import { type ApiCall, CallError, callApi } from '../state/calls.ts'

const MAX_TRIES = 6

/**
 * For requests sent in a series. When the service asks the client to wait, this waits for the requested time and
 * retries.
 */
export async function callWithRetry<T>(call: ApiCall, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await callApi<T>(call, signal)
    } catch (error) {
      if (!(error instanceof CallError) || !error.isTemporary || tries === MAX_TRIES || signal.aborted) throw error
      await sleep(Math.min(30, error.retryAfterS ?? tries) * 1_000, signal)
    }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
