import { distanceNm } from '@fairway/geo'
import type { NamedPlace } from './named-place.ts'

/** A place with the given name, and how common the name is for it. */
export interface Candidate {
  readonly place: NamedPlace
  readonly isUsualName: boolean
  /** Whether this is its primary name. */
  readonly isFirstName: boolean
}

/** Equivalent to three hundred times the population: Hong Kong was also called Victoria. */
const USUAL_NAME = 2.5
/** Equivalent to ten times the population: a code means that ships call there. */
const HAS_CODE = 1
/** Jurong/Singapore must rank below Singapore for "Singapore". */
const FIRST_NAME = 0.3
/**
 * A place without water counts as if it had a thousandth of its population. Paris still means the city, and is
 * rejected.
 */
const DRY = -3
/** Places of unknown size count as small. */
const MIN_PEOPLE = 1000
/** Settlements with a smaller share of the best match's population are not reported. */
const WORTH_TELLING = 0.01
/** Two codes of one harbor are not two ports of the same name. */
const SAME_PLACE_NM = 16
/** Maximum number of candidates that are checked for water. */
const MAX_LOOKED_AT = 24

function importanceOf({ place, isUsualName, isFirstName }: Candidate): number {
  const people = Math.log10(Math.max(MIN_PEOPLE, place.population))
  const name = (isUsualName ? USUAL_NAME : 0) + (isFirstName ? FIRST_NAME : 0)
  return people + name + (place.code === undefined ? 0 : HAS_CODE)
}

/** Most likely first. Ties keep the order of the index. */
export function rankPlaces(candidates: readonly Candidate[], hasWater: (place: NamedPlace) => boolean): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, importance: importanceOf(candidate) }))
    .sort((a, b) => b.importance - a.importance)
    .slice(0, MAX_LOOKED_AT)
    .map(({ candidate, importance }) => ({
      candidate,
      importance: importance + (hasWater(candidate.place) ? 0 : DRY),
    }))
    .sort((a, b) => b.importance - a.importance)
    .map(({ candidate }) => candidate)
}

/** The other candidates that may be meant instead. */
export function worthTelling(best: Candidate, others: readonly Candidate[]): NamedPlace[] {
  const fewest = best.place.population * WORTH_TELLING
  const told = others.filter(({ place, isUsualName }) => {
    const isKnown = place.code !== undefined || place.population >= fewest
    return isUsualName && isKnown && !isSamePlace(place, best.place)
  })
  return told.map(({ place }) => place)
}

function isSamePlace({ position: [latA, lonA] }: NamedPlace, { position: [latB, lonB] }: NamedPlace): boolean {
  return distanceNm(latA, lonA, latB, lonB) < SAME_PLACE_NM
}
