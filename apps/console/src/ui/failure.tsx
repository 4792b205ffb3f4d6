import { useEffect, useState } from 'preact/hooks'
import type { Asked } from '../state/asked.ts'

/** Why there is no answer, in the service's own words, and what happens next. */
export function Failure({ asked }: { readonly asked: Asked<unknown> }) {
  const { failure, again } = asked
  if (failure === undefined) return null
  return (
    <div class="failure" role="alert">
      <p>{failure.message}</p>
      {again !== undefined && <CountDown atMs={again.atMs} />}
      {again !== undefined && failure.status !== 429 && (
        <button type="button" class="second" onClick={again.now}>
          Try now
        </button>
      )}
      {(failure.status === 401 || failure.status === 403) && (
        <p class="hint">
          <a href="#/account">Sign in or enter a key</a> to go on.
        </p>
      )}
    </div>
  )
}

/** Counts the seconds down, so that nobody wonders whether something happens. Screen readers hear it once. */
function CountDown({ atMs }: { readonly atMs: number }) {
  const [nowMs, setNow] = useState(Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [atMs])
  return (
    <p class="hint" aria-live="off">
      It is tried again in {Math.max(1, Math.ceil((atMs - nowMs) / 1_000))} s.
    </p>
  )
}
