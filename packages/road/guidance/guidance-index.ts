import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { angleApart, deflectionBetween, reverseBearing } from './angles.ts'
import { areCarriageways, isDistinct } from './survey/divided-roads.ts'
import { Survey } from './survey/survey.ts'

/** Lookup tables for guidance at request time: plain arrays, built once per dataset together with the turn codes. */
export interface GuidanceIndex {
  /** Perceived bearing at the start of each edge side, in hundredths of a degree. */
  readonly bearing: Uint16Array
  /** An id per road, shared by roads whose names differ only in a compass direction. */
  readonly nameCore: Uint32Array
}

/** Precomputed junction data: perceived bearings, with divided roads treated as one. */
export interface SurveyedJunctions {
  readonly survey: Survey
  /** As `survey.seen`, but both carriageways of a divided road have the bearing of the whole road. */
  readonly bearing: Float32Array
  /** As `survey.near`, likewise. */
  readonly near: Float32Array
  /** 1 for the oncoming carriageway of a road that splits here. It is not a visible branch. */
  readonly oncoming: Uint8Array
}

/** A split farther away than this does not affect the bearing of the edge that leads to it. */
const SHORT_PIECE_METERS = 30

function surveyJunctions(network: RoadNetwork): SurveyedJunctions {
  const survey = new Survey(network)
  const bearing = survey.seen.slice()
  const near = survey.near.slice()
  const oncoming = new Uint8Array(2 * network.edges.count)
  const merged = new Uint8Array(2 * network.edges.count)
  const sorted: number[] = []
  for (let node = 0; node < network.nodes.count; node++) {
    if (survey.degree(node) < 3 || !mayBeSplit(survey, node)) continue
    sortByBearing(survey, node, sorted)
    for (let i = 0; i < sorted.length; i++) {
      if (!isSplit(survey, node, sorted, i)) continue
      const [left, right] = [sorted[i], sorted[(i + 1) % sorted.length]]
      const { together } = seenAsOne(survey, sorted, left, right)
      bearing[left] = bearing[right] = near[left] = near[right] = together
      merged[left] = merged[right] = 1
      oncoming[network.edges.arc[left] === NO_ID ? left : right] = 1
    }
  }
  straightenShortPieces(survey, bearing, near, merged)
  return { survey, bearing, near, oncoming }
}

const surveys = new WeakMap<RoadNetwork, SurveyedJunctions>()

/** The index and the turn codes need the same junction survey, so it is cached per network. */
export function surveyOf(network: RoadNetwork): SurveyedJunctions {
  const known = surveys.get(network)
  if (known !== undefined) return known
  const surveyed = surveyJunctions(network)
  surveys.set(network, surveyed)
  return surveyed
}

export function buildGuidanceIndex(network: RoadNetwork): GuidanceIndex {
  const { bearing, survey } = surveyOf(network)
  return {
    bearing: Uint16Array.from(bearing, (degrees) => Math.round(degrees * 100) % 36000),
    nameCore: survey.nameCore,
  }
}

/** Most nodes have no one-way road and cannot be a split. */
function mayBeSplit({ network: { edges }, side, sideFirst }: Survey, node: number): boolean {
  for (let i = sideFirst[node]; i < sideFirst[node + 1]; i++) if (edges.arc[side[i]] === NO_ID) return true
  return false
}

function sortByBearing(survey: Survey, node: number, sorted: number[]): void {
  sorted.length = 0
  for (let i = survey.sideFirst[node]; i < survey.sideFirst[node + 1]; i++) sorted.push(survey.side[i])
  sorted.sort((a, b) => survey.seen[a] - survey.seen[b] || a - b)
}

/** True if the i-th road clockwise from north and the next one are the two carriageways of one road. */
function isSplit(survey: Survey, node: number, sorted: readonly number[], i: number): boolean {
  const size = sorted.length
  const [left, right] = [sorted[i], sorted[(i + 1) % size]]
  return (
    areCarriageways(survey, node, left, right) &&
    isDistinct(survey, sorted[(i + size - 1) % size], left) &&
    isDistinct(survey, right, sorted[(i + 2) % size])
  )
}

/** The common bearing of two carriageways. `between` is false when one continues straight and the other turns off. */
function seenAsOne(
  survey: Survey,
  sorted: readonly number[],
  left: number,
  right: number,
): { readonly together: number; readonly between: boolean; readonly arriving: number } {
  const { seen } = survey
  const entry = survey.network.edges.arc[left] === NO_ID ? right : left
  let opposite = sorted[0]
  for (const side of sorted) {
    if (angleApart(seen[side], seen[entry] + 180) < angleApart(seen[opposite], seen[entry] + 180)) opposite = side
  }
  const arriving = reverseBearing(seen[opposite])
  if (angleApart(arriving, seen[entry]) < 3) return { together: seen[entry], between: false, arriving }
  const half = deflectionBetween(seen[left], seen[right]) / 2
  return { together: (seen[left] + half + 360) % 360, between: true, arriving }
}

/**
 * A short edge that leads to a split already leans to its side. Seen from the previous junction, it has the bearing of
 * the whole road.
 */
function straightenShortPieces(survey: Survey, bearing: Float32Array, near: Float32Array, merged: Uint8Array): void {
  const { network, seen } = survey
  const sorted: number[] = []
  for (let side = 0; side < 2 * network.edges.count; side++) {
    const back = side ^ 1
    if (merged[side] === 1 || merged[back] === 0 || survey.meters(side) > SHORT_PIECE_METERS) continue
    if (survey.degree(survey.tail(side)) < 2) continue
    const node = survey.head(side)
    sortByBearing(survey, node, sorted)
    const here = sorted.indexOf(back)
    const before = (here + sorted.length - 1) % sorted.length
    const first = isSplit(survey, node, sorted, before) ? before : isSplit(survey, node, sorted, here) ? here : -1
    if (first === -1) continue
    const [left, right] = [sorted[first], sorted[(first + 1) % sorted.length]]
    const { together, between, arriving } = seenAsOne(survey, sorted, left, right)
    if (!between) continue
    const size = angleApart(arriving, together)
    if (angleApart(arriving, seen[left]) < size || angleApart(arriving, seen[right]) < size) continue
    const offset = angleApart(together, seen[back])
    bearing[side] = near[side] = (seen[side] + (first === here ? offset : -offset) + 360) % 360
  }
}
