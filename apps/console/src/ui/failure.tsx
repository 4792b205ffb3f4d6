import { useEffect, useState } from 'preact/hooks'
import type { Asked } from '../state/asked.ts'
import type { CallFailed } from '../state/calls.ts'

/** Why there is no answer, in the service's own words, and what happens next. */
export function Failure({ asked }: { readonly asked: Asked<unknown> }) {
  const { failure } = asked
  if (failure === undefined) return null
  return (
    <div class="failure" role="alert">
      <p>{failure.message}</p>
      {failure.isPassing && <CountDown failure={failure} />}
      {(failure.status === 401 || failure.status === 403) && (
        <p class="hint">
          <a href="#/account">Sign in or enter a key</a> to go on.
        </p>
      )}
    </div>
  )
}

/** Counts the seconds down, so that nobody wonders whether something happens. Screen readers hear it once. */
function CountDown({ failure }: { readonly failure: CallFailed }) {
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    setPassed(0)
    const timer = setInterval(() => setPassed((seconds) => seconds + 1), 1_000)
    return () => clearInterval(timer)
  }, [failure])
  return (
    <p class="hint" aria-live="off">
      {whenAgain(failure.retryAfterS, passed)}
    </p>
  )
}

function whenAgain(seconds: number | undefined, passed: number): string {
  if (seconds === undefined) return 'It is tried again by itself.'
  return `It is tried again in ${Math.max(1, Math.ceil(seconds) - passed)} s.`
}
