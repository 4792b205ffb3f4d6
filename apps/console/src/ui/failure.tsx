import type { Asked } from '../state/asked.ts'

/** Why there is no answer, in the service's own words, and what happens next. */
export function Failure({ asked }: { readonly asked: Asked<unknown> }) {
  const { failure } = asked
  if (failure === undefined) return null
  return (
    <div class="failure" role="alert">
      <p>{failure.message}</p>
      {failure.isPassing && <p class="hint">{whenAgain(failure.retryAfterS)}</p>}
      {(failure.status === 401 || failure.status === 403) && (
        <p class="hint">
          <a href="#/account">Sign in or enter a key</a> to go on.
        </p>
      )}
    </div>
  )
}

function whenAgain(seconds: number | undefined): string {
  if (seconds === undefined) return 'It is tried again by itself.'
  return `It is tried again in ${Math.max(1, Math.ceil(seconds))} s.`
}
