import type { AvQuery } from './request.ts'
import type { AvAnswer } from './service.ts'

const UNCHECKED_ROADS =
  'the current state of the roads was checked only against the domain, the map and the traffic feeds of this service'

/**
 * Lists warnings about conditions that were not checked and about fictional domains. Without these warnings, a reply
 * could be mistaken for a permit.
 */
export function listAvWarnings({ conditions }: AvQuery, { domain }: AvAnswer): string[] {
  const { weather, visibilityMeters, isWeatherAssumed } = conditions
  const { id, sample } = domain.document
  const weatherNote = isWeatherAssumed
    ? `weather was not checked; ${weather} weather and a visibility of ${visibilityMeters} m are assumed unless you give conditions`
    : 'weather was not checked; the given conditions were used'
  const sampleNote = `the domain ${id} is a sample that no operator uses and no authority has approved`
  return [...(sample ? [sampleNote] : []), weatherNote, UNCHECKED_ROADS]
}
