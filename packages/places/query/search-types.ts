import type { FoundHouse } from '../index/find-house.ts'
import type { Position } from '../text/coordinates.ts'

export const DEFAULT_LIMIT = 5
/** Below this the words may be mistyped although each of them exists, and common words are worth a closer look. */
export const GOOD_MATCH = 0.8

export interface SearchOptions {
  readonly limit?: number | undefined
  /** What is near it comes first among equals. */
  readonly near?: Position | undefined
  /** Only what lies in this country: two letters. */
  readonly countryCode?: string | undefined
  /** Only these entries. */
  readonly accepts?: ((entry: number) => boolean) | undefined
  /** What words weigh elsewhere, 0 where they are unknown: words that this index does not know weigh no less here. */
  readonly leastWeights?: Float64Array | undefined
  /** False: words that exist are taken as they are written, even where that finds nothing good. */
  readonly mayBeMistyped?: boolean | undefined
  /** Whether the last word may be unfinished. True unless something was typed after it. */
  readonly isOpen?: boolean | undefined
}

export interface FoundPlace {
  readonly entry: number
  readonly latitude: number
  readonly longitude: number
  /** 0 to 1: how sure it is that this was meant, as far as the words say. */
  readonly confidence: number
  /** What results are sorted by: confidence, importance, nearness. Comparable between indexes. */
  readonly rank: number
  /** The confidence of a town if the rest of the text is a street in it that nobody knows; 0 when it cannot be. */
  readonly asTown: number
  /** No word of the text is written so in its names: all may be mistyped. */
  readonly isGuess: boolean
  readonly house?: FoundHouse | undefined
  readonly distanceMeters?: number | undefined
}
