import { distanceMeters } from '@fairway/geo'
import { getImportance, toDegrees } from '../index/place-index.ts'
import type { PlaceIndex } from '../index/schema.ts'
import type { Position } from '../text/coordinates.ts'
import type { EntryScore } from './score-entry.ts'
import type { PlaceMatch } from './search-types.ts'

/**
 * Weights of the rank. The less of the query an entry explains, the more its importance matters. If the street is
 * unknown, the city is still a good result.
 */
const RANK_WEIGHTS = { importance: 0.3, unexplained: 0.4, nearMeters: 15_000 } as const
/** Rank bonus for a place at the requested position. */
export const NEAR_WEIGHT = 0.25

export function rankOf(match: number, importance: number): number {
  return match * (1 + (RANK_WEIGHTS.importance + RANK_WEIGHTS.unexplained * (1 - match)) * importance)
}

export function toPlace(
  index: PlaceIndex,
  { entry, match, asTown, isGuess, isInexact, house }: EntryScore,
  nearPosition: Position | undefined,
  nearWeight: number,
): PlaceMatch {
  const { points } = index
  const latitude = house?.latitude ?? toDegrees(points.latitude[entry])
  const longitude = house?.longitude ?? toDegrees(points.longitude[entry])
  const rank = rankOf(match, getImportance(index, entry))
  const unrankedMatch = { entry, latitude, longitude, confidence: match, asTown, isGuess, isInexact, house }
  if (!nearPosition) return { ...unrankedMatch, rank }
  const distance = distanceMeters(nearPosition.latitude, nearPosition.longitude, latitude, longitude)
  const adjustedRank = rank + (nearWeight * match) / (1 + distance / RANK_WEIGHTS.nearMeters)
  return { ...unrankedMatch, rank: adjustedRank, distanceMeters: distance }
}

/**
 * Limits the confidence of each result to that of the result before it. The order also depends on what the words cannot
 * tell: the importance of a place, its distance from the requested position, and whether it is on a loaded map. If these
 * place a result below another one, it is the less likely answer, even if its name is closer to the query. For example,
 * for "Heathrow", the airport is listed before a village of that name in Florida. Raising the confidence of the first
 * result instead would claim a better match than there is.
 */
export function limitConfidences<T extends { readonly confidence: number }>(places: readonly T[]): T[] {
  let maxConfidence = Number.POSITIVE_INFINITY
  return places.map((place) => {
    if (place.confidence > maxConfidence) return { ...place, confidence: maxConfidence }
    maxConfidence = place.confidence
    return place
  })
}

/** Keeps the best results in sorted order. Ties are broken by entry number. */
export class BestPlaces {
  readonly places: PlaceMatch[] = []
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** Minimum rank for a place to be included. */
  get lowestRank(): number {
    return this.places.length < this.limit ? 0 : this.places[this.places.length - 1].rank
  }

  add(place: PlaceMatch): void {
    const { places } = this
    let insertIndex = places.length
    while (insertIndex > 0 && ranksBefore(place, places[insertIndex - 1])) insertIndex--
    if (insertIndex >= this.limit) return
    places.splice(insertIndex, 0, place)
    if (places.length > this.limit) places.pop()
  }
}

function ranksBefore(a: PlaceMatch, b: PlaceMatch): boolean {
  return a.rank > b.rank || (a.rank === b.rank && a.entry < b.entry)
}
