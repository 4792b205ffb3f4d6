import { initialBearing } from '@fairway/geo'
import { findCountryName, findNearestAreas, getKind, type NearbyEntry, type Position } from '@fairway/places'
import { joinAttributions } from '../../../maps/places/place-directory.ts'
import type { LoadedPlaceIndex } from '../../../maps/places/place-index.ts'
import { buildAddress } from './address.ts'
import { findCountryAt, isAtSea } from './country-at.ts'
import type { NearestPlace, ReverseGeocodedPlace, ReverseQuery } from './geocoded.ts'
import { getNameIn } from './languages.ts'

export const settlementKinds: ReadonlySet<string> = new Set(['suburb', 'village', 'town', 'city'])

const BORDERS_ATTRIBUTION = 'Borders: © OpenStreetMap contributors (ODbL 1.0)'

/**
 * Describes a position with nothing nearby: the coordinates, with the nearest settlement and the country, or the sea.
 */
export function describeRemotePosition(
  indexes: readonly LoadedPlaceIndex[],
  query: ReverseQuery,
): ReverseGeocodedPlace {
  const { latitude, longitude, language } = query
  const isSeaPosition = isAtSea(latitude, longitude)
  const countryCode = isSeaPosition ? undefined : findCountryAt(latitude, longitude)
  const country = countryCode && findCountryName(countryCode, language)
  const nearestSettlement = findNearestSettlement(indexes, query)
  const nearest = nearestSettlement && toNearestPlace(nearestSettlement, language)
  const direction = nearest && describeRelativePosition(nearest, query)
  const nearCountry =
    nearestSettlement &&
    buildAddress(nearestSettlement.placeIndex.index, nearestSettlement.match.entry, language).country
  const label = [
    `${formatCoordinate(latitude)}, ${formatCoordinate(longitude)}`,
    isSeaPosition ? 'at sea' : undefined,
    direction,
    // A settlement across the border is named with its own country.
    direction && nearCountry !== country ? nearCountry : undefined,
    direction && nearCountry !== country && country ? `in ${country}` : country,
  ]
  return {
    latitude,
    longitude,
    label: label.filter(Boolean).join(', '),
    kind: isSeaPosition ? 'sea' : 'country',
    address: countryCode === undefined ? undefined : { country, country_code: countryCode },
    isInterpolated: false,
    distanceMeters: 0,
    nearest,
    source: 'local',
    attribution: joinAttributions([
      ...(nearestSettlement ? [nearestSettlement.placeIndex] : []),
      { attribution: BORDERS_ATTRIBUTION },
    ]),
  }
}

function findNearestSettlement(indexes: readonly LoadedPlaceIndex[], from: Position) {
  let bestEntry: { placeIndex: LoadedPlaceIndex; match: NearbyEntry } | undefined
  for (const placeIndex of indexes) {
    const accepts = (entry: number) => settlementKinds.has(getKind(placeIndex.index, entry))
    const [match] = findNearestAreas(placeIndex.index, from, { limit: 1, accepts })
    if (match && !(bestEntry && bestEntry.match.distanceMeters <= match.distanceMeters))
      bestEntry = { placeIndex, match }
  }
  return bestEntry
}

function toNearestPlace(
  { placeIndex, match }: { placeIndex: LoadedPlaceIndex; match: NearbyEntry },
  language: string | undefined,
): NearestPlace {
  const { entry, latitude, longitude, distanceMeters } = match
  return { latitude, longitude, distanceMeters, name: getNameIn(placeIndex.index, entry, language) }
}

const compassDirections = [
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
] as const

/** Describes a position relative to a settlement, such as `23 km northeast of Durazno`. */
function describeRelativePosition(nearest: NearestPlace, position: Position): string {
  const bearing =
    (initialBearing(nearest.latitude, nearest.longitude, position.latitude, position.longitude) + 360) % 360
  const direction = compassDirections[Math.round(bearing / 45) % 8]
  const km = Math.max(1, Math.round(nearest.distanceMeters / 1000)).toLocaleString('en-US')
  return `${km} km ${direction} of ${nearest.name}`
}

function formatCoordinate(degrees: number): string {
  return String(Math.round(degrees * 1e5) / 1e5)
}
