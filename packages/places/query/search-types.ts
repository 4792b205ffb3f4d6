import type { HouseMatch } from '../index/find-house.ts'
import type { Position } from '../text/coordinates.ts'

export const DEFAULT_LIMIT = 5
/**
 * Below this confidence the words may be mistyped even if each exists, and common words are searched more thoroughly.
 */
export const GOOD_MATCH = 0.8

export interface SearchOptions {
  readonly limit?: number | undefined
  /** Ranks nearby results first among equals. */
  readonly near?: Position | undefined
  /** Two-letter country filter. */
  readonly countryCode?: string | undefined
  /** Filter by entry. */
  readonly accepts?: ((entry: number) => boolean) | undefined
  /**
   * Minimum word weights from other indexes, 0 for unknown words. A word that this index lacks keeps at least this
   * weight.
   */
  readonly minWeights?: Float64Array | undefined
  /** False disables typo matching for words that exist, even when the results are poor. */
  readonly allowTypos?: boolean | undefined
  /** True if the last word may be incomplete. Defaults to true unless something follows it. */
  readonly isOpen?: boolean | undefined
}

export interface PlaceMatch {
  readonly entry: number
  readonly latitude: number
  readonly longitude: number
  /** From 0 to 1: how well the words match the query. */
  readonly confidence: number
  /** Sort key from confidence, importance and proximity. Comparable between indexes. */
  readonly rank: number
  /** Confidence of a town if the rest of the query is an unknown street in it; 0 when that is impossible. */
  readonly asTown: number
  /** True if no query word matches its names as written, so all may be mistyped. */
  readonly isGuess: boolean
  readonly house?: HouseMatch | undefined
  readonly distanceMeters?: number | undefined
}
