import { distanceMeters } from '@fairway/geo'
import { findInAll, kindOf, type Position, type SourcedPlace } from '@fairway/places'
import type { PlaceBook } from '../runtime/place-index.ts'
import { addressOf } from './address.ts'
import type { GeocodedPlace, GeocodeQuery } from './geocoded.ts'
import { labelOfPlace } from './label.ts'
import { nameIn } from './languages.ts'
import { reverseLocally } from './reverse-locally.ts'

/** Returns all local matches of a query, likeliest first. */
export function findLocally(books: readonly PlaceBook[], query: GeocodeQuery): GeocodedPlace[] {
  const { text, limit, near, countryCode, language } = query
  const searches = books.map(({ search }) => search)
  const found = findInAll(searches, text, { limit, near, countryCode })
  if (found.kind === 'position') return [describePosition(books, found.position, query)]
  return found.places.flatMap((place) => {
    const book = books[place.source]
    return book ? [describePlace(book, place, language)] : []
  })
}

function describePlace(book: PlaceBook, place: SourcedPlace, language: string | undefined): GeocodedPlace {
  const { index, attribution } = book
  const { entry, house, latitude, longitude, confidence, distanceMeters } = place
  const other = 'otherEntry' in place ? place.otherEntry : undefined
  const own = nameIn(index, entry, language)
  const address = addressOf(index, entry, language, house)
  const kind = other !== undefined ? 'crossing' : house ? 'address' : kindOf(index, entry)
  // Country names are available in every language, whatever names the source has.
  const single = kind === 'country' ? (address.country ?? own) : own
  const name = other === undefined ? single : `${own} & ${nameIn(index, other, language)}`
  return {
    latitude,
    longitude,
    label: labelOfPlace(kind, name, address),
    name,
    kind,
    address,
    confidence: Math.min(1, confidence),
    isInterpolated: house?.isInterpolated ?? false,
    distanceMeters,
    source: 'local',
    attribution,
  }
}

/** For coordinates in the query: the position as given, labeled by what is there. */
function describePosition(
  books: readonly PlaceBook[],
  { latitude, longitude }: Position,
  { language, near }: GeocodeQuery,
): GeocodedPlace {
  const there = reverseLocally(books, { latitude, longitude, language })
  return {
    latitude,
    longitude,
    label: there.label,
    name: there.label,
    kind: 'position',
    address: there.address ?? {},
    confidence: 1,
    isInterpolated: false,
    distanceMeters: near && distanceMeters(near.latitude, near.longitude, latitude, longitude),
    source: 'local',
    attribution: there.attribution,
  }
}
