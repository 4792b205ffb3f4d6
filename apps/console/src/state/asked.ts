import { type ReadonlySignal, signal } from '@preact/signals'
import { ask, type Call, CallFailed } from './calls.ts'

export interface Asked<T> {
  /** The last good answer; it stays while a newer one is on its way, and when that fails. */
  readonly answer?: T
  /** The call behind the answer, or behind the failure. */
  readonly call?: Call
  readonly failure?: CallFailed
  readonly isWaiting: boolean
}

export interface Asking<T> {
  readonly state: ReadonlySignal<Asked<T>>
  /** Asks; an earlier question still on its way is dropped. The same failure that passes is tried again by itself. */
  readonly ask: (call: Call) => Promise<void>
  readonly clear: () => void
}

/** A question whose newest answer counts: what is typed and dragged asks many times. */
export function createAsking<T>(): Asking<T> {
  const state = signal<Asked<T>>({ isWaiting: false })
  let running: AbortController | undefined
  let again: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    running?.abort()
    clearTimeout(again)
  }

  async function run(call: Call, tries = 0): Promise<void> {
    stop()
    const mine = new AbortController()
    running = mine
    state.value = { ...state.value, isWaiting: true }
    try {
      const answer = await ask<T>(call, mine.signal)
      if (running === mine) state.value = { answer, call, isWaiting: false }
    } catch (error) {
      if (running !== mine || mine.signal.aborted) return
      const failure = error instanceof CallFailed ? error : new CallFailed(0, String(error))
      const isKept = failure.isPassing && state.value.answer !== undefined
      state.value = { ...(isKept ? { answer: state.value.answer as T } : {}), call, failure, isWaiting: false }
      if (failure.isPassing && tries < 20) again = setTimeout(() => void run(call, tries + 1), waitMs(failure, tries))
    }
  }

  return {
    state,
    ask: (call) => run(call),
    clear: () => {
      stop()
      running = undefined
      state.value = { isWaiting: false }
    },
  }
}

/** As the service says; otherwise ever longer, up to ten seconds. */
function waitMs(failure: CallFailed, tries: number): number {
  if (failure.retryAfterS !== undefined) return Math.min(60, Math.max(0.2, failure.retryAfterS)) * 1_000
  return Math.min(10_000, 1_000 * 1.6 ** tries)
}
