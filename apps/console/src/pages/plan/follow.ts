import type { Asking } from '../../state/asked.ts'
import type { Call } from '../../state/calls.ts'

/** Four answers a second look fluent, and leave most of what an anonymous user may ask. */
const GAP_MS = 250

export interface Follower {
  /** Asks at once; what was on its way is dropped. */
  now(call: Call): void
  /** Asks when it is time; of several only the last. Nothing on its way is dropped, or a long drag would never see an answer. */
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
