import { formatPoint } from '../points.ts'
import type { RequestState } from '../state/api-request.ts'
import { CallError } from '../state/calls.ts'
import type { LocatedEntry } from './find-addresses.ts'

/** Matches fields that refer to a place by index, including the optimizer's per-stop fields. */
const indexedFieldPattern = /\b(stops|points|origins|destinations|demands|time_windows)\[(\d+)\]/g

const fieldPrefixes: Readonly<Record<string, string>> = { demands: 'the demand of ', time_windows: 'the window of ' }

/**
 * Replaces indexed fields such as `stops[2]` in a failure message with the number and name that the list shows.
 * `rephrase` adds wording specific to one page.
 */
export function describeFailure<T>(
  requestState: RequestState<T>,
  places: readonly LocatedEntry[],
  noun: string,
  rephrase = (message: string) => message,
): RequestState<T> {
  const { failure } = requestState
  if (failure === undefined) return requestState
  const message = rephrase(failure.message).replaceAll(indexedFieldPattern, (original, list, digits) => {
    const place = places[Number(digits)]
    if (place === undefined) return original
    return `${fieldPrefixes[list] ?? ''}${noun} ${Number(digits) + 1} (${place.label || formatPoint(place.at)})`
  })
  const capitalized = message.charAt(0).toUpperCase() + message.slice(1)
  return { ...requestState, failure: new CallError(failure.status, capitalized, failure.retryAfterS) }
}

/** Returns the list indexes of the places that the failure refers to. */
export function findBlamedIndexes(requestState: RequestState<unknown>): ReadonlySet<number> {
  const matches = requestState.failure?.message.matchAll(indexedFieldPattern) ?? []
  return new Set([...matches].map(([, , digits]) => Number(digits)))
}
