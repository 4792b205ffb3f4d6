import { distanceMeters } from '@fairway/geo'
import {
  countAreas,
  findNearestAreas,
  findNearestPoints,
  getImportance,
  getKind,
  getPosition,
  isOfKind,
  type KindQuery,
  limitConfidences,
  type PlaceKindTag,
  type Position,
  parseKindQuery,
  searchAll,
  tokenizeToStrings,
} from '@fairway/places'
import type { LoadedPlaceIndex } from '../../../maps/places/place-index.ts'
import { findEntryCountryCode } from './address.ts'
import { findCenter } from './find-center.ts'
import type { GeocodedPlace, GeocodeQuery } from './geocoded.ts'

/** Functions that find places by name and describe an index entry. */
export interface NameSearch {
  readonly find: (query: GeocodeQuery) => GeocodedPlace[]
  /** Describes an entry. A place without a name is named after its `kind`. */
  readonly describe: (placeIndex: LoadedPlaceIndex, entry: number, kind: PlaceKindTag) => GeocodedPlace
}

/** Maximum distance to a place of the requested kind, in meters. Airports are rarer, so their limit is higher. */
const MAX_KIND_METERS = 50_000
const MAX_AIRPORT_METERS = 300_000
/** Minimum importance of an airport. Smaller airfields have no scheduled flights. */
const MIN_AIRPORT_IMPORTANCE = 0.45
const SAME_PLACE_METERS = 1
/**
 * Minimum confidence at which a query counts as a name. For example, "Parque Rodó" is a neighborhood and not any park.
 */
const MIN_NAME_CONFIDENCE = 0.85
/** Minimum confidence of the place to search around. */
const MIN_PLACE_CONFIDENCE = 0.6
/** Minimum confidence of a match that is spelled like the name. */
const MIN_CERTAIN_CONFIDENCE = 0.95
/** Minimum confidence at which a place of the kind matches a query by its name. */
const MIN_OWN_NAME_CONFIDENCE = 0.5
/**
 * Minimum importance of a city that takes precedence over a kind with the same name. For example, Praia is a capital,
 * but the word means beach.
 */
const MIN_CITY_IMPORTANCE = 0.62

const settlementKinds: ReadonlySet<string> = new Set(['city', 'town', 'village', 'suburb', 'region', 'country'])

/**
 * Answers queries for a kind of place, such as "gas station", "farmacia cerca de Pocitos" or "carrasco airport".
 * Returns undefined for other queries.
 */
export function findByKind(
  indexes: readonly LoadedPlaceIndex[],
  query: GeocodeQuery,
  names: NameSearch,
): GeocodedPlace[] | undefined {
  const kindQuery = parseKindQuery(query.text)
  if (!kindQuery) return undefined
  if (kindQuery.rest !== '') return findKindWithWords(indexes, query, kindQuery, names)
  const nearest = findNearestOfKind(indexes, kindQuery.kind, query, names)
  const namesakes = names.find(query).filter(({ confidence }) => confidence >= MIN_NAME_CONFIDENCE)
  const isCity = namesakes[0] !== undefined && isWellKnown(indexes, namesakes[0], query.text)
  const isName = namesakes[0] !== undefined && mayBeName(kindQuery, namesakes[0], query.text)
  return mergePlaces(isCity || isName ? [...namesakes, ...nearest] : [...nearest, ...namesakes], query.limit)
}

/**
 * Returns whether a query may be a name rather than a kind. "La Playa" may be any place with this name, and "Flores" or
 * "Baker" may be a town. Shops are often named after their kind, as in "Farmacias".
 */
function mayBeName({ isQualified, isInflected }: KindQuery, place: GeocodedPlace, text: string): boolean {
  if (foldName(place.name) !== foldName(text)) return false
  return isQualified || (isInflected && settlementKinds.has(place.kind))
}

/** Finds a kind together with other words, which are a place to search around or a part of the name. */
function findKindWithWords(
  indexes: readonly LoadedPlaceIndex[],
  query: GeocodeQuery,
  { kind, rest, isNear }: KindQuery,
  names: NameSearch,
): GeocodedPlace[] | undefined {
  const [namedPlace] = names.find(query)
  if (namedPlace && !isNear && isNamedSo(namedPlace, query.text, rest)) return undefined
  // While a name such as "Parque Rodó" is being typed, its first word does not count as a kind.
  if (query.isTyping && !isNear) return undefined
  if (isNear) {
    const center = findCenter(indexes, { ...query, text: rest })
    return center && center.confidence >= MIN_PLACE_CONFIDENCE
      ? findAround(indexes, kind, center, query, names)
      : undefined
  }
  const [place] = names.find({ ...query, text: rest, limit: 1 })
  const isArea = place !== undefined && settlementKinds.has(place.kind)
  const ownNames = findNamesOfKind(indexes, kind, { ...query, text: rest }, names)
  // "hotel vaduz" means a hotel in Vaduz, and not the hotel Vaduzerhof.
  // "carasco airport" means the airport Carrasco on the map, and not one near the Italian village.
  const isInArea = isArea && place.confidence >= MIN_CERTAIN_CONFIDENCE && isLocalOrLarge(indexes, place)
  const minConfidence = isInArea ? MIN_CERTAIN_CONFIDENCE : MIN_OWN_NAME_CONFIDENCE
  if ((ownNames[0]?.confidence ?? 0) >= minConfidence) return ownNames
  return isArea && place.confidence >= MIN_NAME_CONFIDENCE ? findAround(indexes, kind, place, query, names) : undefined
}

/** Finds the nearest places of the kind around a place, with their distances from the requested position. */
function findAround(
  indexes: readonly LoadedPlaceIndex[],
  kind: PlaceKindTag,
  { latitude, longitude }: Position,
  query: GeocodeQuery,
  names: NameSearch,
): GeocodedPlace[] | undefined {
  const nearest = findNearestOfKind(indexes, kind, { ...query, near: { latitude, longitude } }, names)
  return nearest.length > 0 ? nearest.map((nearbyPlace) => measureFrom(nearbyPlace, query.near)) : undefined
}

/**
 * Returns whether a place is named like the query, including the words for the kind. For example, "playa pocitos" is a
 * beach, and not the shop Pocitos Plaza.
 */
function isNamedSo({ name, confidence }: GeocodedPlace, text: string, remainingText: string): boolean {
  const [nameWords, otherWords] = [tokenizeToStrings(name), tokenizeToStrings(remainingText)]
  const kindWords = tokenizeToStrings(text).filter((word) => !otherWords.includes(word))
  // A name that consists only of words for the kind does not count. For example, a metro station named Aeroporto is not
  // the airport of Porto.
  if (nameWords.every((word) => kindWords.includes(word))) return false
  if (confidence >= MIN_CERTAIN_CONFIDENCE) return true
  return confidence >= MIN_NAME_CONFIDENCE && kindWords.some((word) => nameWords.includes(word))
}

/** Finds places of the kind that have the words in their names, such as "carrasco airport". */
function findNamesOfKind(
  indexes: readonly LoadedPlaceIndex[],
  kind: PlaceKindTag,
  { text, limit, near, countryCode }: GeocodeQuery,
  names: NameSearch,
): GeocodedPlace[] {
  const searches = indexes.map(({ search }) => search)
  const accepts = (entry: number, source: number) => {
    const index = indexes[source]?.index
    return index !== undefined && isOfKind(index, entry, kind)
  }
  const result = searchAll(searches, text, { limit, near: near ?? findCenters(indexes)[0], countryCode, accepts })
  if (result.kind !== 'places') return []
  const places = result.places
    .filter(({ confidence }) => confidence >= MIN_OWN_NAME_CONFIDENCE)
    .flatMap(({ source, entry, confidence }) => {
      const placeIndex = indexes[source]
      if (!placeIndex) return []
      return [{ ...measureFrom(names.describe(placeIndex, entry, kind), near), confidence: Math.min(1, confidence) }]
    })
  return mergePlaces(places, limit)
}

/** Finds the nearest places of the kind around the requested position, or around the centers of the loaded maps. */
function findNearestOfKind(
  indexes: readonly LoadedPlaceIndex[],
  kind: PlaceKindTag,
  query: GeocodeQuery,
  names: NameSearch,
): GeocodedPlace[] {
  const centers = query.near ? [query.near] : findCenters(indexes)
  const placesNearCenters = centers.flatMap((center) =>
    indexes.flatMap((placeIndex) =>
      listNearest(placeIndex, kind, center, query).map((nearest) => ({ placeIndex, ...nearest })),
    ),
  )
  // A map also contains airfields and military bases, but the gazetteer lists airports with scheduled flights.
  const inWorld = placesNearCenters.filter(({ placeIndex }) => placeIndex.region === undefined)
  const sorted = (inWorld.length > 0 ? inWorld : placesNearCenters).sort((a, b) => a.meters - b.meters)
  const places = sorted.map(({ placeIndex, entry, meters }) => ({
    ...names.describe(placeIndex, entry, kind),
    distanceMeters: query.near ? meters : undefined,
  }))
  return mergePlaces(places, query.limit)
}

function listNearest(
  { region, index, nearbyTree }: LoadedPlaceIndex,
  kind: PlaceKindTag,
  center: Position,
  { limit, countryCode }: GeocodeQuery,
): { readonly entry: number; readonly meters: number }[] {
  const isInCountry = (entry: number) => countryCode === undefined || findEntryCountryCode(index, entry) === countryCode
  if (region === undefined) {
    if (kind.value !== 'aerodrome') return []
    const accepts = (entry: number) =>
      getKind(index, entry) === 'airport' && getImportance(index, entry) >= MIN_AIRPORT_IMPORTANCE && isInCountry(entry)
    const airports = findNearestAreas(index, center, { limit, radiusMeters: MAX_AIRPORT_METERS, accepts })
    return airports.map(({ entry, distanceMeters: meters }) => ({ entry, meters }))
  }
  const getEntry = (point: number) => nearbyTree.entry[point] ?? 0
  const accepts = (point: number) => isOfKind(index, getEntry(point), kind) && isInCountry(getEntry(point))
  const options = { limit, radiusMeters: MAX_KIND_METERS, accepts }
  const points = findNearestPoints(nearbyTree, nearbyTree.order, center.latitude, center.longitude, options)
  return points.map(({ point, distanceMeters: meters }) => ({ entry: getEntry(point), meters }))
}

/** Finds the most important settlement of each map. Areas are sorted by importance. */
function findCenters(indexes: readonly LoadedPlaceIndex[]): Position[] {
  return indexes.flatMap(({ region, index }) => {
    if (region === undefined) return []
    for (let area = 0; area < countAreas(index); area++) {
      const kind = getKind(index, area)
      if (kind === 'city' || kind === 'town' || kind === 'village') return [getPosition(index, area)]
    }
    return []
  })
}

/** Returns whether the whole query is the name of a neighborhood or of a larger city. */
function isWellKnown(indexes: readonly LoadedPlaceIndex[], place: GeocodedPlace, text: string): boolean {
  if (!settlementKinds.has(place.kind) || foldName(place.name) !== foldName(text)) return false
  return place.kind === 'suburb' || indexes.some((placeIndex) => isLargeArea(placeIndex, place))
}

/** Returns whether a settlement is on a loaded map, or is a larger city anywhere. */
function isLocalOrLarge(indexes: readonly LoadedPlaceIndex[], place: GeocodedPlace): boolean {
  return indexes.some(
    (placeIndex) =>
      isLargeArea(placeIndex, place) || (placeIndex.region !== undefined && findArea(placeIndex, place) !== undefined),
  )
}

function isLargeArea(placeIndex: LoadedPlaceIndex, place: GeocodedPlace): boolean {
  const area = findArea(placeIndex, place)
  return area !== undefined && getImportance(placeIndex.index, area) >= MIN_CITY_IMPORTANCE
}

/** Finds the entry of a settlement in an index. */
function findArea({ index }: LoadedPlaceIndex, place: GeocodedPlace): number | undefined {
  const accepts = (entry: number) => getKind(index, entry) === place.kind
  return findNearestAreas(index, place, { limit: 1, radiusMeters: 1, accepts })[0]?.entry
}

function foldName(name: string): string {
  return tokenizeToStrings(name).join(' ')
}

function measureFrom(place: GeocodedPlace, nearPosition: Position | undefined): GeocodedPlace {
  const meters =
    nearPosition && distanceMeters(nearPosition.latitude, nearPosition.longitude, place.latitude, place.longitude)
  return { ...place, distanceMeters: meters }
}

/** Merges duplicates. A place may be on two maps, or found by kind and by name. */
function mergePlaces(places: readonly GeocodedPlace[], limit: number): GeocodedPlace[] {
  const merged: GeocodedPlace[] = []
  for (const place of places) {
    if (merged.length === limit) break
    const isRepeated = merged.some(
      ({ latitude, longitude }) =>
        distanceMeters(latitude, longitude, place.latitude, place.longitude) <= SAME_PLACE_METERS,
    )
    if (!isRepeated) merged.push(place)
  }
  return limitConfidences(merged)
}
