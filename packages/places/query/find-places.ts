import { type Position, parseCoordinates } from '../text/coordinates.ts'
import { parsePlusCode } from '../text/plus-code.ts'
import { type FoundCrossing, findCrossings } from './crossing.ts'
import type { PlaceSearch } from './search.ts'
import type { FoundPlace, SearchOptions } from './search-types.ts'

/** A text is a position, or it names places. */
export type Findings =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'places'; readonly places: readonly (FoundPlace | FoundCrossing)[] }

/** Everything that a text may mean: coordinates, a plus code, the crossing of two streets, an address, a place. */
export function findPlaces(search: PlaceSearch, text: string, options: SearchOptions = {}): Findings {
  const position = parseCoordinates(text) ?? parsePlusCode(text)
  if (position) return { kind: 'position', position }
  const places = search.find(text, options)
  const crossings = findCrossings(search, text, options)
  const [best] = places
  const [crossing] = crossings
  if (!crossing || (best && best.confidence > crossing.confidence + 0.05)) return { kind: 'places', places }
  const limit = options.limit ?? 5
  return { kind: 'places', places: [...crossings.slice(0, Math.max(1, limit - 2)), ...places].slice(0, limit) }
}
