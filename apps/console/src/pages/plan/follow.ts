import type { ApiRequest } from '../../state/api-request.ts'
import type { ApiCall } from '../../state/calls.ts'

/**
 * Minimum interval between requests during a drag, in milliseconds. Four updates per second look smooth and stay below
 * the default anonymous rate limit of five requests per second.
 */
const MIN_INTERVAL_MS = 250

export interface ThrottledRequest {
  /** Sends the request immediately and cancels any request in progress. */
  sendNow(call: ApiCall): void
  /**
   * Sends the latest request when the interval has passed. A request in progress is not canceled, because otherwise a
   * long drag would never get a reply.
   */
  sendSoon(call: ApiCall): void
  stop(): void
}

export function createThrottledRequest<T>(
  request: ApiRequest<T>,
  clock: () => number = () => performance.now(),
): ThrottledRequest {
  let lastSentMs = Number.NEGATIVE_INFINITY
  let isRunning = false
  let next: ApiCall | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let latestCallNumber = 0

  function sendNext(): void {
    clearTimeout(timer)
    if (next === undefined || isRunning) return
    const waitMs = lastSentMs + MIN_INTERVAL_MS - clock()
    if (waitMs > 0) {
      timer = setTimeout(sendNext, waitMs)
      return
    }
    const call = next
    next = undefined
    void runRequest(call)
  }

  async function runRequest(call: ApiCall): Promise<void> {
    latestCallNumber += 1
    const callNumber = latestCallNumber
    lastSentMs = clock()
    isRunning = true
    await request.send(call)
    if (callNumber !== latestCallNumber) return
    isRunning = false
    sendNext()
  }

  return {
    sendNow(call) {
      next = undefined
      clearTimeout(timer)
      void runRequest(call)
    },
    sendSoon(call) {
      next = call
      sendNext()
    },
    stop() {
      next = undefined
      clearTimeout(timer)
      latestCallNumber += 1
      isRunning = false
    },
  }
}
