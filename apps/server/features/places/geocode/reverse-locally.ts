import {
  findNearestAreas,
  findNearestEntries,
  findNearestHouses,
  getKind,
  getPosition,
  type HouseMatch,
  interpolateHouse,
  type NearbyEntry,
  type PlaceIndex,
  type Position,
  readDetails,
  toPlaceId,
} from '@fairway/places'
import type { LoadedPlaceIndex } from '../../../maps/places/place-index.ts'
import { buildAddress, findEntryCountryCode } from './address.ts'
import { findCountryAt } from './country-at.ts'
import type { ReverseGeocodedPlace, ReverseQuery } from './geocoded.ts'
import { formatAddressLabel, formatPlaceLabel } from './label.ts'
import { getNameIn } from './languages.ts'
import { describeRemotePosition, settlementKinds } from './wild.ts'

/** Maximum distance in meters at which a house is the match, even if a street is nearer. */
const MAX_CERTAIN_HOUSE_METERS = 30
const MAX_HOUSE_METERS = 100
const MAX_STREET_METERS = 300
/** Assumed radius of a settlement around its center, in meters. */
const settlementRadiusMeters: Readonly<Record<string, number>> = {
  suburb: 2000,
  village: 3000,
  town: 6000,
  city: 15_000,
}
const MAX_SETTLEMENT_RADIUS = 15_000
const MAX_NEAR_AREAS = 24

/** Nearby entry and its index. */
interface NearestMatch {
  readonly placeIndex: LoadedPlaceIndex
  readonly match: NearbyEntry
}

/** Returns the nearest address. If there is none, returns the street, the settlement, the country or the sea. */
export function reverseLocally(indexes: readonly LoadedPlaceIndex[], query: ReverseQuery): ReverseGeocodedPlace {
  // The world index contains no houses, and searching it takes time.
  const houseIndexes = indexes.filter(({ region }) => region !== undefined)
  const house = findNearest(houseIndexes, (placeIndex) => findNearestHouse(placeIndex, query))
  if (house && house.match.distanceMeters <= MAX_CERTAIN_HOUSE_METERS) return describeMatch(house, query)
  const street = findNearest(houseIndexes, (placeIndex) => findNearestStreet(placeIndex, query))
  const interpolatedPlace = street && describeInterpolated(street, query)
  if (interpolatedPlace) return interpolatedPlace
  // A house on another street behind the nearest street is a worse match than that street.
  const isOnOtherStreet = house && street && house.match.entry !== street.match.entry
  if (house && !(isOnOtherStreet && street.match.distanceMeters < house.match.distanceMeters / 2))
    return describeMatch(house, query)
  if (street) return describeMatch(street, query)
  const settlement = findSettlement(indexes, query)
  return settlement ? describeMatch(settlement, query) : describeRemotePosition(indexes, query)
}

function findSettlement(indexes: readonly LoadedPlaceIndex[], query: ReverseQuery): NearestMatch | undefined {
  const country = findCountryAt(query.latitude, query.longitude)
  const settlements = indexes.flatMap((placeIndex): NearestMatch[] => {
    const match = findNearestSettlement(placeIndex, query, country)
    return match ? [{ placeIndex, match }] : []
  })
  const bestSettlement = findMinBy(settlements, ({ placeIndex, match }) => toRelativeDistance(placeIndex.index, match))
  return bestSettlement && toRelativeDistance(bestSettlement.placeIndex.index, bestSettlement.match) <= 1
    ? bestSettlement
    : undefined
}

function findMinBy<T>(items: readonly T[], measure: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>((best, item) => (best && measure(best) <= measure(item) ? best : item), undefined)
}

function findNearest(
  indexes: readonly LoadedPlaceIndex[],
  find: (placeIndex: LoadedPlaceIndex) => NearbyEntry | undefined,
): NearestMatch | undefined {
  let bestMatch: NearestMatch | undefined
  for (const placeIndex of indexes) {
    const match = find(placeIndex)
    if (match && !(bestMatch && bestMatch.match.distanceMeters <= match.distanceMeters))
      bestMatch = { placeIndex, match }
  }
  return bestMatch
}

/** Finds the nearest house with a number or only a name. */
function findNearestHouse({ index }: LoadedPlaceIndex, from: Position): NearbyEntry | undefined {
  const [house] = findNearestHouses(index, from, { limit: 1, radiusMeters: MAX_HOUSE_METERS })
  const radiusMeters = house?.distanceMeters ?? MAX_HOUSE_METERS
  const accepts = (entry: number) => getKind(index, entry) === 'address'
  return findNearestEntries(index, from, { limit: 1, radiusMeters, accepts })[0] ?? house
}

function findNearestStreet({ index }: LoadedPlaceIndex, from: Position): NearbyEntry | undefined {
  const accepts = (entry: number) => getKind(index, entry) === 'street'
  return findNearestEntries(index, from, { limit: 1, radiusMeters: MAX_STREET_METERS, accepts })[0]
}

function findNearestSettlement(
  { index }: LoadedPlaceIndex,
  from: Position,
  country: string | undefined,
): NearbyEntry | undefined {
  const accepts = (entry: number) => settlementKinds.has(getKind(index, entry)) && isInCountry(country, index, entry)
  const areas = findNearestAreas(index, from, { limit: MAX_NEAR_AREAS, radiusMeters: MAX_SETTLEMENT_RADIUS, accepts })
  return findMinBy(areas, (area) => toRelativeDistance(index, area))
}

/**
 * Returns whether an entry is in the country of the position. For example, Bratislava does not extend into Austria. If
 * the center of a settlement is outside its own country, the borders are coarse or disputed and are ignored.
 */
function isInCountry(country: string | undefined, index: PlaceIndex, entry: number): boolean {
  const entryCountry = findEntryCountryCode(index, entry)
  if (country === undefined || entryCountry === undefined || entryCountry === country) return true
  const { latitude, longitude } = getPosition(index, entry)
  return findCountryAt(latitude, longitude) === country
}

/**
 * Returns the distance relative to the settlement's radius. For example, a position four kilometers from the center of
 * Paris is still in Paris, not in the nearer Neuilly.
 */
function toRelativeDistance(index: PlaceIndex, { entry, distanceMeters }: NearbyEntry): number {
  return distanceMeters / (settlementRadiusMeters[getKind(index, entry)] ?? 1)
}

function describeMatch({ placeIndex, match }: NearestMatch, { language }: ReverseQuery): ReverseGeocodedPlace {
  return toReversePlace(placeIndex, match, match.house, language)
}

function describeInterpolated(
  { placeIndex, match }: NearestMatch,
  query: ReverseQuery,
): ReverseGeocodedPlace | undefined {
  const house = interpolateHouse(placeIndex.index, match.entry, query)
  return house && toReversePlace(placeIndex, { ...match, ...house }, house.house, query.language)
}

function toReversePlace(
  { index, attribution }: LoadedPlaceIndex,
  { entry, latitude, longitude, distanceMeters }: NearbyEntry,
  house: HouseMatch | undefined,
  language: string | undefined,
): ReverseGeocodedPlace {
  const details = readDetails(index, entry)
  const address = buildAddress(index, entry, language, house, details)
  const kind = house || details?.houseNumber ? 'address' : getKind(index, entry)
  const houseNumber = house?.number
  const id = toPlaceId(index, { entry, houseNumber }, house ? { latitude, longitude } : undefined, details)
  const isInterpolated = house?.isInterpolated ?? false
  const label =
    kind === 'address'
      ? formatAddressLabel(address)
      : formatPlaceLabel(kind, getNameIn(index, entry, language), address)
  return { id, latitude, longitude, label, kind, address, isInterpolated, distanceMeters, source: 'local', attribution }
}
