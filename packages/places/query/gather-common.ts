import { lowerBound } from '../index/postings.ts'
import { countAreas, type PlaceIndex } from '../index/schema.ts'
import type { CandidateSet } from './candidates.ts'
import { CANDIDATE_LIMITS } from './gather.ts'
import type { WordMatches } from './words/word-matches.ts'

/** Maximum number of entries per pair of words, and per word. */
const MAX_COMMON_ENTRIES = 600
const MAX_INTERSECTION_STEPS = 20_000

/**
 * Adds entries with two common words. This step is needed only if no other entries fit, as in "Main Street" without a
 * town. Other common words add the first entries of their posting lists, which are in the most important areas.
 */
export function addCommonWordEntries(index: PlaceIndex, matches: WordMatches, candidates: CandidateSet): void {
  const { first } = index.postings
  const commonWords = matches
    .listMatches()
    .filter(({ word }) => first[word + 1] - first[word] > CANDIDATE_LIMITS.rareAreas)
    .sort((a, b) => first[a.word + 1] - first[a.word] - (first[b.word + 1] - first[b.word]))
    .slice(0, 8)
  for (const [commonIndex, a] of commonWords.entries()) {
    for (const b of commonWords.slice(commonIndex + 1))
      if ((a.bits & b.bits) === 0) addEntriesWithBoth(index, a.word, b.word, candidates)
  }
  const areas = countAreas(index)
  for (const { word } of commonWords) {
    const { entry } = index.postings
    const start = lowerBound(entry, areas, first[word], first[word + 1])
    const end = Math.min(first[word + 1], start + MAX_COMMON_ENTRIES)
    for (let posting = start; posting < end; posting++) candidates.add(entry[posting])
  }
}

function addEntriesWithBoth(
  { postings: { first, entry } }: PlaceIndex,
  a: number,
  b: number,
  candidates: CandidateSet,
): void {
  let position = first[b]
  let remainingEntries: number = MAX_COMMON_ENTRIES
  const end = Math.min(first[a + 1], first[a] + MAX_INTERSECTION_STEPS)
  for (let posting = first[a]; posting < end && remainingEntries > 0; posting++) {
    position = gallopSearch(entry, entry[posting], position, first[b + 1])
    if (position === first[b + 1]) return
    if (entry[position] !== entry[posting]) continue
    candidates.add(entry[posting])
    remainingEntries--
  }
}

/**
 * Finds the next position whose entry is not below the given entry. The galloping search finds nearby positions in few
 * steps.
 */
function gallopSearch(list: Uint32Array, entry: number, from: number, end: number): number {
  let jumpSize = 1
  let low = from
  while (low + jumpSize < end && list[low + jumpSize] < entry) {
    low += jumpSize
    jumpSize *= 2
  }
  return lowerBound(list, entry, low, Math.min(end, low + jumpSize + 1))
}
