import { isStreetType } from '../text/synonyms.ts'

const WEIGHT_SCALE = 255

/** Information content of a word, 0 to 1: high for rare words, low for words that occur in every other street name. */
export function computeWordWeight(occurrences: number, entries: number): number {
  return Math.log(1 + entries / Math.max(1, occurrences)) / Math.log(1 + entries)
}

/** The weight as a byte. Street types get a low weight even when they are rare in this index. */
export function encodeWeight(word: string, occurrences: number, entries: number): number {
  const weight = computeWordWeight(occurrences, entries) * (isStreetType(word) ? 0.35 : 1)
  return Math.max(8, Math.round(weight * WEIGHT_SCALE))
}

export function decodeWeight(encoded: number): number {
  return encoded / WEIGHT_SCALE
}
