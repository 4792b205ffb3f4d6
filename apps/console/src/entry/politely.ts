import { ask, type Call, CallFailed } from '../state/calls.ts'

const TRIES = 6

/** For requests sent in a series. When the service asks to wait, it waits for the requested time before it retries. */
export async function askPolitely<T>(call: Call, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask<T>(call, signal)
    } catch (error) {
      if (!(error instanceof CallFailed) || !error.isPassing || tries === TRIES || signal.aborted) throw error
      await pause(Math.min(30, error.retryAfterS ?? tries) * 1_000, signal)
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
