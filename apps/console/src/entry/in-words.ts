import { pointText } from '../points.ts'
import type { Asked } from '../state/asked.ts'
import { CallFailed } from '../state/calls.ts'
import type { Placed } from './find-addresses.ts'

/** Matches references to places by index, including their optimizer fields. */
const numbered = /\b(stops|points|origins|destinations|demands|time_windows)\[(\d+)\]/g

const partOf: Readonly<Record<string, string>> = { demands: 'the demand of ', time_windows: 'the window of ' }

/**
 * The service counts from 0 and reports `stops[2]`, which suits programs. This replaces the index with the number and
 * name shown in the list. `say` adds wording specific to one page.
 */
export function failureInWords<T>(
  asked: Asked<T>,
  places: readonly Placed[],
  noun: string,
  say = (text: string) => text,
): Asked<T> {
  const { failure } = asked
  if (failure === undefined) return asked
  const text = say(failure.message).replaceAll(numbered, (written, list, digits) => {
    const place = places[Number(digits)]
    if (place === undefined) return written
    return `${partOf[list] ?? ''}${noun} ${Number(digits) + 1} (${place.label || pointText(place.at)})`
  })
  const said = text.charAt(0).toUpperCase() + text.slice(1)
  return { ...asked, failure: new CallFailed(failure.status, said, failure.retryAfterS) }
}

/** Returns the list indexes of the places that the failure refers to. */
export function blamedIn(asked: Asked<unknown>): ReadonlySet<number> {
  const found = asked.failure?.message.matchAll(numbered) ?? []
  return new Set([...found].map(([, , digits]) => Number(digits)))
}
