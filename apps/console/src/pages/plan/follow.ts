import type { Asking } from '../../state/asked.ts'
import type { Call } from '../../state/calls.ts'

/** Four updates per second look fluent and use only a small part of the anonymous rate limit. */
const GAP_MS = 250

export interface Follower {
  /** Sends the request at once and cancels any request in progress. */
  now(call: Call): void
  /**
   * Sends the request when the interval has passed, only the latest of several. It cancels nothing in progress, or a
   * long drag would never get a reply.
   */
  soon(call: Call): void
  stop(): void
}

export function createFollower<T>(asking: Asking<T>, clock: () => number = () => performance.now()): Follower {
  let lastAt = Number.NEGATIVE_INFINITY
  let isRunning = false
  let next: Call | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0

  function pump(): void {
    clearTimeout(timer)
    if (next === undefined || isRunning) return
    const waitMs = lastAt + GAP_MS - clock()
    if (waitMs > 0) {
      timer = setTimeout(pump, waitMs)
      return
    }
    const call = next
    next = undefined
    void run(call)
  }

  async function run(call: Call): Promise<void> {
    turn += 1
    const mine = turn
    lastAt = clock()
    isRunning = true
    await asking.ask(call)
    if (mine !== turn) return
    isRunning = false
    pump()
  }

  return {
    now(call) {
      next = undefined
      clearTimeout(timer)
      void run(call)
    },
    soon(call) {
      next = call
      pump()
    },
    stop() {
      next = undefined
      clearTimeout(timer)
      turn += 1
      isRunning = false
    },
  }
}
