import { lowerBound } from '../index/postings.ts'
import { countAreas, type PlaceIndex } from '../index/schema.ts'
import { findNearestPoints } from '../spatial/nearest.ts'
import type { Position } from '../text/coordinates.ts'
import type { CandidateSet } from './candidates.ts'
import { MAX_SURE_COST } from './words/match-words.ts'
import type { PrefixMatch, WordMatches } from './words/word-matches.ts'

/**
 * A range of entries to search first. It contains an area that is named in the query or near the requested position.
 */
export interface EntryRange {
  readonly from: number
  readonly to: number
}

export const CANDIDATE_LIMITS = {
  /** Maximum number of areas per word, most important first. A rare word adds more areas than a common word. */
  rareAreas: 600,
  commonAreas: 120,
  /** Maximum number of areas per guessed word. */
  guessedAreas: 40,
  /**
   * Maximum number of entries of a word that is looked up alone. More common words are looked up only in combination
   * with another word.
   */
  rareLeaves: 1200,
  perStretch: 300,
  prefixWords: 96,
  countrySteps: 40,
  areasPerPrefixWord: 12,
  prefixWordsPerStretch: 1500,
} as const

const NEAR_AREA_LIMITS = { candidates: 80, stretches: 6, radiusMeters: 100_000 } as const

/**
 * Adds settlements, regions, and countries with any of the words in a name. Restricted to one country unless `country`
 * is 0.
 */
export function addAreaCandidates(
  index: PlaceIndex,
  matches: WordMatches,
  country: number,
  width: number,
  candidates: CandidateSet,
): void {
  const { first, entry } = index.postings
  const areas = countAreas(index)
  const addAreas = (word: number, limit: number): void => {
    let remainingEntries = Math.ceil(limit * width)
    for (
      let posting = first[word];
      posting < first[word + 1] && entry[posting] < areas && remainingEntries > 0;
      posting++
    ) {
      if (country !== 0 && index.entries.country[entry[posting]] !== country) continue
      candidates.add(entry[posting])
      remainingEntries--
    }
  }
  for (const { word, cost } of matches.listMatches()) {
    const isRare = first[word + 1] - first[word] <= CANDIDATE_LIMITS.rareAreas
    addAreas(
      word,
      cost > MAX_SURE_COST
        ? CANDIDATE_LIMITS.guessedAreas
        : isRare
          ? CANDIDATE_LIMITS.rareAreas
          : CANDIDATE_LIMITS.commonAreas,
    )
  }
  if (matches.prefix) {
    for (const word of listBestPrefixWords(index, matches.prefix, country))
      addAreas(word, CANDIDATE_LIMITS.areasPerPrefixWord)
  }
}

/** Returns the words with the most important entries. Posting lists start with the most important entries. */
function listBestPrefixWords(index: PlaceIndex, { from, to }: PrefixMatch, country: number): number[] {
  const words: number[] = []
  if (to - from <= CANDIDATE_LIMITS.prefixWords) {
    for (let word = from; word < to; word++) words.push(word)
    return words
  }
  // Entry and word are packed into one number that sorts by entry. A prefix range has fewer words than this scale.
  const scale = 2 ** 21
  const bestCosts = new Float64Array(CANDIDATE_LIMITS.prefixWords).fill(Number.POSITIVE_INFINITY)
  let worstSlot = 0
  for (let word = from; word < to; word++) {
    const entry = findFirstEntryInCountry(index, word, country)
    if (entry * scale >= bestCosts[worstSlot]) continue
    bestCosts[worstSlot] = entry * scale + (word - from)
    for (let slot = 0; slot < bestCosts.length; slot++) if (bestCosts[slot] > bestCosts[worstSlot]) worstSlot = slot
  }
  return [...bestCosts.sort()].filter(Number.isFinite).map((packedPair) => from + (packedPair % scale))
}

function findFirstEntryInCountry(
  { postings: { first, entry }, entries }: PlaceIndex,
  word: number,
  country: number,
): number {
  if (country === 0) return entry[first[word]]
  const end = Math.min(first[word + 1], first[word] + CANDIDATE_LIMITS.countrySteps)
  for (let posting = first[word]; posting < end; posting++)
    if (entries.country[entry[posting]] === country) return entry[posting]
  return Number.POSITIVE_INFINITY
}

/**
 * Adds streets, addresses, and points of interest. Rare words add all entries, and common words add only entries within
 * the ranges.
 */
export function addLeafCandidates(
  index: PlaceIndex,
  matches: WordMatches,
  ranges: readonly EntryRange[],
  candidates: CandidateSet,
): void {
  const { first, entry } = index.postings
  const areas = countAreas(index)
  const addEntriesBetween = (word: number, from: number, to: number, limit: number): void => {
    const end = first[word + 1]
    let posting = lowerBound(entry, from, first[word], end)
    for (
      let remainingPostings = limit;
      posting < end && remainingPostings > 0 && entry[posting] < to;
      posting++, remainingPostings--
    )
      candidates.add(entry[posting])
  }
  const entriesEnd = entry.length === 0 ? 0 : index.entries.kind.length
  for (const { word } of matches.listMatches()) {
    const count = first[word + 1] - first[word]
    if (count <= CANDIDATE_LIMITS.rareLeaves) addEntriesBetween(word, areas, entriesEnd, count)
    else for (const { from, to } of ranges) addEntriesBetween(word, from, to, CANDIDATE_LIMITS.perStretch)
  }
  const { prefix } = matches
  if (!prefix) return
  const count = first[prefix.to] - first[prefix.from]
  if (count <= CANDIDATE_LIMITS.rareLeaves) {
    for (let word = prefix.from; word < prefix.to; word++) addEntriesBetween(word, areas, entriesEnd, count)
  } else if (prefix.to - prefix.from <= CANDIDATE_LIMITS.prefixWordsPerStretch) {
    for (const { from, to } of ranges) {
      for (let word = prefix.from; word < prefix.to; word++)
        addEntriesBetween(word, from, to, CANDIDATE_LIMITS.perStretch)
    }
  }
}

/** Adds towns near the position as candidates, regardless of size. Returns the entry ranges of the nearest towns. */
export function gatherNearbyAreas(
  index: PlaceIndex,
  position: Position | undefined,
  candidates: CandidateSet,
): EntryRange[] {
  if (!position) return []
  const { points, areas } = index
  const nearestAreas = findNearestPoints(points, areas.order, position.latitude, position.longitude, {
    limit: NEAR_AREA_LIMITS.candidates,
    radiusMeters: NEAR_AREA_LIMITS.radiusMeters,
  })
  for (const { point } of nearestAreas) candidates.add(point)
  return nearestAreas
    .filter(({ point }) => areas.leafFirst[point] < areas.leafEnd[point])
    .slice(0, NEAR_AREA_LIMITS.stretches)
    .map(({ point }) => ({ from: areas.leafFirst[point], to: areas.leafEnd[point] }))
}
