import { pointText } from '../points.ts'
import type { Asked } from '../state/asked.ts'
import { CallFailed } from '../state/calls.ts'
import type { Placed } from './find-addresses.ts'

/**
 * The service counts from 0 and says `stops[2]`, which is right for programs. Whoever reads the list here is told its
 * number there, and its name.
 */
export function failureInWords<T>(asked: Asked<T>, places: readonly Placed[], noun: string): Asked<T> {
  const { failure } = asked
  if (failure === undefined) return asked
  const text = failure.message.replace(/\b(?:stops|points|origins|destinations)\[(\d+)\]/g, (written, digits) => {
    const place = places[Number(digits)]
    return place === undefined ? written : `${noun} ${Number(digits) + 1} (${place.label || pointText(place.at)})`
  })
  const said = text.charAt(0).toUpperCase() + text.slice(1)
  return { ...asked, failure: new CallFailed(failure.status, said, failure.retryAfterS) }
}

/** Which places the failure is about, by their numbers in the list. */
export function blamedIn(asked: Asked<unknown>): ReadonlySet<number> {
  const found = asked.failure?.message.matchAll(/\b(?:stops|points|origins|destinations)\[(\d+)\]/g) ?? []
  return new Set([...found].map(([, digits]) => Number(digits)))
}
