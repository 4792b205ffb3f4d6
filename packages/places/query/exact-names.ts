import { distanceMeters } from '@fairway/geo'
import { getImportance, getKind, getLabel } from '../index/place-index.ts'
import type { PlaceKind } from '../index/record.ts'
import type { PlaceIndex } from '../index/schema.ts'
import type { Position } from '../text/position.ts'
import { tokenizeToStrings } from '../text/tokenize.ts'
import { normalizeSpelling } from '../text/written.ts'
import { hasNameWords } from './same-place.ts'
import type { PlaceMatch } from './search-types.ts'

/** A result, its index, and whether that index is a loaded map rather than the gazetteer of the world. */
export interface RankedPlace<T extends PlaceMatch> {
  readonly index: PlaceIndex
  readonly isOnMap: boolean
  readonly place: T
}

/** Bonus for a settlement of a loaded map. A large city elsewhere that has the same name outweighs it. */
const MAP_SETTLEMENT_BONUS = 0.11
/** Users do not search for suburbs on another continent, so a suburb on a loaded map outweighs even a country. */
const MAP_SUBURB_BONUS = 0.6
/** Factor for results outside the map that are only similar, when a place on the map has exactly the name. */
const SIMILAR_FACTOR = 0.75
/** A place on a map is treated as local only within this distance of the requested position. */
const MAX_LOCAL_METERS = 100_000
/** A country has names in all languages. A town of this importance whose local name matches outweighs it. */
const MIN_NAMESAKE_IMPORTANCE = 0.615
const FOREIGN_NAME_FACTOR = 0.9
/** Bonus for such a town over a larger one that has the name only in another language: Parma over Perm. */
const OWN_NAME_BONUS = 0.046

const settlementKinds: ReadonlySet<PlaceKind> = new Set(['city', 'town', 'village'])

/**
 * Adjusts the ranks of places whose name is the whole query: first of places on loaded maps, then of towns that share
 * the name with a country or region that has it only in another language.
 */
export function preferExactNames<T extends PlaceMatch>(
  places: readonly RankedPlace<T>[],
  text: string,
  near: Position | undefined,
): T[] {
  const words = tokenizeToStrings(text)
  const foldedText = words.join(' ')
  const spelling = normalizeSpelling(text)
  const namedPlaces = places.map((ranked) => {
    const isExact = hasNameWords(ranked.index, ranked.place.entry, words)
    return {
      ...ranked,
      isExact,
      isLocal: isExact && ranked.isOnMap && isWithinReach(ranked.place, near),
      label: isExact ? normalizeSpelling(getLabel(ranked.index, ranked.place.entry)) : '',
    }
  })
  const hasLocal = namedPlaces.some(({ isLocal }) => isLocal)
  const isNamesake = ({ index, place, label }: RankedPlace<T> & { readonly label: string }) =>
    label === spelling &&
    settlementKinds.has(getKind(index, place.entry)) &&
    getImportance(index, place.entry) >= MIN_NAMESAKE_IMPORTANCE
  const hasNamesake = namedPlaces.some(isNamesake)
  return namedPlaces.map((named) => {
    const { index, place, isExact, isLocal, isOnMap, label } = named
    const kind = getKind(index, place.entry)
    if (isLocal) return { ...place, rank: place.rank + computeLocalBonus(kind, foldName(label) === foldedText) }
    if (hasLocal && !isExact && !isOnMap) return { ...place, rank: place.rank * SIMILAR_FACTOR }
    if (isNamesake(named) || (kind === 'country' && label === spelling))
      return { ...place, rank: place.rank + OWN_NAME_BONUS }
    const isForeignName = (kind === 'country' || kind === 'region') && label !== spelling
    return hasNamesake && isForeignName ? { ...place, rank: place.rank * FOREIGN_NAME_FACTOR } : place
  })
}

/** Another name of a suburb may be that of its city. */
function computeLocalBonus(kind: PlaceKind, isLabel: boolean): number {
  if (kind === 'suburb' && isLabel) return MAP_SUBURB_BONUS
  return kind === 'suburb' || settlementKinds.has(kind) ? MAP_SETTLEMENT_BONUS : 0
}

function foldName(name: string): string {
  return tokenizeToStrings(name).join(' ')
}

/** True without a requested position. */
export function isWithinReach({ latitude, longitude }: Position, near: Position | undefined): boolean {
  return near === undefined || distanceMeters(near.latitude, near.longitude, latitude, longitude) <= MAX_LOCAL_METERS
}
