import { type Position, parsePosition } from '../text/position.ts'
import { type FoundCrossing, findCrossings } from './crossing.ts'
import type { PlaceSearch } from './search.ts'
import { DEFAULT_LIMIT, type FoundPlace, type SearchOptions } from './search-types.ts'

/** A text is a position, or it names places. */
export type Findings =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'places'; readonly places: readonly (FoundPlace | FoundCrossing)[] }

/** Everything that a text may mean: coordinates, a plus code, the crossing of two streets, an address, a place. */
export function findPlaces(search: PlaceSearch, text: string, options: SearchOptions = {}): Findings {
  const position = parsePosition(text)
  if (position) return { kind: 'position', position }
  const places = search.find(text, options)
  const crossings = findCrossings(search, text, options)
  return { kind: 'places', places: crossingsFirst(crossings, places, options.limit ?? DEFAULT_LIMIT) }
}

/** A crossing that fits is meant unless something fits clearly better: "y", "and" and "at" are parts of names too. */
export function crossingsFirst<P extends FoundPlace, C extends FoundPlace>(
  crossings: readonly C[],
  places: readonly P[],
  limit: number,
): (P | C)[] {
  const [best] = places
  const [crossing] = crossings
  if (!crossing || (best && best.confidence > crossing.confidence + 0.05)) return places.slice(0, limit)
  return [...crossings.slice(0, Math.max(1, limit - 2)), ...places].slice(0, limit)
}
