import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { CallError, isReachable } from '../state/calls.ts'
import { useReportsOutage } from './outage-reports.ts'

/** Action that runs once per click. Unlike a query, an action is never retried automatically. */
export interface Action {
  readonly isRunning: ReadonlySignal<boolean>
  readonly failure: ReadonlySignal<CallError | undefined>
  /** Runs the action and returns whether it succeeded. A second click during the action does nothing. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>
  readonly clear: () => void
}

export function useAction(): Action {
  const isRunning = useSignal(false)
  const failure = useSignal<CallError | undefined>(undefined)
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  // Any successful call clears a connection error, because the action can work again.
  useSignalEffect(() => {
    if (isReachable.value && failure.peek()?.status === 0) failure.value = undefined
  })
  return {
    isRunning,
    failure,
    clear: () => {
      failure.value = undefined
    },
    async run(work) {
      if (isRunning.peek()) return false
      isRunning.value = true
      failure.value = undefined
      try {
        await work()
        return true
      } catch (error) {
        if (!isUnmounted.current) failure.value = error instanceof CallError ? error : new CallError(-1, String(error))
        return false
      } finally {
        isRunning.value = false
      }
    },
  }
}

/** Shows the error message of the service and the time of the next possible attempt. */
export function ActionFailure({ action }: { readonly action: Action }) {
  const failure = action.failure.value
  const element = useReportsOutage<HTMLDivElement>(failure?.status === 0)
  if (failure === undefined) return null
  const isUnreachable = failure.status === 0
  return (
    <div ref={element} class="failure" role="alert">
      <p>
        {isUnreachable
          ? 'The service is not responding. Your entries are kept; try again when it is back.'
          : failure.message}
      </p>
      {failure.isTemporary && !isUnreachable && <p class="hint">{describeRetryTime(failure.retryAfterS)}</p>}
    </div>
  )
}

function describeRetryTime(seconds: number | undefined): string {
  if (seconds === undefined) return 'Try again shortly.'
  const wholeSeconds = Math.max(1, Math.ceil(seconds))
  return wholeSeconds < 90 ? `Try again in ${wholeSeconds} s.` : `Try again in ${Math.ceil(wholeSeconds / 60)} min.`
}
