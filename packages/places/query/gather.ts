import { areaCount, type PlaceIndex } from '../index/schema.ts'
import { lowerBound } from '../index/postings.ts'
import type { Candidates } from './candidates.ts'
import type { PrefixMatch, WordMatches } from './word-matches.ts'

/** A stretch of entries in which to look first: what lies in an area that the query names, or near the asker. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

const LIMIT = {
  /** Areas per word, most important first: all of a rare word, few of a common one. */
  rareAreas: 600,
  commonAreas: 120,
  /** Of a word that may be meant. */
  guessedAreas: 40,
  /** A word in more entries than this is looked up only together with something else. */
  rareLeaves: 1200,
  perStretch: 300,
  common: 600,
  intersectionSteps: 20_000,
  prefixWords: 96,
  areasPerPrefixWord: 12,
  prefixWordsPerStretch: 1500,
} as const

/** What costs more is a guess. */
const SURE = 0.1

/** Settlements, regions and countries with any of the words in a name. */
export function gatherAreas(index: PlaceIndex, matches: WordMatches, candidates: Candidates): void {
  const { first, entry } = index.postings
  const areas = areaCount(index)
  const addAreas = (word: number, limit: number): void => {
    const end = Math.min(first[word + 1], first[word] + limit)
    for (let at = first[word]; at < end && entry[at] < areas; at++) candidates.add(entry[at])
  }
  for (const { word, cost } of matches.all()) {
    const isRare = first[word + 1] - first[word] <= LIMIT.rareAreas
    addAreas(word, cost > SURE ? LIMIT.guessedAreas : isRare ? LIMIT.rareAreas : LIMIT.commonAreas)
  }
  if (matches.prefix) {
    for (const word of bestOfPrefix(index, matches.prefix)) addAreas(word, LIMIT.areasPerPrefixWord)
  }
}

/** The words with the most important entries: the first entry of a list is its most important one. */
function bestOfPrefix({ postings: { first, entry } }: PlaceIndex, { from, to }: PrefixMatch): number[] {
  const words: number[] = []
  if (to - from <= LIMIT.prefixWords) {
    for (let word = from; word < to; word++) words.push(word)
    return words
  }
  const best = new Float64Array(LIMIT.prefixWords).fill(Number.POSITIVE_INFINITY)
  let worst = 0
  for (let word = from; word < to; word++) {
    const importance = entry[first[word]]
    if (importance * 2 ** 20 >= best[worst]) continue
    // One number holds both, to be sorted by entry: there are fewer than 2^20 words in a range of words.
    best[worst] = importance * 2 ** 20 + (word - from)
    for (let at = 0; at < best.length; at++) if (best[at] > best[worst]) worst = at
  }
  return [...best.sort()].filter(Number.isFinite).map((both) => from + (both % 2 ** 20))
}

/** Streets, addresses and points of interest: of rare words all, of common ones those in the stretches. */
export function gatherLeaves(
  index: PlaceIndex,
  matches: WordMatches,
  stretches: readonly Stretch[],
  candidates: Candidates,
): void {
  const { first, entry } = index.postings
  const areas = areaCount(index)
  const addBetween = (word: number, from: number, to: number, limit: number): void => {
    const end = first[word + 1]
    let at = lowerBound(entry, from, first[word], end)
    for (let left = limit; at < end && left > 0 && entry[at] < to; at++, left--) candidates.add(entry[at])
  }
  const everywhere = entry.length === 0 ? 0 : index.entries.kind.length
  for (const { word } of matches.all()) {
    const count = first[word + 1] - first[word]
    if (count <= LIMIT.rareLeaves) addBetween(word, areas, everywhere, count)
    else for (const { from, to } of stretches) addBetween(word, from, to, LIMIT.perStretch)
  }
  const { prefix } = matches
  if (!prefix) return
  const count = first[prefix.to] - first[prefix.from]
  if (count <= LIMIT.rareLeaves) {
    for (let word = prefix.from; word < prefix.to; word++) addBetween(word, areas, everywhere, count)
  } else if (prefix.to - prefix.from <= LIMIT.prefixWordsPerStretch) {
    for (const { from, to } of stretches) {
      for (let word = prefix.from; word < prefix.to; word++) addBetween(word, from, to, LIMIT.perStretch)
    }
  }
}

/**
 * Entries with two common words. Needed only when nothing else fits: "Main Street" without a town. The rest of the common
 * words alone bring what comes first in their lists, which lies in the most important areas.
 */
export function gatherCommon(index: PlaceIndex, matches: WordMatches, candidates: Candidates): void {
  const { first } = index.postings
  const common = matches
    .all()
    .filter(({ word }) => first[word + 1] - first[word] > LIMIT.rareAreas)
    .sort((a, b) => first[a.word + 1] - first[a.word] - (first[b.word + 1] - first[b.word]))
    .slice(0, 8)
  for (const [at, a] of common.entries()) {
    for (const b of common.slice(at + 1)) if ((a.bits & b.bits) === 0) addBoth(index, a.word, b.word, candidates)
  }
  const areas = areaCount(index)
  for (const { word } of common) {
    const { entry } = index.postings
    const start = lowerBound(entry, areas, first[word], first[word + 1])
    const end = Math.min(first[word + 1], start + LIMIT.common)
    for (let at = start; at < end; at++) candidates.add(entry[at])
  }
}

function addBoth({ postings: { first, entry } }: PlaceIndex, a: number, b: number, candidates: Candidates): void {
  let place = first[b]
  let left: number = LIMIT.common
  const end = Math.min(first[a + 1], first[a] + LIMIT.intersectionSteps)
  for (let at = first[a]; at < end && left > 0; at++) {
    place = gallop(entry, entry[at], place, first[b + 1])
    if (place === first[b + 1]) return
    if (entry[place] !== entry[at]) continue
    candidates.add(entry[at])
    left--
  }
}

/** The next place of a list that is not below the entry: nearby ones are found in few steps. */
function gallop(list: Uint32Array, entry: number, from: number, end: number): number {
  let step = 1
  let low = from
  while (low + step < end && list[low + step] < entry) {
    low += step
    step *= 2
  }
  return lowerBound(list, entry, low, Math.min(end, low + step + 1))
}
