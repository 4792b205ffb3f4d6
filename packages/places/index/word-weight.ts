import { isStreetType } from '../text/synonyms.ts'

const WEIGHT_SCALE = 255

/**
 * Computes the information content of a word, from 0 to 1. Rare words have a high weight, and words in many street
 * names have a low weight.
 */
export function computeWordWeight(occurrenceCount: number, entryCount: number): number {
  return Math.log(1 + entryCount / Math.max(1, occurrenceCount)) / Math.log(1 + entryCount)
}

/** Encodes the weight as a byte. Street types have a low weight even if they are rare in this index. */
export function encodeWeight(word: string, occurrenceCount: number, entryCount: number): number {
  const weight = computeWordWeight(occurrenceCount, entryCount) * (isStreetType(word) ? 0.35 : 1)
  return Math.max(8, Math.round(weight * WEIGHT_SCALE))
}

export function decodeWeight(encoded: number): number {
  return encoded / WEIGHT_SCALE
}
