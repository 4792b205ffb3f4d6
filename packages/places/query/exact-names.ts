import { distanceMeters } from '@fairway/geo'
import { getImportance, getKind, getLabel } from '../index/place-index.ts'
import type { PlaceKind } from '../index/record.ts'
import type { PlaceIndex } from '../index/schema.ts'
import type { Position } from '../text/position.ts'
import { tokenizeToStrings } from '../text/tokenize.ts'
import { normalizeSpelling } from '../text/written.ts'
import { hasNameWords } from './same-place.ts'
import type { PlaceMatch } from './search-types.ts'

/** A result, its index, and whether that index is a loaded map or the world gazetteer. */
export interface RankedPlace<T extends PlaceMatch> {
  readonly index: PlaceIndex
  readonly isOnMap: boolean
  readonly place: T
}

/** Bonus for a settlement on a loaded map. A large city elsewhere with the same name outweighs this bonus. */
const MAP_SETTLEMENT_BONUS = 0.11
/**
 * Bonus for a suburb on a loaded map. It outweighs even a country, because users do not search for suburbs on another
 * continent.
 */
const MAP_SUBURB_BONUS = 0.6
/**
 * Bonuses for places on a loaded map while the user is typing. The first letters fit too many places in the world, and
 * users load the maps of the areas in which they search.
 */
const TYPED_MAP_BONUSES = { settlement: 0.12, other: 0.17 } as const
/** Minimum confidence of places that get one of these bonuses. */
const MIN_TYPED_CONFIDENCE = 0.75
/** Factor for results outside the map that are only similar, if the name of a place on the map matches exactly. */
const SIMILAR_FACTOR = 0.75
/** Maximum distance from the requested position at which a place on a map is treated as local. */
const MAX_LOCAL_METERS = 100_000
/**
 * Minimum importance of a town that outweighs a country with the same name in another language. Countries have names in
 * all languages.
 */
const MIN_NAMESAKE_IMPORTANCE = 0.615
const FOREIGN_NAME_FACTOR = 0.9
/**
 * Bonus for a town whose local name matches, over a larger town that has the name only in another language: Parma over
 * Perm.
 */
const OWN_NAME_BONUS = 0.046

const settlementKinds: ReadonlySet<PlaceKind> = new Set(['city', 'town', 'village'])

/**
 * Adjusts the ranks of places whose name is the whole query. Places on loaded maps get a bonus. Towns get a bonus over
 * countries and regions that have the same name only in another language.
 */
export function preferExactNames<T extends PlaceMatch>(
  places: readonly RankedPlace<T>[],
  text: string,
  nearPosition: Position | undefined,
): T[] {
  const words = tokenizeToStrings(text)
  const foldedText = words.join(' ')
  const spelling = normalizeSpelling(text)
  const namedPlaces = places.map((rankedPlace) => {
    const isExact = hasNameWords(rankedPlace.index, rankedPlace.place.entry, words)
    return {
      ...rankedPlace,
      isExact,
      isLocal: isExact && rankedPlace.isOnMap && isWithinReach(rankedPlace.place, nearPosition),
      label: isExact ? normalizeSpelling(getLabel(rankedPlace.index, rankedPlace.place.entry)) : '',
    }
  })
  const hasLocal = namedPlaces.some(({ isLocal }) => isLocal)
  const isNamesake = ({ index, place, label }: RankedPlace<T> & { readonly label: string }) =>
    label === spelling &&
    settlementKinds.has(getKind(index, place.entry)) &&
    getImportance(index, place.entry) >= MIN_NAMESAKE_IMPORTANCE
  const hasNamesake = namedPlaces.some(isNamesake)
  // "Andorra" is the country, and not its capital, although the capital has this name too.
  const isCountryName = namedPlaces.some(({ index, place, label }) => {
    return label === spelling && getKind(index, place.entry) === 'country'
  })
  return namedPlaces.map((namedPlace) => {
    const { index, place, isExact, isLocal, isOnMap, label } = namedPlace
    const kind = getKind(index, place.entry)
    const isLabel = foldName(label) === foldedText
    if (isLocal && (isLabel || !isCountryName)) return { ...place, rank: place.rank + computeLocalBonus(kind, isLabel) }
    if (hasLocal && !isExact && !isOnMap) return { ...place, rank: place.rank * SIMILAR_FACTOR }
    if (isNamesake(namedPlace) || (kind === 'country' && label === spelling))
      return { ...place, rank: place.rank + OWN_NAME_BONUS }
    const isForeignName = (kind === 'country' || kind === 'region') && label !== spelling
    return hasNamesake && isForeignName ? { ...place, rank: place.rank * FOREIGN_NAME_FACTOR } : place
  })
}

/** Raises the ranks of places on loaded maps for a query that is still being typed. */
export function preferMapsWhileTyping<T extends PlaceMatch>(
  places: readonly RankedPlace<T>[],
  nearPosition: Position | undefined,
): RankedPlace<T>[] {
  return places.map((rankedPlace) => {
    const { index, isOnMap, place } = rankedPlace
    if (!isOnMap || place.confidence < MIN_TYPED_CONFIDENCE || !isWithinReach(place, nearPosition)) return rankedPlace
    const kind = getKind(index, place.entry)
    if (kind === 'country' || kind === 'region') return rankedPlace
    const isSettlement = kind === 'suburb' || settlementKinds.has(kind)
    const bonus = isSettlement ? TYPED_MAP_BONUSES.settlement : TYPED_MAP_BONUSES.other
    return { ...rankedPlace, place: { ...place, rank: place.rank + bonus } }
  })
}

/**
 * Returns the bonus of a local place. Suburbs need a matching label, because another name of a suburb may be the name
 * of its city.
 */
function computeLocalBonus(kind: PlaceKind, isLabel: boolean): number {
  if (kind === 'suburb' && isLabel) return MAP_SUBURB_BONUS
  return kind === 'suburb' || settlementKinds.has(kind) ? MAP_SETTLEMENT_BONUS : 0
}

function foldName(name: string): string {
  return tokenizeToStrings(name).join(' ')
}

/** Returns whether a position is near the requested position. True if no position was requested. */
export function isWithinReach({ latitude, longitude }: Position, nearPosition: Position | undefined): boolean {
  return (
    nearPosition === undefined ||
    distanceMeters(nearPosition.latitude, nearPosition.longitude, latitude, longitude) <= MAX_LOCAL_METERS
  )
}
