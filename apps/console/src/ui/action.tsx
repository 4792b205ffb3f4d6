import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { CallFailed, isReachable } from '../state/calls.ts'
import { useTellsAway } from './tells-away.ts'

/** An action that runs once per press. Unlike a query, it is never retried automatically. */
export interface Action {
  readonly isRunning: ReadonlySignal<boolean>
  readonly failure: ReadonlySignal<CallFailed | undefined>
  /** Returns whether it succeeded. A second press while the first is running does nothing. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>
  readonly clear: () => void
}

export function useAction(): Action {
  const isRunning = useSignal(false)
  const failure = useSignal<CallFailed | undefined>(undefined)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
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
        if (!isGone.current) failure.value = error instanceof CallFailed ? error : new CallFailed(-1, String(error))
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
  const element = useTellsAway<HTMLDivElement>(failure?.status === 0)
  if (failure === undefined) return null
  const isAway = failure.status === 0
  return (
    <div ref={element} class="failure" role="alert">
      <p>
        {isAway ? 'The service does not respond. Your entries are kept; try again when it is back.' : failure.message}
      </p>
      {failure.isPassing && !isAway && <p class="hint">{whenAgain(failure.retryAfterS)}</p>}
    </div>
  )
}

function whenAgain(seconds: number | undefined): string {
  if (seconds === undefined) return 'Try again in a moment.'
  const whole = Math.max(1, Math.ceil(seconds))
  return whole < 90 ? `Try again in ${whole} s.` : `Try again in ${Math.ceil(whole / 60)} min.`
}
