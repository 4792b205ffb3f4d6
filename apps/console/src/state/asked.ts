import { type ReadonlySignal, signal } from '@preact/signals'
import { ask, type Call, CallFailed } from './calls.ts'
import { apiKey } from './key.ts'

export interface Asked<T> {
  /** The last successful reply. It stays while a newer request is in progress, and after a temporary failure. */
  readonly answer?: T
  /** The call of the reply or the failure. */
  readonly call?: Call
  readonly failure?: CallFailed
  /** When the failed call is retried automatically, and a function to retry it now. */
  readonly again?: { readonly atMs: number; readonly now: () => void }
  readonly isWaiting: boolean
}

export interface Asking<T> {
  readonly state: ReadonlySignal<Asked<T>>
  /** Sends the request and cancels an earlier one in progress. Temporary failures are retried automatically. */
  readonly ask: (call: Call) => Promise<void>
  readonly clear: () => void
}

/** Whether the reply to one call is also valid for the other. */
type IsSame = (one: Call, other: Call) => boolean

/**
 * A request of which only the newest reply counts, because typing and dragging send many. When one fails, the previous
 * reply stays if it belongs to the same request.
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

  /**
   * Retries as long as the page is open. The service may be down overnight, and the user finds the reply on returning.
   */
  function later(call: Call, failure: CallFailed, tries: number): NonNullable<Asked<T>['again']> {
    const ms = waitMs(failure, tries)
    const now = () => void run(call, tries + 1)
    timer = setTimeout(now, ms)
    // When the service sent Retry-After, a restored network does not trigger an earlier retry.
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

/** The service rejected the API key. The account area uses a session instead. */
function isKeyRefused(failure: CallFailed, call: Call): boolean {
  return failure.status === 401 && apiKey.peek() !== '' && call.path.startsWith('/v1/')
}

/** Requests rejected with the current key, by asking. Another key, or none, may work. */
const withOtherKey = new Map<object, () => void>()
apiKey.subscribe(() => {
  for (const again of [...withOtherKey.values()]) again()
})

/** Pending retries, by asking. */
const atOnce = new Map<object, () => void>()

/** When the network is back or the page becomes visible again, retry at once. */
function tryAllNow(): void {
  for (const now of [...atOnce.values()]) now()
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', tryAllNow)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tryAllNow())
}

/** Uses Retry-After, or else an increasing delay of up to ten seconds. */
function waitMs(failure: CallFailed, tries: number): number {
  if (failure.retryAfterS !== undefined) return Math.min(60, Math.max(0.2, failure.retryAfterS)) * 1_000
  return Math.min(10_000, 1_000 * 1.6 ** tries)
}
