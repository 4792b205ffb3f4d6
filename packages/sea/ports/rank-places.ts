import { distanceNm } from '@fairway/geo'
import type { NamedPlace } from './named-place.ts'

/** A place with the given name, and how common that name is for the place. */
export interface Candidate {
  readonly place: NamedPlace
  readonly isUsualName: boolean
  /** Whether this is the primary name of the place. */
  readonly isFirstName: boolean
}

/**
 * Bonus for a common name, equivalent to a population three hundred times as large. For example, Hong Kong was also
 * called Victoria, but not commonly.
 */
const COMMON_NAME_BONUS = 2.5
/**
 * Bonus for a place with a code, equivalent to a population ten times as large. A code means that ships call at the
 * port.
 */
const CODE_BONUS = 1
/** Bonus for a primary name. For "Singapore", Jurong/Singapore must rank below Singapore. */
const PRIMARY_NAME_BONUS = 0.3
/**
 * Penalty for a place that is not near water, equivalent to dividing its population by a thousand. Paris still means
 * the city, and the request is rejected.
 */
const NO_WATER_PENALTY = -3
/** Population that is assumed for places of unknown size. */
const MIN_POPULATION = 1000
/** Minimum population of a reported settlement, as a share of the population of the best match. */
const MIN_REPORTED_POPULATION_SHARE = 0.01
/** Maximum distance between two codes of the same harbor, in nautical miles. */
const SAME_PLACE_NM = 16
/** Maximum number of candidates to check for water. */
const MAX_CHECKED_FOR_WATER = 24

function computeImportance({ place, isUsualName, isFirstName }: Candidate): number {
  const populationScore = Math.log10(Math.max(MIN_POPULATION, place.population))
  const nameScore = (isUsualName ? COMMON_NAME_BONUS : 0) + (isFirstName ? PRIMARY_NAME_BONUS : 0)
  return populationScore + nameScore + (place.code === undefined ? 0 : CODE_BONUS)
}

/** Ranks places, most likely first. Tied places keep the order of the index. */
export function rankPlaces(candidates: readonly Candidate[], hasWater: (place: NamedPlace) => boolean): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, importance: computeImportance(candidate) }))
    .sort((a, b) => b.importance - a.importance)
    .slice(0, MAX_CHECKED_FOR_WATER)
    .map(({ candidate, importance }) => ({
      candidate,
      importance: importance + (hasWater(candidate.place) ? 0 : NO_WATER_PENALTY),
    }))
    .sort((a, b) => b.importance - a.importance)
    .map(({ candidate }) => candidate)
}

/** Lists other candidates that the query may mean. */
export function listOtherPlaces(bestCandidate: Candidate, otherCandidates: readonly Candidate[]): NamedPlace[] {
  const minPopulation = bestCandidate.place.population * MIN_REPORTED_POPULATION_SHARE
  const notableCandidates = otherCandidates.filter(({ place, isUsualName }) => {
    const isNotable = place.code !== undefined || place.population >= minPopulation
    return isUsualName && isNotable && !isSamePlace(place, bestCandidate.place)
  })
  return notableCandidates.map(({ place }) => place)
}

function isSamePlace({ position: [latA, lonA] }: NamedPlace, { position: [latB, lonB] }: NamedPlace): boolean {
  return distanceNm(latA, lonA, latB, lonB) < SAME_PLACE_NM
}
