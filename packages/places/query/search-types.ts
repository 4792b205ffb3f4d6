import type { HouseMatch } from '../index/find-house.ts'
import type { Position } from '../text/coordinates.ts'

export const DEFAULT_LIMIT = 5
/**
 * Minimum confidence of a good match. Below it, the words may be mistyped even if each word exists, and common words
 * are searched more thoroughly.
 */
export const GOOD_MATCH = 0.8

export interface SearchOptions {
  readonly limit?: number | undefined
  /** Position near which results rank higher. */
  readonly near?: Position | undefined
  /** Two-letter country filter. */
  readonly countryCode?: string | undefined
  /** Returns whether an entry is accepted. Other entries are skipped. */
  readonly accepts?: ((entry: number) => boolean) | undefined
  /**
   * Minimum word weights from other indexes, or 0 for unknown words. A word that this index lacks keeps at least this
   * weight.
   */
  readonly minWeights?: Float64Array | undefined
  /** Whether to treat words that exist as possible typos if the results are poor. */
  readonly allowTypos?: boolean | undefined
  /** Whether the last word may be incomplete. Default: true unless other characters follow the word. */
  readonly isOpen?: boolean | undefined
}

export interface PlaceMatch {
  readonly entry: number
  readonly latitude: number
  readonly longitude: number
  /** Match quality of the words, from 0 to 1. */
  readonly confidence: number
  /** Sort key from confidence, importance, and proximity. It is comparable between indexes. */
  readonly rank: number
  /** Confidence of a town if the remaining words are an unknown street in it. 0 if that is impossible. */
  readonly asTown: number
  /** True if no query word matches the names of the place as written, so all words may be mistyped. */
  readonly isGuess: boolean
  /** True if some words of the query match neither as written nor as a prefix, and no area around the place is named. */
  readonly isInexact?: boolean
  readonly house?: HouseMatch | undefined
  readonly distanceMeters?: number | undefined
}
