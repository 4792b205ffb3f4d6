import { findBlamedIndexes } from '../../entry/failure-text.ts'
import { removeStop } from '../../entry/stops.ts'
import { formatPoint } from '../../points.ts'
import type { RequestState } from '../../state/api-request.ts'
import { CallError } from '../../state/calls.ts'
import { changeOrigins, isochroneRequest, origins } from './state.ts'

export function OriginList() {
  const blamedIndexes = findBlamedIndexes(toPointFields(isochroneRequest.state.value))
  if (origins.value.length === 0) return null
  return (
    <ol class="stop-rows" aria-label="Points">
      {origins.value.map(({ key, at, label }, index) => (
        <li key={key} class={blamedIndexes.has(index) ? 'blamed' : ''}>
          <div class="stop-line">
            <span class="stop-number origin-number" aria-hidden="true">
              {index + 1}
            </span>
            <span class="origin-name">{label || formatPoint(at)}</span>
            <button
              type="button"
              class="quiet"
              aria-label={`Remove point ${index + 1}`}
              onClick={() => changeOrigins(removeStop(origins.value, key), { pushHistory: true })}
            >
              ×
            </button>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Renames `from` in a failure message to `points`, which `describeFailure` replaces with the label of the point. */
export function toPointFields<T>(requestState: RequestState<T>): RequestState<T> {
  const { failure } = requestState
  if (failure === undefined) return requestState
  const message = failure.message.replace(
    /^(?:from|The start)(?:\[(\d+)\])?(?= )/,
    (_, index) => `points[${index ?? 0}]`,
  )
  return { ...requestState, failure: new CallError(failure.status, message, failure.retryAfterS) }
}
