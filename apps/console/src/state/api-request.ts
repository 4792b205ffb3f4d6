import { type ReadonlySignal, signal } from '@preact/signals'
import { countComputation } from './activity.ts'
import { type ApiCall, CallError, callApi } from './calls.ts'
import { apiKey } from './key.ts'

export interface RequestState<T> {
  /** Last successful reply. The reply is kept during a newer request and after a temporary failure. */
  readonly answer?: T
  /** Call that the reply or the failure belongs to. */
  readonly call?: ApiCall
  readonly failure?: CallError
  /** Time of the automatic retry, and a function that retries immediately. */
  readonly retry?: { readonly atMs: number; readonly retryNow: () => void }
  readonly isWaiting: boolean
}

export interface ApiRequest<T> {
  readonly state: ReadonlySignal<RequestState<T>>
  /** Sends the request and cancels an earlier request. Temporary failures are retried automatically. */
  readonly send: (call: ApiCall) => Promise<void>
  readonly clear: () => void
}

/** Returns whether the reply to one call is also valid for the other call. */
type IsSameRequest = (first: ApiCall, second: ApiCall) => boolean

/**
 * Creates a request that uses only the newest reply, because typing and dragging send many requests. After a failure,
 * the previous reply is kept if it belongs to the same request. A page that needs several replies for one result passes
 * a custom `load` function.
 */
export function createApiRequest<T>(
  isSameRequest: IsSameRequest = () => true,
  load: (call: ApiCall, signal: AbortSignal) => Promise<T> = (call, signal) => callApi<T>(call, signal),
): ApiRequest<T> {
  const state = signal<RequestState<T>>({ isWaiting: false })
  let abortController: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let answeredCall: ApiCall | undefined

  function stop(): void {
    abortController?.abort()
    clearTimeout(timer)
    pendingRetries.delete(state)
    retriesOnKeyChange.delete(state)
  }

  async function runRequest(call: ApiCall, tries = 0): Promise<void> {
    stop()
    const controller = new AbortController()
    abortController = controller
    const { retry: _, ...before } = state.value
    state.value = { ...before, isWaiting: true }
    try {
      const answer = await countComputation(call, () => load(call, controller.signal))
      if (abortController !== controller) return
      answeredCall = call
      state.value = { answer, call, isWaiting: false }
    } catch (error) {
      if (abortController !== controller || controller.signal.aborted) return
      const failure = error instanceof CallError ? error : new CallError(0, String(error))
      if (isKeyRejected(failure, call)) retriesOnKeyChange.set(state, () => void runRequest(call))
      const keepsPreviousAnswer = failure.isTemporary && answeredCall !== undefined && isSameRequest(answeredCall, call)
      state.value = {
        ...(keepsPreviousAnswer && state.value.answer !== undefined ? { answer: state.value.answer } : {}),
        call,
        failure,
        ...(failure.isTemporary ? { retry: scheduleRetry(call, failure, tries) } : {}),
        isWaiting: false,
      }
    }
  }

  /** Retries a failed call for as long as the page is open, because the service may be down for hours. */
  function scheduleRetry(call: ApiCall, failure: CallError, tries: number): NonNullable<RequestState<T>['retry']> {
    const ms = getRetryDelayMs(failure, tries)
    const runRetry = () => void runRequest(call, tries + 1)
    timer = setTimeout(runRetry, ms)
    // If the service sent Retry-After, a restored network connection does not trigger an earlier retry.
    if (failure.retryAfterS === undefined) pendingRetries.set(state, runRetry)
    return { atMs: Date.now() + ms, retryNow: runRetry }
  }

  return {
    state,
    send: (call) => runRequest(call),
    clear: () => {
      stop()
      abortController = undefined
      answeredCall = undefined
      state.value = { isWaiting: false }
    },
  }
}

/**
 * Returns whether the service rejected the API key, or the request because it had none. The account area uses a session
 * instead of a key.
 */
function isKeyRejected(failure: CallError, call: ApiCall): boolean {
  return failure.status === 401 && call.path.startsWith('/v1/')
}

/** Retry functions of requests that the service rejected with the current key. They may succeed with another key. */
const retriesOnKeyChange = new Map<object, () => void>()
apiKey.subscribe(() => {
  for (const retry of [...retriesOnKeyChange.values()]) retry()
})

/** Retry functions of the requests that wait for a retry, except those with a Retry-After header. */
const pendingRetries = new Map<object, () => void>()

/** Runs all pending retries immediately when the network is back or the page becomes visible again. */
function retryAll(): void {
  for (const now of [...pendingRetries.values()]) now()
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', retryAll)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && retryAll())
}

/** Returns the delay from Retry-After, at most a minute, or an increasing delay of up to ten seconds. */
function getRetryDelayMs(failure: CallError, tries: number): number {
  if (failure.retryAfterS !== undefined) return Math.min(60, Math.max(0.2, failure.retryAfterS)) * 1_000
  return Math.min(10_000, 1_000 * 1.6 ** tries)
}
