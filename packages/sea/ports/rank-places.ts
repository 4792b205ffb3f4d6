import { distanceNm } from '@fairway/geo'
import type { NamedPlace } from './named-place.ts'

/** A place with the given name, and how common the name is for it. */
export interface Candidate {
  readonly place: NamedPlace
  readonly isUsualName: boolean
  /** Whether this is its primary name. */
  readonly isFirstName: boolean
}

/**
 * A common name has the same weight as a population three hundred times as large. Hong Kong, for example, was also
 * called Victoria, but not commonly.
 */
const COMMON_NAME_BONUS = 2.5
/** Equivalent to a population ten times as large: a code means that ships call there. */
const CODE_BONUS = 1
/** Jurong/Singapore must rank below Singapore for "Singapore". */
const PRIMARY_NAME_BONUS = 0.3
/**
 * A place that is not near water is ranked as if it had a thousandth of its population. Paris still means the city, and
 * is rejected.
 */
const NO_WATER_PENALTY = -3
/** Places of unknown size are treated as small. */
const MIN_POPULATION = 1000
/** Settlements with a smaller share of the best match's population are not reported. */
const MIN_REPORTED_POPULATION_SHARE = 0.01
/** Two codes for one harbor are not two ports of the same name. */
const SAME_PLACE_NM = 16
/** Maximum number of candidates that are checked for water. */
const MAX_CHECKED_FOR_WATER = 24

function computeImportance({ place, isUsualName, isFirstName }: Candidate): number {
  const populationScore = Math.log10(Math.max(MIN_POPULATION, place.population))
  const nameScore = (isUsualName ? COMMON_NAME_BONUS : 0) + (isFirstName ? PRIMARY_NAME_BONUS : 0)
  return populationScore + nameScore + (place.code === undefined ? 0 : CODE_BONUS)
}

/** Most likely first. Ties keep the order of the index. */
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

/** The other candidates that may be meant instead. */
export function listOtherPlaces(best: Candidate, otherCandidates: readonly Candidate[]): NamedPlace[] {
  const minPopulation = best.place.population * MIN_REPORTED_POPULATION_SHARE
  const notableCandidates = otherCandidates.filter(({ place, isUsualName }) => {
    const isNotable = place.code !== undefined || place.population >= minPopulation
    return isUsualName && isNotable && !isSamePlace(place, best.place)
  })
  return notableCandidates.map(({ place }) => place)
}

function isSamePlace({ position: [latA, lonA] }: NamedPlace, { position: [latB, lonB] }: NamedPlace): boolean {
  return distanceNm(latA, lonA, latB, lonB) < SAME_PLACE_NM
}
