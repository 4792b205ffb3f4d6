import { countAreas, countEntries, type PlaceIndex } from '../index/schema.ts'
import { parseShortPlusCode, resolvePlusCode } from '../text/plus-code.ts'
import { looksLikeCoordinates, type Position, parsePosition } from '../text/position.ts'
import { findIntersections, type IntersectionMatch } from './crossing.ts'
import { isExactHouse, limitNeighborConfidence, preferExactHouses } from './exact-houses.ts'
import { preferExactNames, preferMapsWhileTyping } from './exact-names.ts'
import { dropImplausible } from './implausible.ts'
import { limitConfidences } from './rank-places.ts'
import { isDuplicateEntry, isSamePlace } from './same-place.ts'
import type { PlaceSearch } from './search.ts'
import { DEFAULT_LIMIT, GOOD_MATCH, type PlaceMatch, type SearchOptions } from './search-types.ts'
import { isVagueQuery, scaleMatch } from './words/doubt.ts'
import { clipText, parseWords } from './words/query-words.ts'

/** A result with the index of the search that found it. */
type WithSource<T> = T & { readonly source: number }
export type SourcedPlace = WithSource<PlaceMatch> | WithSource<IntersectionMatch>

export type MergedResult = { readonly kind: 'position'; readonly position: Position } | MergedPlaces

interface MergedPlaces {
  readonly kind: 'places'
  readonly places: readonly SourcedPlace[]
}

export interface MergeOptions extends Omit<SearchOptions, 'accepts' | 'minWeights'> {
  /** Returns whether an entry of a source is accepted. Other entries are skipped. */
  readonly accepts?: ((entry: number, source: number) => boolean) | undefined
}

/**
 * Number of extra results requested from each search. Merging drops duplicates across searches and moves exact names
 * up, so without these extra results, the merged list could be too short or lack an exact match.
 */
const EXTRA_RESULTS = 3
const MIN_RESULTS = 8
/** Minimum lead of another place over an intersection. */
const MIN_PLACE_LEAD = 0.05
/** Maximum lead of an intersection over a house with exactly the number in the query. */
const MAX_INTERSECTION_LEAD = 0.1
/** Minimum confidence of a street. With less confidence, it is a different street. */
const MIN_STREET_CONFIDENCE = 0.5

/**
 * Searches multiple global and regional indexes and merges the results. Of duplicates, the one from a map is kept
 * rather than the one from the gazetteer. Otherwise, the one that ranks higher is kept, and ties go to the first
 * search.
 */
export function searchAll(searches: readonly PlaceSearch[], text: string, options: MergeOptions = {}): MergedResult {
  const position = parsePosition(text) ?? resolveShortCode(searches, text, options)
  if (position) return { kind: 'position', position }
  if (looksLikeCoordinates(text)) return { kind: 'places', places: [] }
  const { places } = searchPlaces(searches, text, options)
  return { kind: 'places', places: limitConfidences(places.map(limitNeighborConfidence)) }
}

function searchPlaces(searches: readonly PlaceSearch[], text: string, options: MergeOptions): MergedPlaces {
  if (searches.length < 2) return searchWith(searches, text, options, undefined)
  const minWeights = computeMaxWeights(searches.map((search) => search.computeWordWeights(text)))
  // If one index has a good exact match, the other indexes skip the typo search, which takes most of the time.
  const exactResult = searchWith(searches, text, { ...options, allowTypos: false }, minWeights)
  const isGoodMatch = (exactResult.places[0]?.confidence ?? 0) >= GOOD_MATCH
  return isGoodMatch || isVagueQuery(parseWords(clipText(text)))
    ? exactResult
    : searchWith(searches, text, options, minWeights)
}

function searchWith(
  searches: readonly PlaceSearch[],
  text: string,
  options: MergeOptions,
  minWeights: Float64Array | undefined,
): MergedPlaces {
  const limit = options.limit ?? DEFAULT_LIMIT
  const places: WithSource<PlaceMatch>[] = []
  const intersections: WithSource<IntersectionMatch>[] = []
  for (const [source, search] of searches.entries()) {
    const { accepts } = options
    const searchOptions: SearchOptions = {
      ...options,
      minWeights,
      limit: Math.max(limit + EXTRA_RESULTS, MIN_RESULTS),
      accepts: accepts && ((entry) => accepts(entry, source)),
    }
    for (const place of search.find(text, searchOptions)) places.push({ ...place, source })
    if (!hasStreets(search)) continue
    // The query parts contain different words, so the weights from other indexes do not apply.
    for (const intersection of findIntersections(search, text, { ...searchOptions, minWeights: undefined }))
      intersections.push({ ...intersection, source })
  }
  if (options.allowTypos !== false) preferTownsOverGuesses(searches, places)
  const rankedPlaces = places.map((place) => ({ ...describeSource(searches[place.source]), place }))
  const plausiblePlaces = dropImplausible(rankedPlaces, text, options.near)
  const onMapFirst = options.isOpen ? preferMapsWhileTyping(plausiblePlaces, options.near) : plausiblePlaces
  const exactFirst = preferExactNames(onMapFirst, text, options.near)
  const deduplicate = <T extends WithSource<PlaceMatch>>(results: T[]) =>
    removeDuplicates(
      searches,
      preferExactHouses(results.sort(compareByRank), ({ source }) => searches[source].index),
      limit,
    )
  return { kind: 'places', places: putIntersectionsFirst(deduplicate(intersections), deduplicate(exactFirst), limit) }
}

/** Prefers the town at the end of the query if no street or shop fits. */
function preferTownsOverGuesses(searches: readonly PlaceSearch[], places: WithSource<PlaceMatch>[]): void {
  const isLeaf = ({ source, entry }: WithSource<PlaceMatch>) => entry >= countAreas(searches[source].index)
  if (places.some((place) => place.confidence >= MIN_STREET_CONFIDENCE && isLeaf(place))) return
  for (const [placeIndex, place] of places.entries()) {
    if (place.asTown > place.confidence) places[placeIndex] = scaleMatch(place, place.asTown / place.confidence)
  }
}

/**
 * Ranks a matching intersection first unless another result fits clearly better. This exception is needed because "y",
 * "and", and "at" also occur in names.
 */
function putIntersectionsFirst<P extends PlaceMatch, C extends PlaceMatch>(
  crossings: readonly C[],
  places: readonly P[],
  limit: number,
): (P | C)[] {
  const [bestCandidate] = places
  const [crossing] = crossings
  const lead = bestCandidate && isExactHouse(bestCandidate) ? -MAX_INTERSECTION_LEAD : MIN_PLACE_LEAD
  if (!crossing || (bestCandidate && bestCandidate.confidence > crossing.confidence + lead))
    return places.slice(0, limit)
  return [...crossings.slice(0, Math.max(1, limit - 2)), ...places].slice(0, limit)
}

/** Resolves a short plus code relative to the place after it, or relative to the requested position. */
function resolveShortCode(searches: readonly PlaceSearch[], text: string, options: MergeOptions): Position | undefined {
  const plusCode = parseShortPlusCode(text)
  if (!plusCode) return undefined
  if (plusCode.locality === '') return options.near && resolvePlusCode(plusCode, options.near)
  const result = searchAll(searches, plusCode.locality, { ...options, limit: 1 })
  const referencePosition = result.kind === 'position' ? result.position : result.places[0]
  return referencePosition && resolvePlusCode(plusCode, referencePosition)
}

function computeMaxWeights(weights: readonly Float64Array[]): Float64Array {
  const [first] = weights
  return first.map((_, wordIndex) => Math.max(...weights.map((indexWeights) => indexWeights[wordIndex])))
}

function compareByRank(a: WithSource<PlaceMatch>, b: WithSource<PlaceMatch>): number {
  return b.rank - a.rank || a.source - b.source || a.entry - b.entry
}

/**
 * Removes duplicates. Within one index, only entries that the source lists twice are removed. Across indexes, all
 * repeated entries for the same place are removed. A loaded map takes precedence, because it has better data than the
 * gazetteer.
 */
function removeDuplicates<T extends WithSource<PlaceMatch>>(
  searches: readonly PlaceSearch[],
  sorted: readonly T[],
  limit: number,
): T[] {
  const uniquePlaces: T[] = []
  const toIndexedPlace = (place: T) => ({ index: searches[place.source].index, place })
  const isOnMap = ({ source }: T) => hasStreets(searches[source])
  for (const place of sorted) {
    const duplicateAt = uniquePlaces.findIndex((uniquePlace) =>
      (uniquePlace.source === place.source ? isDuplicateEntry : isSamePlace)(
        toIndexedPlace(uniquePlace),
        toIndexedPlace(place),
      ),
    )
    const duplicate = uniquePlaces[duplicateAt]
    if (!duplicate) {
      if (uniquePlaces.length < limit) uniquePlaces.push(place)
    } else if (isOnMap(place) && !isOnMap(duplicate)) {
      const { rank, confidence } = duplicate
      uniquePlaces[duplicateAt] = { ...place, rank, confidence }
    }
  }
  return uniquePlaces
}

function describeSource(search: PlaceSearch): { index: PlaceIndex; isOnMap: boolean } {
  return { index: search.index, isOnMap: hasStreets(search) }
}

/**
 * Returns true if the index has entries other than areas. The gazetteer has none, so it is not searched for streets.
 */
function hasStreets({ index }: PlaceSearch): boolean {
  return countEntries(index) > countAreas(index)
}
