import { distanceMeters } from '@fairway/geo'
import { getLabel } from '../index/place-index.ts'
import type { PlaceIndex } from '../index/schema.ts'
import { tokenizeToStrings } from '../text/tokenize.ts'
import type { PlaceMatch } from './search-types.ts'

/** Minimum quality of an exact house. A house of lower quality is a neighbor or an estimate. */
const MIN_EXACT_QUALITY = 0.95
/** Maximum quality of a house with another number, or with the number of another building. */
const MAX_NEIGHBOR_QUALITY = 0.5
/**
 * Maximum confidence of a neighbor with a different number. The neighbor only indicates where the requested house is.
 */
const MAX_NEIGHBOR_CONFIDENCE = 0.7
const MAX_NEIGHBOR_METERS = 15_000
/**
 * Maximum distance of the exact house if the first result is interpolated between two known houses of the named town.
 * This distance is short, because every village has a Landstrasse 12.
 */
const MAX_INTERPOLATED_METERS = 2000
/**
 * Minimum confidence of the exact house, relative to the first result. With less confidence, it is probably in another
 * town.
 */
const MIN_CONFIDENCE_SHARE = 0.6
/**
 * Minimum confidence of a house that explains the whole query, and maximum confidence of a first result that does not.
 * For example, Bulgaria 4025 is a house on a street, and the country explains only its name.
 */
const MIN_FULL_CONFIDENCE = 0.95
const MAX_PARTIAL_CONFIDENCE = 0.8
/**
 * Minimum lead in confidence of a house with a mistyped street over a more important place that explains less of the
 * query.
 */
const MIN_CONFIDENCE_LEAD = 0.1
/** Maximum lead in rank of a neighbor over a house with exactly this number on a street with a similar name. */
const MAX_RANK_LEAD = 0.03

/**
 * Moves the requested house to the top if the first result is a street of the same name without this number. Maps often
 * assign houses to a different settlement or district than postal addresses do. The house also moves to the top if the
 * first result is a different kind of place that does not explain the number.
 */
export function preferExactHouses<T extends PlaceMatch>(places: readonly T[], indexOf: (place: T) => PlaceIndex): T[] {
  const [first] = places
  if (!first || (isExactHouse(first) && !isPartOfRange(first))) return [...places]
  const nameOf = (place: T) => tokenizeToStrings(getLabel(indexOf(place), place.entry)).join(' ')
  const maxMeters = first.house?.isInterpolated ? MAX_INTERPOLATED_METERS : MAX_NEIGHBOR_METERS
  const isNeighbor = (place: T) =>
    place.confidence >= MIN_CONFIDENCE_SHARE * first.confidence &&
    distanceMeters(first.latitude, first.longitude, place.latitude, place.longitude) <= maxMeters &&
    nameOf(place) === nameOf(first)
  const isWhole = ({ confidence }: T) =>
    first.house === undefined &&
    first.confidence < MAX_PARTIAL_CONFIDENCE &&
    (confidence >= MIN_FULL_CONFIDENCE || confidence >= first.confidence + MIN_CONFIDENCE_LEAD)
  const isAlmostFirst = (place: T) =>
    first.house !== undefined &&
    first.house.quality <= MAX_NEIGHBOR_QUALITY &&
    place.rank >= first.rank - MAX_RANK_LEAD &&
    distanceMeters(first.latitude, first.longitude, place.latitude, place.longitude) <= MAX_NEIGHBOR_METERS
  const isMoreExact = (place: T) => isExactHouse(place) && !(isExactHouse(first) && isPartOfRange(place))
  const exactMatch = places.find(
    (place) => isMoreExact(place) && (isWhole(place) || isNeighbor(place) || isAlmostFirst(place)),
  )
  if (!exactMatch) return [...places]
  // This house is at least as likely as the first result, unless it is in another town than the query says.
  const confidence = Math.max(exactMatch.confidence, Math.min(first.confidence, MAX_NEIGHBOR_CONFIDENCE))
  return [{ ...exactMatch, confidence, rank: first.rank }, ...places.filter((place) => place !== exactMatch)]
}

export function isExactHouse({ house }: PlaceMatch): boolean {
  return house !== undefined && house.quality >= MIN_EXACT_QUALITY
}

/** Returns whether the query names a range. A house with exactly this number, such as 12-14 in Queens, is preferred. */
function isPartOfRange({ house }: PlaceMatch): boolean {
  return house?.isPartOfRange === true
}

export function limitNeighborConfidence<T extends PlaceMatch>(place: T): T {
  const isNeighbor = place.house !== undefined && place.house.quality <= MAX_NEIGHBOR_QUALITY
  return isNeighbor && place.confidence > MAX_NEIGHBOR_CONFIDENCE
    ? { ...place, confidence: MAX_NEIGHBOR_CONFIDENCE }
    : place
}
