import { distanceMeters } from '@fairway/geo'
import {
  getKind,
  getPosition,
  type PlaceKindTag,
  type Position,
  readDetails,
  type SourcedPlace,
  searchAll,
  toPlaceId,
  toPositionId,
} from '@fairway/places'
import type { LoadedPlaceIndex } from '../../../maps/places/place-index.ts'
import { buildAddress } from './address.ts'
import { findByKind } from './find-by-kind.ts'
import type { GeocodedPlace, GeocodeQuery } from './geocoded.ts'
import { findKindName, formatKindName } from './kind-name.ts'
import { formatPlaceLabel } from './label.ts'
import { getNameIn } from './languages.ts'
import { reverseLocally } from './reverse-locally.ts'

/**
 * Returns all local matches of a query, likeliest first. Matches are the nearest places of a kind, or places with a
 * matching name.
 */
export function findLocally(indexes: readonly LoadedPlaceIndex[], query: GeocodeQuery): GeocodedPlace[] {
  if (query.isAddress) return findByName(indexes, query)
  const places = findByKind(indexes, query, {
    find: (nameQuery) => findByName(indexes, nameQuery),
    describe: (placeIndex, entry, kind) => {
      const match = { source: 0, entry, ...getPosition(placeIndex.index, entry), ...EXACT_MATCH }
      return describePlace(placeIndex, match, query.language, getFallbackName(placeIndex, entry, kind))
    },
  })
  return places ?? findByName(indexes, query)
}

/** Match of a place of the requested kind, which matches the words completely. */
const EXACT_MATCH = { confidence: 1, rank: 1, asTown: 0, isGuess: false } as const

function findByName(indexes: readonly LoadedPlaceIndex[], query: GeocodeQuery): GeocodedPlace[] {
  const { text, limit, near, countryCode, language, isTyping } = query
  const searches = indexes.map(({ search }) => search)
  const accepts = query.isAddress ? (entry: number, source: number) => isAddressPart(indexes[source], entry) : undefined
  const matches = searchAll(searches, text, { limit, near, countryCode, isOpen: isTyping, accepts })
  if (matches.kind === 'position') return [describePosition(indexes, matches.position, query)]
  return matches.places.flatMap((match) => {
    const placeIndex = indexes[match.source]
    return placeIndex ? [describePlace(placeIndex, match, language)] : []
  })
}

/** Returns whether an entry can be part of an address, like a street or an area but unlike a shop, airport or port. */
function isAddressPart(placeIndex: LoadedPlaceIndex | undefined, entry: number): boolean {
  return placeIndex !== undefined && !nonAddressKinds.has(getKind(placeIndex.index, entry))
}

const nonAddressKinds: ReadonlySet<string> = new Set(['poi', 'airport', 'port'])

/** Returns the brand, the operator or the kind as the name of a place without a name, such as an ATM or a car park. */
function getFallbackName({ index }: LoadedPlaceIndex, entry: number, { value }: PlaceKindTag): string {
  const { brand, operator } = readDetails(index, entry)?.tags ?? {}
  const kindName = formatKindName(value)
  return brand ?? operator ?? `${kindName.slice(0, 1).toUpperCase()}${kindName.slice(1)}`
}

export function describePlace(
  placeIndex: LoadedPlaceIndex,
  place: SourcedPlace,
  language: string | undefined,
  fallbackName = '',
): GeocodedPlace {
  const { index, attribution } = placeIndex
  const { entry, house, latitude, longitude, confidence, distanceMeters } = place
  const otherEntry = 'otherEntry' in place ? place.otherEntry : undefined
  const entryName = getNameIn(index, entry, language) || fallbackName
  const details = readDetails(index, entry)
  const address = buildAddress(index, entry, language, house, details)
  const kind = otherEntry !== undefined ? 'crossing' : house ? 'address' : getKind(index, entry)
  // Country names are available in every language, regardless of the names in the source.
  const singleName = kind === 'country' ? (address.country ?? entryName) : entryName
  const name = otherEntry === undefined ? singleName : `${entryName} & ${getNameIn(index, otherEntry, language)}`
  return {
    id: toPlaceId(index, { entry, houseNumber: house?.number, otherEntry }, place, details),
    latitude,
    longitude,
    label: formatPlaceLabel(kind, name, address, findKindName(details?.tags)),
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

/** Returns the given position for a query with coordinates, labeled with the place at that position. */
export function describePosition(
  indexes: readonly LoadedPlaceIndex[],
  { latitude, longitude }: Position,
  { language, near }: Pick<GeocodeQuery, 'language' | 'near'>,
): GeocodedPlace {
  const nearest = reverseLocally(indexes, { latitude, longitude, language })
  return {
    id: toPositionId({ latitude, longitude }),
    latitude,
    longitude,
    label: nearest.label,
    name: nearest.label,
    kind: 'position',
    address: nearest.address ?? {},
    confidence: 1,
    isInterpolated: false,
    distanceMeters: near && distanceMeters(near.latitude, near.longitude, latitude, longitude),
    source: 'local',
    attribution: nearest.attribution,
  }
}
