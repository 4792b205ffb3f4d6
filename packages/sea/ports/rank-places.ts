import { distanceNm } from '../geometry/sphere.ts'
import type { NamedPlace } from './named-place.ts'

/** A place that has the name, and how usual it is there. */
export interface Candidate {
  readonly place: NamedPlace
  readonly isUsualName: boolean
  /** What it is called first of all. */
  readonly isFirstName: boolean
}

/** As much as three hundred times the people: Hong Kong was called Victoria, too. */
const USUAL_NAME = 2.5
/** As much as ten times the people: a code means that ships call there. */
const HAS_CODE = 1
/** Jurong/Singapore is less of a Singapore than Singapore. */
const FIRST_NAME = 0.3
/** A place without water counts like one with a thousandth of its people: Paris stays the city, and is refused. */
const DRY = -3
/** Places of unknown size are small. */
const LEAST_PEOPLE = 1000
/** Settlements with less than this share of the people of the best are not worth telling of. */
const WORTH_TELLING = 0.01
/** Two codes of one harbour are not two ports of the same name. */
const SAME_PLACE_NM = 16
/** Of so many it is looked whether they have water. */
const MOST_LOOKED_AT = 24

function importanceOf({ place, isUsualName, isFirstName }: Candidate): number {
  const people = Math.log10(Math.max(LEAST_PEOPLE, place.population))
  const name = (isUsualName ? USUAL_NAME : 0) + (isFirstName ? FIRST_NAME : 0)
  return people + name + (place.code === undefined ? 0 : HAS_CODE)
}

/** The likeliest first; ties as in the book. */
export function rankPlaces(candidates: readonly Candidate[], hasWater: (place: NamedPlace) => boolean): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, importance: importanceOf(candidate) }))
    .sort((a, b) => b.importance - a.importance)
    .slice(0, MOST_LOOKED_AT)
    .map(({ candidate, importance }) => ({
      candidate,
      importance: importance + (hasWater(candidate.place) ? 0 : DRY),
    }))
    .sort((a, b) => b.importance - a.importance)
    .map(({ candidate }) => candidate)
}

/** Of the others those that somebody may have meant instead. */
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
