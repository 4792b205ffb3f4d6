import type { AvQuery } from './request.ts'
import type { AvAnswer } from './service.ts'

const UNCHECKED_ROADS =
  'the current state of the roads was not checked beyond the domain, the map and the traffic feeds of this service'

/**
 * Lists warnings about conditions that were not checked and about fictional domains. Without these warnings, a reply
 * could be mistaken for a permit.
 */
export function listAvWarnings({ conditions }: AvQuery, { domain }: AvAnswer): string[] {
  const { weather, visibilityMeters, isWeatherAssumed } = conditions
  const { id, sample } = domain.document
  const weatherNote = isWeatherAssumed
    ? `weather was not checked: ${weather} weather and a visibility of ${visibilityMeters} m are assumed; give conditions`
    : 'weather was not checked: the given conditions are used'
  const sampleNote = `the domain ${id} is a sample: no operator uses it, and no authority has approved it`
  return [...(sample ? [sampleNote] : []), weatherNote, UNCHECKED_ROADS]
}
