import { areaCount, entryCount } from '../index/schema.ts'
import { parseShortPlusCode, resolvePlusCode } from '../text/plus-code.ts'
import { isLikeCoordinates, type Position, parsePosition } from '../text/position.ts'
import { type FoundCrossing, findCrossings } from './crossing.ts'
import { isSamePlace, isWrittenTwice } from './same-place.ts'
import type { PlaceSearch } from './search.ts'
import { DEFAULT_LIMIT, type FoundPlace, GOOD_MATCH, type SearchOptions } from './search-types.ts'
import { saysLittle, scaled } from './words/doubt.ts'
import { clipText, parseWords } from './words/query-words.ts'

/** The index of the search that found the result. */
export type Sourced<T> = T & { readonly source: number }
export type SourcedPlace = Sourced<FoundPlace> | Sourced<FoundCrossing>

export type MergedFindings = { readonly kind: 'position'; readonly position: Position } | MergedPlaces

export interface MergedPlaces {
  readonly kind: 'places'
  readonly places: readonly SourcedPlace[]
}

export interface MergeOptions extends Omit<SearchOptions, 'accepts' | 'leastWeights'> {
  /** Filter by entry and source. */
  readonly accepts?: ((entry: number, source: number) => boolean) | undefined
}

/** Extra results per search, because some are duplicates across searches. */
const SPARE = 3
/** A street with a lower match is a different street. */
const FITTING = 0.5

/**
 * Searches several indexes, global and regional, and merges the results. Duplicates are kept once, from the index that
 * ranks them higher; ties go to the first search.
 */
export function findInAll(searches: readonly PlaceSearch[], text: string, options: MergeOptions = {}): MergedFindings {
  const position = parsePosition(text) ?? shortCode(searches, text, options)
  if (position) return { kind: 'position', position }
  if (isLikeCoordinates(text)) return { kind: 'places', places: [] }
  if (searches.length < 2) return findWith(searches, text, options, undefined)
  const leastWeights = mostOf(searches.map((search) => search.weigh(text)))
  // When one index has a good exact match, the others skip the typo search, which takes most of the time.
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
    // The query parts contain different words, so the weights from other indexes do not apply.
    for (const crossing of findCrossings(search, text, { ...own, leastWeights: undefined }))
      crossings.push({ ...crossing, source })
  }
  if (options.mayBeMistyped !== false) preferTowns(searches, places)
  const once = <T extends Sourced<FoundPlace>>(found: T[]) => withoutDoubles(searches, found.sort(byRank), limit)
  return { kind: 'places', places: crossingsFirst(once(crossings), once(places), limit) }
}

/** When no street or shop fits, prefer the town at the end of the query. */
function preferTowns(searches: readonly PlaceSearch[], places: Sourced<FoundPlace>[]): void {
  const isLeaf = ({ source, entry }: Sourced<FoundPlace>) => entry >= areaCount(searches[source].index)
  if (places.some((place) => place.confidence >= FITTING && isLeaf(place))) return
  for (const [at, place] of places.entries()) {
    if (place.asTown > place.confidence) places[at] = scaled(place, place.asTown / place.confidence)
  }
}

/**
 * A matching intersection ranks first unless another result fits clearly better, because "y", "and" and "at" also occur
 * in names.
 */
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

/** Resolves a short plus code relative to the place after it, or relative to the requested position. */
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

/**
 * Removes duplicates. Within one index only entries that the source lists twice; across indexes all entries of the same
 * place.
 */
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

/** True if the index has entries beyond its areas. The gazetteer has none, and searching it for streets costs time. */
function hasStreets({ index }: PlaceSearch): boolean {
  return entryCount(index) > areaCount(index)
}
