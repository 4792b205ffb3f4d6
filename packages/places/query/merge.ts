import { areaCount, entryCount } from '../index/schema.ts'
import { parseShortPlusCode, resolvePlusCode } from '../text/plus-code.ts'
import { isLikeCoordinates, type Position, parsePosition } from '../text/position.ts'
import { type FoundCrossing, findCrossings } from './crossing.ts'
import { isSamePlace, isWrittenTwice } from './same-place.ts'
import type { PlaceSearch } from './search.ts'
import { DEFAULT_LIMIT, type FoundPlace, GOOD_MATCH, type SearchOptions } from './search-types.ts'
import { saysLittle, scaled } from './words/doubt.ts'
import { clipText, parseWords } from './words/query-words.ts'

/** Which of the searches found it: its place in the list. */
export type Sourced<T> = T & { readonly source: number }
export type SourcedPlace = Sourced<FoundPlace> | Sourced<FoundCrossing>

export type MergedFindings = { readonly kind: 'position'; readonly position: Position } | MergedPlaces

export interface MergedPlaces {
  readonly kind: 'places'
  readonly places: readonly SourcedPlace[]
}

export interface MergeOptions extends Omit<SearchOptions, 'accepts' | 'leastWeights'> {
  /** Only these entries of these searches. */
  readonly accepts?: ((entry: number, source: number) => boolean) | undefined
}

/** Some of what each search finds is the same place. */
const SPARE = 3
/** A street with less of what was asked is another one. */
const FITTING = 0.5

/**
 * Asks several indexes, the world and the regions, and puts what they find into one list. What two of them have comes
 * once, from the one that ranks it higher; of equals from the search that comes first.
 */
export function findInAll(searches: readonly PlaceSearch[], text: string, options: MergeOptions = {}): MergedFindings {
  const position = parsePosition(text) ?? shortCode(searches, text, options)
  if (position) return { kind: 'position', position }
  if (isLikeCoordinates(text)) return { kind: 'places', places: [] }
  if (searches.length < 2) return findWith(searches, text, options, undefined)
  const leastWeights = mostOf(searches.map((search) => search.weigh(text)))
  // What one of them knows well need not be sought with mistakes in the others, which takes most of the time.
  const plainly = findWith(searches, text, { ...options, mayBeMistyped: false }, leastWeights)
  const isGood = (plainly.places[0]?.confidence ?? 0) >= GOOD_MATCH
  return isGood || saysLittle(parseWords(clipText(text))) ? plainly : findWith(searches, text, options, leastWeights)
}

function findWith(
  searches: readonly PlaceSearch[],
  text: string,
  options: MergeOptions,
  leastWeights: Float64Array | undefined,
): MergedPlaces {
  const limit = options.limit ?? DEFAULT_LIMIT
  const places: Sourced<FoundPlace>[] = []
  const crossings: Sourced<FoundCrossing>[] = []
  for (const [source, search] of searches.entries()) {
    const { accepts } = options
    const own: SearchOptions = {
      ...options,
      leastWeights,
      limit: limit + SPARE,
      accepts: accepts && ((entry) => accepts(entry, source)),
    }
    for (const place of search.find(text, own)) places.push({ ...place, source })
    if (!hasStreets(search)) continue
    // Other words in other places: what they weigh elsewhere is not known for each part.
    for (const crossing of findCrossings(search, text, { ...own, leastWeights: undefined }))
      crossings.push({ ...crossing, source })
  }
  if (options.mayBeMistyped !== false) preferTowns(searches, places)
  const once = <T extends Sourced<FoundPlace>>(found: T[]) => withoutDoubles(searches, found.sort(byRank), limit)
  return { kind: 'places', places: crossingsFirst(once(crossings), once(places), limit) }
}

/** Where no street or shop fits, the town that was written behind it is what remains. */
function preferTowns(searches: readonly PlaceSearch[], places: Sourced<FoundPlace>[]): void {
  const isLeaf = ({ source, entry }: Sourced<FoundPlace>) => entry >= areaCount(searches[source].index)
  if (places.some((place) => place.confidence >= FITTING && isLeaf(place))) return
  for (const [at, place] of places.entries()) {
    if (place.asTown > place.confidence) places[at] = scaled(place, place.asTown / place.confidence)
  }
}

/** A crossing that fits is meant unless something fits clearly better: "y", "and" and "at" are parts of names too. */
function crossingsFirst<P extends FoundPlace, C extends FoundPlace>(
  crossings: readonly C[],
  places: readonly P[],
  limit: number,
): (P | C)[] {
  const [best] = places
  const [crossing] = crossings
  if (!crossing || (best && best.confidence > crossing.confidence + 0.05)) return places.slice(0, limit)
  return [...crossings.slice(0, Math.max(1, limit - 2)), ...places].slice(0, limit)
}

/** A short plus code, near the place that is written behind it, or near the asker. */
function shortCode(searches: readonly PlaceSearch[], text: string, options: MergeOptions): Position | undefined {
  const code = parseShortPlusCode(text)
  if (!code) return undefined
  if (code.place === '') return options.near && resolvePlusCode(code, options.near)
  const found = findInAll(searches, code.place, { ...options, limit: 1 })
  const near = found.kind === 'position' ? found.position : found.places[0]
  return near && resolvePlusCode(code, near)
}

function mostOf(weights: readonly Float64Array[]): Float64Array {
  const [first] = weights
  return first.map((_, at) => Math.max(...weights.map((one) => one[at])))
}

function byRank(a: Sourced<FoundPlace>, b: Sourced<FoundPlace>): number {
  return b.rank - a.rank || a.source - b.source || a.entry - b.entry
}

/** Of one index, which parts what lies in it itself, only what its sources have twice; of different ones all that is one. */
function withoutDoubles<T extends Sourced<FoundPlace>>(
  searches: readonly PlaceSearch[],
  sorted: readonly T[],
  limit: number,
): T[] {
  const kept: T[] = []
  const placed = (place: T) => ({ index: searches[place.source].index, place })
  for (const place of sorted) {
    if (kept.length === limit) break
    const isKnown = kept.some((other) =>
      (other.source === place.source ? isWrittenTwice : isSamePlace)(placed(other), placed(place)),
    )
    if (!isKnown) kept.push(place)
  }
  return kept
}

/** All that is no area lies behind the areas; the gazetteer has nothing else, and asking it for streets costs time. */
function hasStreets({ index }: PlaceSearch): boolean {
  return entryCount(index) > areaCount(index)
}
