import { createHash } from 'node:crypto'
import type { UpstreamGeocodeQuery } from './geocoder.ts'

/**
 * Returns the key of a query. Queries with the same key have the same answer. Differences in whitespace or letter case,
 * and small distances, do not matter.
 */
export function toQueryKey(geocodeQuery: UpstreamGeocodeQuery): string {
  return createHash('sha256')
    .update(JSON.stringify(toKeyParts(geocodeQuery)))
    .digest('hex')
}

function toKeyParts(geocodeQuery: UpstreamGeocodeQuery): unknown[] {
  const { kind, language = '' } = geocodeQuery
  if (kind === 'reverse') return [kind, language, geocodeQuery.latitude.toFixed(5), geocodeQuery.longitude.toFixed(5)]
  const { text, limit, countryCode = '', near } = geocodeQuery
  // A user who has moved a few kilometers still means the same place.
  const roundedPosition = near ? [near.latitude.toFixed(1), near.longitude.toFixed(1)] : []
  return [kind, language, text.trim().replace(/\s+/g, ' ').toLowerCase(), limit, countryCode, ...roundedPosition]
}
