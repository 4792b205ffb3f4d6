import { distanceMeters } from '@fairway/geo'
import {
  getKind,
  getLabel,
  isStreetType,
  listAncestors,
  type PlaceIndex,
  type Position,
  parseKindQuery,
  readDetails,
  type SourcedPlace,
  searchAll,
  tokenizeToStrings,
} from '@fairway/places'
import type { LoadedPlaceIndex } from '../../../maps/places/place-index.ts'
import type { GeocodeQuery } from './geocoded.ts'

/** Place to search around, as in "hospital near Tres Cruces". */
export interface SearchCenter extends Position {
  readonly confidence: number
}

/** Number of results that are compared. Many shops and stops may share the name of a neighborhood. */
const MAX_COMPARED_PLACES = 20
/** Maximum distance of another place with the same name from the first result. Beyond it, the place is in another city. */
const MAX_NAMESAKE_METERS = 50_000

const settlementKinds: ReadonlySet<string> = new Set(['city', 'town', 'village', 'suburb', 'region', 'country'])
/** Tags of points of interest by which people describe where something is. */
const landmarkTags: Readonly<Record<string, readonly string[]>> = {
  aeroway: ['aerodrome', 'terminal'],
  amenity: ['bus_station', 'ferry_terminal', 'hospital', 'marketplace', 'place_of_worship', 'theatre', 'university'],
  historic: ['castle', 'monument'],
  leisure: ['park', 'stadium'],
  natural: ['beach'],
  place: ['square'],
  public_transport: ['station'],
  railway: ['station', 'halt'],
  shop: ['mall'],
  tourism: ['attraction', 'museum', 'zoo'],
}

/**
 * Finds the place to search around. Of several places nearby with the same name, prefers a settlement or neighborhood,
 * then a landmark such as a station, a mall or a park, and then the first result, such as a street.
 */
export function findCenter(indexes: readonly LoadedPlaceIndex[], query: GeocodeQuery): SearchCenter | undefined {
  const { text, near, countryCode, isTyping } = query
  const searches = indexes.map(({ search }) => search)
  const result = searchAll(searches, text, { limit: MAX_COMPARED_PLACES, near, countryCode, isOpen: isTyping })
  if (result.kind === 'position') return { ...result.position, confidence: 1 }
  const [first] = result.places
  if (!first) return undefined
  const words = tokenizeToStrings(text)
  if (!isNamedSo(indexes[first.source], first, words)) return first
  const namesakes = result.places.filter(
    (place) =>
      isNamedSo(indexes[place.source], place, words) &&
      distanceMeters(first.latitude, first.longitude, place.latitude, place.longitude) <= MAX_NAMESAKE_METERS,
  )
  return (
    namesakes.find((place) => isSettlement(indexes[place.source], place)) ??
    namesakes.find((place) => isLandmark(indexes[place.source], place)) ??
    first
  )
}

/**
 * Returns whether a place has this name, apart from words for its kind. For example, Terminal Tres Cruces and Pasaje
 * Tres Cruces are named Tres Cruces.
 */
function isNamedSo(
  placeIndex: LoadedPlaceIndex | undefined,
  { entry, house }: SourcedPlace,
  words: readonly string[],
): boolean {
  if (placeIndex === undefined || house !== undefined) return false
  const { index } = placeIndex
  const name = getLabel(index, entry)
  const nameWords = tokenizeToStrings(name)
  const ownWords =
    getKind(index, entry) === 'street'
      ? nameWords.filter((word) => !isStreetType(word))
      : (parseKindQuery(name)?.rest.split(' ') ?? nameWords)
  return [nameWords, ownWords].some((own) => {
    const areaWords = words.slice(own.length)
    return (
      own.length > 0 && own.join(' ') === words.slice(0, own.length).join(' ') && isInAreas(index, entry, areaWords)
    )
  })
}

/** Returns whether the words are names of areas around an entry, as in "Tres Cruces Montevideo". */
function isInAreas(index: PlaceIndex, entry: number, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const areaWords = listAncestors(index, entry).flatMap((area) => tokenizeToStrings(getLabel(index, area)))
  return words.every((word) => areaWords.includes(word))
}

function isSettlement(placeIndex: LoadedPlaceIndex | undefined, { entry }: SourcedPlace): boolean {
  return placeIndex !== undefined && settlementKinds.has(getKind(placeIndex.index, entry))
}

function isLandmark(placeIndex: LoadedPlaceIndex | undefined, { entry }: SourcedPlace): boolean {
  if (placeIndex === undefined) return false
  const kind = getKind(placeIndex.index, entry)
  if (kind === 'airport' || kind === 'port') return true
  const tags = kind === 'poi' ? (readDetails(placeIndex.index, entry)?.tags ?? {}) : {}
  return Object.entries(landmarkTags).some(([key, values]) => values.includes(tags[key] ?? ''))
}
