import { type ReadonlySignal, signal } from '@preact/signals'
import { ask, type Call, CallFailed } from './calls.ts'
import { apiKey } from './key.ts'

export interface Asked<T> {
  /** The last good answer; it stays while a newer one is on its way, and when that fails for a while. */
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

/** Whether the answer to one call is as good for the other. */
type IsSame = (one: Call, other: Call) => boolean

/**
 * A question whose newest answer counts: what is typed and dragged asks many times. When one fails, the answer before
 * stays if it is to the same question.
 */
export function createAsking<T>(isSame: IsSame = () => true): Asking<T> {
  const state = signal<Asked<T>>({ isWaiting: false })
  let running: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let answered: Call | undefined

  function stop(): void {
    running?.abort()
    clearTimeout(timer)
    atOnce.delete(state)
    withOtherKey.delete(state)
  }

  async function run(call: Call, tries = 0): Promise<void> {
    stop()
    const mine = new AbortController()
    running = mine
    const { again: _, ...before } = state.value
    state.value = { ...before, isWaiting: true }
    try {
      const answer = await ask<T>(call, mine.signal)
      if (running !== mine) return
      answered = call
      state.value = { answer, call, isWaiting: false }
    } catch (error) {
      if (running !== mine || mine.signal.aborted) return
      const failure = error instanceof CallFailed ? error : new CallFailed(0, String(error))
      if (isKeyRefused(failure, call)) withOtherKey.set(state, () => void run(call))
      const isKept = failure.isPassing && answered !== undefined && isSame(answered, call)
      state.value = {
        ...(isKept && state.value.answer !== undefined ? { answer: state.value.answer } : {}),
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
      answered = undefined
      state.value = { isWaiting: false }
    },
  }
}

/** The service does not take the key that the pages call with; the account area has a session instead. */
function isKeyRefused(failure: CallFailed, call: Call): boolean {
  return failure.status === 401 && apiKey.peek() !== '' && call.path.startsWith('/v1/')
}

/** What was refused with the key in use, by its question: another key, or none, may do. */
const withOtherKey = new Map<object, () => void>()
apiKey.subscribe(() => {
  for (const again of [...withOtherKey.values()]) again()
})

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
