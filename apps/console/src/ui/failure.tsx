import { useEffect, useState } from 'preact/hooks'
import { KeyFixes } from '../fixes/key-fixes.tsx'
import type { RequestState } from '../state/api-request.ts'
import { ForgetKey } from './forget-key.tsx'
import { useReportsOutage } from './outage-reports.ts'

/** Shows the error message of the service and the time of the next retry. */
export function RequestFailure({ requestState }: { readonly requestState: RequestState<unknown> }) {
  const { failure, retry, call } = requestState
  const element = useReportsOutage<HTMLDivElement>(failure?.status === 0)
  if (failure === undefined) return null
  return (
    <div ref={element} class={failure.status === 503 ? 'failure passing' : 'failure'} role="alert">
      <p>{failure.message}</p>
      {retry !== undefined && <CountDown atMs={retry.atMs} />}
      {retry !== undefined && failure.status !== 429 && (
        <button type="button" class="second" onClick={retry.retryNow}>
          Try now
        </button>
      )}
      {(failure.status === 401 || failure.status === 403) && (
        <p class="hint">
          <a href="#/account">Sign in or enter a key</a> to continue.
        </p>
      )}
      {call?.path.startsWith('/v1/') && <KeyFixes failure={failure} />}
      {call?.path.startsWith('/v1/') && <ForgetKey refusal={failure} />}
    </div>
  )
}

/** Counts down the seconds until the next retry. Screen readers announce the retry only once. */
function CountDown({ atMs }: { readonly atMs: number }) {
  const [nowMs, setNow] = useState(Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [atMs])
  return (
    <p class="hint" aria-live="off">
      Retrying in {Math.max(1, Math.ceil((atMs - nowMs) / 1_000))} s.
    </p>
  )
}
