import { isStreetType } from '../text/synonyms.ts'

const SCALE = 255

/** How much a word says, 0 to 1: rare words much, words of every second street little. */
export function wordWeight(occurrences: number, entries: number): number {
  return Math.log(1 + entries / Math.max(1, occurrences)) / Math.log(1 + entries)
}

/** In a byte; what says only the kind of street says little however rare it is here. */
export function packedWeight(word: string, occurrences: number, entries: number): number {
  const weight = wordWeight(occurrences, entries) * (isStreetType(word) ? 0.35 : 1)
  return Math.max(8, Math.round(weight * SCALE))
}

export function unpackWeight(packed: number): number {
  return packed / SCALE
}
