import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { angleBetween, deflectionBetween, reverseBearing } from './angles.ts'
import { areCarriageways, isDistinct } from './survey/divided-roads.ts'
import { JunctionSurvey } from './survey/survey.ts'

/**
 * Lookup tables for guidance at request time. The tables are plain arrays, built once per dataset together with the
 * turn codes.
 */
export interface GuidanceIndex {
  /** Perceived bearing at the start of each edge side, in hundredths of a degree. */
  readonly bearing: Uint16Array
  /** ID of each road. Roads whose names differ only in a compass direction share an ID. */
  readonly nameCore: Uint32Array
}

/** Precomputed junction data with perceived bearings. A divided road is treated as one road. */
export interface SurveyResult {
  readonly survey: JunctionSurvey
  /**
   * Bearings like `survey.perceivedBearing`, but both carriageways of a divided road have the bearing of the whole
   * road.
   */
  readonly bearing: Float32Array
  /** Bearings like `survey.initialBearing`, with the same rule for divided roads. */
  readonly initialBearing: Float32Array
  /** 1 for the oncoming carriageway of a road that splits at this node. Drivers do not perceive it as a branch. */
  readonly oncoming: Uint8Array
}

/** Maximum length, in meters, of an edge whose bearing is corrected because the edge leads to a split. */
const SHORT_EDGE_METERS = 30

function surveyJunctions(network: RoadNetwork): SurveyResult {
  const survey = new JunctionSurvey(network)
  const bearing = survey.perceivedBearing.slice()
  const initialBearing = survey.initialBearing.slice()
  const oncoming = new Uint8Array(2 * network.edges.count)
  const merged = new Uint8Array(2 * network.edges.count)
  const sortedSides: number[] = []
  for (let node = 0; node < network.nodes.count; node++) {
    if (survey.degree(node) < 3 || !hasOnewayRoad(survey, node)) continue
    sortByBearing(survey, node, sortedSides)
    for (let i = 0; i < sortedSides.length; i++) {
      if (!isCarriagewaySplit(survey, node, sortedSides, i)) continue
      const [leftSide, rightSide] = [sortedSides[i], sortedSides[(i + 1) % sortedSides.length]]
      const { commonBearing } = findCommonBearing(survey, sortedSides, leftSide, rightSide)
      bearing[leftSide] = bearing[rightSide] = initialBearing[leftSide] = initialBearing[rightSide] = commonBearing
      merged[leftSide] = merged[rightSide] = 1
      oncoming[network.edges.arc[leftSide] === NO_ID ? leftSide : rightSide] = 1
    }
  }
  straightenShortEdges(survey, bearing, initialBearing, merged)
  return { survey, bearing, initialBearing, oncoming }
}

const surveyByNetwork = new WeakMap<RoadNetwork, SurveyResult>()

/**
 * Returns the junction survey of a network. The survey is cached, because the index and the turn codes both need it.
 */
export function getSurveyResult(network: RoadNetwork): SurveyResult {
  const cached = surveyByNetwork.get(network)
  if (cached !== undefined) return cached
  const surveyResult = surveyJunctions(network)
  surveyByNetwork.set(network, surveyResult)
  return surveyResult
}

export function buildGuidanceIndex(network: RoadNetwork): GuidanceIndex {
  const { bearing, survey } = getSurveyResult(network)
  const hundredths = new Uint16Array(bearing.length)
  for (let edgeSide = 0; edgeSide < bearing.length; edgeSide++)
    hundredths[edgeSide] = Math.round(bearing[edgeSide] * 100) % 36000
  return { bearing: hundredths, nameCore: survey.nameCore }
}

/** Returns true if a node has a one-way road. Most nodes have none and cannot be a split. */
function hasOnewayRoad({ network: { edges }, side, sideFirst }: JunctionSurvey, node: number): boolean {
  for (let i = sideFirst[node]; i < sideFirst[node + 1]; i++) if (edges.arc[side[i]] === NO_ID) return true
  return false
}

function sortByBearing(survey: JunctionSurvey, node: number, sorted: number[]): void {
  sorted.length = 0
  for (let i = survey.sideFirst[node]; i < survey.sideFirst[node + 1]; i++) sorted.push(survey.side[i])
  sorted.sort((a, b) => survey.perceivedBearing[a] - survey.perceivedBearing[b] || a - b)
}

/** Returns true if the i-th road clockwise from north and the next road are the two carriageways of one road. */
function isCarriagewaySplit(survey: JunctionSurvey, node: number, sorted: readonly number[], i: number): boolean {
  const size = sorted.length
  const [leftSide, rightSide] = [sorted[i], sorted[(i + 1) % size]]
  return (
    areCarriageways(survey, node, leftSide, rightSide) &&
    isDistinct(survey, sorted[(i + size - 1) % size], leftSide) &&
    isDistinct(survey, rightSide, sorted[(i + 2) % size])
  )
}

/**
 * Returns the common bearing of two carriageways. `isBetween` is false if one carriageway continues straight and the
 * other turns off.
 */
function findCommonBearing(
  survey: JunctionSurvey,
  sorted: readonly number[],
  leftSide: number,
  rightSide: number,
): { readonly commonBearing: number; readonly isBetween: boolean; readonly arriving: number } {
  const { perceivedBearing } = survey
  const entry = survey.network.edges.arc[leftSide] === NO_ID ? rightSide : leftSide
  let opposite = sorted[0]
  for (const edgeSide of sorted) {
    if (
      angleBetween(perceivedBearing[edgeSide], perceivedBearing[entry] + 180) <
      angleBetween(perceivedBearing[opposite], perceivedBearing[entry] + 180)
    )
      opposite = edgeSide
  }
  const arrivalBearing = reverseBearing(perceivedBearing[opposite])
  if (angleBetween(arrivalBearing, perceivedBearing[entry]) < 3)
    return { commonBearing: perceivedBearing[entry], isBetween: false, arriving: arrivalBearing }
  const halfAngle = deflectionBetween(perceivedBearing[leftSide], perceivedBearing[rightSide]) / 2
  return {
    commonBearing: (perceivedBearing[leftSide] + halfAngle + 360) % 360,
    isBetween: true,
    arriving: arrivalBearing,
  }
}

/**
 * Corrects the bearing of short edges that lead to a split. Such an edge already leans to one side. Seen from the
 * previous junction, it should have the bearing of the whole road.
 */
function straightenShortEdges(
  survey: JunctionSurvey,
  bearing: Float32Array,
  initialBearing: Float32Array,
  merged: Uint8Array,
): void {
  const { network, perceivedBearing } = survey
  const sorted: number[] = []
  for (let edgeSide = 0; edgeSide < 2 * network.edges.count; edgeSide++) {
    const reverseSide = edgeSide ^ 1
    if (merged[edgeSide] === 1 || merged[reverseSide] === 0 || survey.lengthMeters(edgeSide) > SHORT_EDGE_METERS)
      continue
    if (survey.degree(survey.tail(edgeSide)) < 2) continue
    const node = survey.head(edgeSide)
    sortByBearing(survey, node, sorted)
    const backIndex = sorted.indexOf(reverseSide)
    const previousIndex = (backIndex + sorted.length - 1) % sorted.length
    const splitIndex = isCarriagewaySplit(survey, node, sorted, previousIndex)
      ? previousIndex
      : isCarriagewaySplit(survey, node, sorted, backIndex)
        ? backIndex
        : -1
    if (splitIndex === -1) continue
    const [leftSide, rightSide] = [sorted[splitIndex], sorted[(splitIndex + 1) % sorted.length]]
    const { commonBearing, isBetween, arriving } = findCommonBearing(survey, sorted, leftSide, rightSide)
    if (!isBetween) continue
    const size = angleBetween(arriving, commonBearing)
    if (
      angleBetween(arriving, perceivedBearing[leftSide]) < size ||
      angleBetween(arriving, perceivedBearing[rightSide]) < size
    )
      continue
    const offset = angleBetween(commonBearing, perceivedBearing[reverseSide])
    bearing[edgeSide] = initialBearing[edgeSide] =
      (perceivedBearing[edgeSide] + (splitIndex === backIndex ? offset : -offset) + 360) % 360
  }
}
