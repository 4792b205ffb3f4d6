import { pointText } from '../points.ts'
import type { Asked } from '../state/asked.ts'
import { CallFailed } from '../state/calls.ts'
import type { Placed } from './find-addresses.ts'

/** Places by their numbers, and what the optimiser is told about each of them. */
const numbered = /\b(stops|points|origins|destinations|demands|time_windows)\[(\d+)\]/g

const partOf: Readonly<Record<string, string>> = { demands: 'the demand of ', time_windows: 'the window of ' }

/**
 * The service counts from 0 and says `stops[2]`, which is right for programs. Whoever reads the list here is told its
 * number there, and its name. `say` is for the words of one page.
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

/** Which places the failure is about, by their numbers in the list. */
export function blamedIn(asked: Asked<unknown>): ReadonlySet<number> {
  const found = asked.failure?.message.matchAll(numbered) ?? []
  return new Set([...found].map(([, , digits]) => Number(digits)))
}
