import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { CallError, isReachable } from '../state/calls.ts'
import { useReportsOutage } from './outage-reports.ts'

/** An action that runs once per press. Unlike a query, it is never retried automatically. */
export interface Action {
  readonly isRunning: ReadonlySignal<boolean>
  readonly failure: ReadonlySignal<CallError | undefined>
  /** Returns whether it succeeded. A second press while the first is running does nothing. */
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
  // A connection error is cleared once any call gets a reply, because the action can work again.
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

/** The service's error message, and when to try again. */
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
