import { NO_ID } from '../../sentinels.ts'
import { angleBetween, deflectionBetween, reverseBearing } from '../angles.ts'
import { areParallel } from './parallel-roads.ts'
import { findNextAlongRoad } from './road-walk.ts'
import type { JunctionSurvey } from './survey.ts'

/**
 * Returns true if two sides are the carriageways of one road. Where a two-way road splits into carriageways, drivers
 * perceive one continuing road, not a fork. `leftSide` and `rightSide` leave the same node as neighbors, with
 * `rightSide` clockwise of `leftSide`.
 */
export function areCarriageways(survey: JunctionSurvey, node: number, leftSide: number, rightSide: number): boolean {
  if (angleBetween(survey.perceivedBearing[leftSide], survey.perceivedBearing[rightSide]) > 95) return false
  if (survey.head(leftSide) === node || survey.head(rightSide) === node) return false
  const { arc } = survey.network.edges
  if ((arc[leftSide] === NO_ID) === (arc[rightSide] === NO_ID)) return false
  if (!canBeOneRoad(survey, leftSide, rightSide)) return false
  const [endLeft, endRight] = [
    survey.head(survey.skipPlainNodes(leftSide)),
    survey.head(survey.skipPlainNodes(rightSide)),
  ]
  if (endLeft === node || endRight === node) return false
  if (endLeft === endRight && isTrafficIsland(survey, node, endLeft)) return true
  if (isConnector(survey, leftSide) || isConnector(survey, rightSide)) return false
  return isNarrowTriangle(survey, node, leftSide, rightSide) || areParallel(survey, leftSide, rightSide)
}

/**
 * Returns true if two roads are clearly different. Only a clearly different road may lie next to a carriageway.
 * Otherwise, the pair of carriageways would be ambiguous.
 */
export function isDistinct(survey: JunctionSurvey, a: number, b: number): boolean {
  if (angleBetween(survey.perceivedBearing[a], survey.perceivedBearing[b]) > 95) return true
  return !survey.names.isSame(survey.roadOf(a), survey.roadOf(b))
}

function canBeOneRoad(survey: JunctionSurvey, a: number, b: number): boolean {
  return (
    !survey.isRoundabout(a) &&
    !survey.isRoundabout(b) &&
    survey.modeOf(a) === survey.modeOf(b) &&
    survey.classOf(a) === survey.classOf(b) &&
    survey.names.isSame(survey.roadOf(a), survey.roadOf(b))
  )
}

/** Returns true if the road splits around a small island and rejoins after it. */
function isTrafficIsland(survey: JunctionSurvey, node: number, end: number): boolean {
  const isEntrySplit = isSimpleSplit(survey, node)
  const isExitSplit = isSimpleSplit(survey, end)
  if (!isEntrySplit && !isExitSplit) return false
  return survey.metersBetween(node, end) < (isEntrySplit && isExitSplit ? 30 : 15)
}

function isSimpleSplit(survey: JunctionSurvey, node: number): boolean {
  const { sideFirst, side } = survey
  if (survey.degree(node) !== 3) return false
  const first = survey.roadOf(side[sideFirst[node]])
  for (let i = sideFirst[node]; i < sideFirst[node + 1]; i++) {
    const road = survey.roadOf(side[i])
    if (!survey.names.isNamed(road) && !survey.names.isNamed(first)) return false
    if (survey.names.isNameChange(first, road) && survey.names.isNameChange(road, first)) return false
  }
  return true
}

/**
 * Returns true if the side ends at a road of the same name that continues straight. The side is then a connector
 * between two roads.
 */
function isConnector(survey: JunctionSurvey, edgeSide: number): boolean {
  const last = survey.skipPlainNodes(edgeSide)
  const road = survey.roadOf(edgeSide)
  const onwardSide = findClosestBranch(survey, last, survey.perceivedBearing, 0, (candidate) => {
    const otherRoad = survey.roadOf(candidate)
    return survey.names.isNamed(road) && survey.names.isNamed(otherRoad) && survey.names.isSame(road, otherRoad)
  })
  if (onwardSide === -1) return false
  const arrivalBearing = reverseBearing(survey.perceivedBearing[last ^ 1])
  const onwardDeflection =
    onwardSide === (last ^ 1) ? 180 : deflectionBetween(arrivalBearing, survey.perceivedBearing[onwardSide])
  const oppositeSide = findClosestBranch(survey, last, survey.perceivedBearing, onwardDeflection + 180)
  if (oppositeSide === -1 || oppositeSide === (last ^ 1)) return false
  const oppositeDeflection = deflectionBetween(arrivalBearing, survey.perceivedBearing[oppositeSide])
  if (Math.abs(Math.abs(onwardDeflection) - (180 - Math.abs(oppositeDeflection))) < 25) return false
  const { arc } = survey.network.edges
  return (
    angleBetween(onwardDeflection, oppositeDeflection) >= 155 &&
    (arc[onwardSide] === NO_ID) === (arc[oppositeSide] === NO_ID) &&
    canBeOneRoad(survey, onwardSide, oppositeSide)
  )
}

/**
 * Returns true if the road splits around an island just before an intersection and the crossing road joins both sides.
 */
function isNarrowTriangle(survey: JunctionSurvey, node: number, leftSide: number, rightSide: number): boolean {
  const leftSideAtCrossing = findCrossing(survey, leftSide, 90)
  const leftNode = survey.head(leftSideAtCrossing)
  if (survey.metersBetween(node, leftNode) > 80) return false
  const rightNode = survey.head(findCrossing(survey, rightSide, -90))
  const connector = findClosestBranch(survey, leftSideAtCrossing, survey.initialBearing, 90)
  if (connector === -1 || angleBetween(turnDeflection(survey, leftSideAtCrossing, connector), 90) > 40) return false
  const laneCount = Math.max(1, survey.lanesOf(leftSide)) + Math.max(1, survey.lanesOf(rightSide))
  if (survey.metersBetween(leftNode, rightNode) > laneCount * 3.25 + 10) return false
  return survey.head(followToCrossing(survey, connector)) === rightNode
}

/** Returns the next junction along a road, or the following one if the first has no road on the requested side. */
function findCrossing(survey: JunctionSurvey, edgeSide: number, deflection: number): number {
  const first = followToCrossing(survey, edgeSide)
  const crossRoad = findClosestBranch(survey, first, survey.initialBearing, deflection)
  if (crossRoad !== -1 && angleBetween(turnDeflection(survey, first, crossRoad), deflection) <= 40) return first
  const onwardBranch = findClosestBranch(survey, first, survey.initialBearing, 0)
  return onwardBranch === -1 || onwardBranch === (first ^ 1) ? first : followToCrossing(survey, onwardBranch)
}

function followToCrossing(survey: JunctionSurvey, edgeSide: number): number {
  let current = edgeSide
  for (let hopCount = 1; hopCount < 5 && survey.degree(survey.head(current)) <= 2; hopCount++) {
    const next = findNextAlongRoad(survey, current, survey.perceivedBearing[edgeSide], 'follow')
    if (next === -1) break
    current = next
  }
  return current
}

function turnDeflection(survey: JunctionSurvey, edgeSide: number, next: number): number {
  if (next === (edgeSide ^ 1)) return 180
  return deflectionBetween(reverseBearing(survey.initialBearing[edgeSide ^ 1]), survey.initialBearing[next])
}

/**
 * Returns the side that leaves the end of `edgeSide` with the deflection closest to `deflection`. The reverse of
 * `edgeSide` is also a candidate.
 */
function findClosestBranch(
  survey: JunctionSurvey,
  edgeSide: number,
  bearing: Float32Array,
  deflection: number,
  isEligible: (side: number) => boolean = () => true,
): number {
  const node = survey.head(edgeSide)
  const arriving = reverseBearing(bearing[edgeSide ^ 1])
  let bestSide = -1
  let bestAngle = Number.POSITIVE_INFINITY
  for (let i = survey.sideFirst[node]; i < survey.sideFirst[node + 1]; i++) {
    const candidate = survey.side[i]
    if (!isEligible(candidate)) continue
    const angle = angleBetween(
      candidate === (edgeSide ^ 1) ? 180 : deflectionBetween(arriving, bearing[candidate]),
      deflection,
    )
    if (angle < bestAngle) {
      bestSide = candidate
      bestAngle = angle
    }
  }
  return bestSide
}
