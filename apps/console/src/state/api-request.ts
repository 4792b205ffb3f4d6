import { type ReadonlySignal, signal } from '@preact/signals'
import { type ApiCall, CallError, callApi } from './calls.ts'
import { apiKey } from './key.ts'

export interface RequestState<T> {
  /** The last successful reply. It stays while a newer request is in progress, and after a temporary failure. */
  readonly answer?: T
  /** The call that the reply or the failure belongs to. */
  readonly call?: ApiCall
  readonly failure?: CallError
  /** When the failed call is retried automatically, and a function to retry it now. */
  readonly retry?: { readonly atMs: number; readonly retryNow: () => void }
  readonly isWaiting: boolean
}

export interface ApiRequest<T> {
  readonly state: ReadonlySignal<RequestState<T>>
  /** Sends the request and cancels an earlier one in progress. Temporary failures are retried automatically. */
  readonly send: (call: ApiCall) => Promise<void>
  readonly clear: () => void
}

/** Whether the reply to one call is also valid for the other. */
type IsSameRequest = (first: ApiCall, second: ApiCall) => boolean

/**
 * A request for which only the newest reply is used, because typing and dragging send many requests. When one fails,
 * the previous reply stays if it belongs to the same request. A page that needs several replies for one result passes
 * its own `load`.
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

  async function run(call: ApiCall, tries = 0): Promise<void> {
    stop()
    const controller = new AbortController()
    abortController = controller
    const { retry: _, ...before } = state.value
    state.value = { ...before, isWaiting: true }
    try {
      const answer = await load(call, controller.signal)
      if (abortController !== controller) return
      answeredCall = call
      state.value = { answer, call, isWaiting: false }
    } catch (error) {
      if (abortController !== controller || controller.signal.aborted) return
      const failure = error instanceof CallError ? error : new CallError(0, String(error))
      if (isKeyRejected(failure, call)) retriesOnKeyChange.set(state, () => void run(call))
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

  /**
   * Retries as long as the page is open. The service may be down overnight, and the user finds the reply on returning.
   */
  function scheduleRetry(call: ApiCall, failure: CallError, tries: number): NonNullable<RequestState<T>['retry']> {
    const ms = getRetryDelayMs(failure, tries)
    const runRetry = () => void run(call, tries + 1)
    timer = setTimeout(runRetry, ms)
    // When the service sent Retry-After, a restored network does not trigger an earlier retry.
    if (failure.retryAfterS === undefined) pendingRetries.set(state, runRetry)
    return { atMs: Date.now() + ms, retryNow: runRetry }
  }

  return {
    state,
    send: (call) => run(call),
    clear: () => {
      stop()
      abortController = undefined
      answeredCall = undefined
      state.value = { isWaiting: false }
    },
  }
}

/** The service rejected the API key. The account area uses a session instead. */
function isKeyRejected(failure: CallError, call: ApiCall): boolean {
  return failure.status === 401 && apiKey.peek() !== '' && call.path.startsWith('/v1/')
}

/**
 * Retry functions of requests that were rejected with the current key. They may succeed with another key, or with none.
 */
const retriesOnKeyChange = new Map<object, () => void>()
apiKey.subscribe(() => {
  for (const retry of [...retriesOnKeyChange.values()]) retry()
})

/** The retry functions of all requests that are waiting to be retried. */
const pendingRetries = new Map<object, () => void>()

/** When the network is back or the page becomes visible again, retry at once. */
function retryAll(): void {
  for (const now of [...pendingRetries.values()]) now()
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', retryAll)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && retryAll())
}

/** Uses Retry-After, or else an increasing delay of up to ten seconds. */
function getRetryDelayMs(failure: CallError, tries: number): number {
  if (failure.retryAfterS !== undefined) return Math.min(60, Math.max(0.2, failure.retryAfterS)) * 1_000
  return Math.min(10_000, 1_000 * 1.6 ** tries)
}
