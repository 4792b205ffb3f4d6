import { type ReadonlySignal, signal } from '@preact/signals'
import { ask, type Call, CallFailed } from './calls.ts'

export interface Asked<T> {
  /** The last good answer; it stays while a newer one is on its way, and when that fails. */
  readonly answer?: T
  /** The call behind the answer, or behind the failure. */
  readonly call?: Call
  readonly failure?: CallFailed
  /** When the failed call is made again by itself, and how to make it at once. */
  readonly again?: { readonly atMs: number; readonly now: () => void }
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
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    running?.abort()
    clearTimeout(timer)
    atOnce.delete(state)
  }

  async function run(call: Call, tries = 0): Promise<void> {
    stop()
    const mine = new AbortController()
    running = mine
    const { again: _, ...before } = state.value
    state.value = { ...before, isWaiting: true }
    try {
      const answer = await ask<T>(call, mine.signal)
      if (running === mine) state.value = { answer, call, isWaiting: false }
    } catch (error) {
      if (running !== mine || mine.signal.aborted) return
      const failure = error instanceof CallFailed ? error : new CallFailed(0, String(error))
      const isKept = failure.isPassing && state.value.answer !== undefined
      state.value = {
        ...(isKept ? { answer: state.value.answer as T } : {}),
        call,
        failure,
        ...(failure.isPassing ? { again: later(call, failure, tries) } : {}),
        isWaiting: false,
      }
    }
  }

  /** For as long as the page is open: a service may be away for a night, and whoever comes back finds the answer. */
  function later(call: Call, failure: CallFailed, tries: number): NonNullable<Asked<T>['again']> {
    const ms = waitMs(failure, tries)
    const now = () => void run(call, tries + 1)
    timer = setTimeout(now, ms)
    // To whom the service has said when to come back, a network that is there again is no news.
    if (failure.retryAfterS === undefined) atOnce.set(state, now)
    return { atMs: Date.now() + ms, now }
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

/** What waits for another try, by its question. */
const atOnce = new Map<object, () => void>()

/** The network is back, or somebody looks at the page again: nobody should have to wait for the next try then. */
function tryAllNow(): void {
  for (const now of [...atOnce.values()]) now()
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', tryAllNow)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tryAllNow())
}

/** As the service says; otherwise ever longer, up to ten seconds. */
function waitMs(failure: CallFailed, tries: number): number {
  if (failure.retryAfterS !== undefined) return Math.min(60, Math.max(0.2, failure.retryAfterS)) * 1_000
  return Math.min(10_000, 1_000 * 1.6 ** tries)
}
