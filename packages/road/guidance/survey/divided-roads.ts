import { NO_ID } from '../../sentinels.ts'
import { angleApart, deflectionBetween, reverseBearing } from '../angles.ts'
import { runParallel } from './parallel-roads.ts'
import { nextAlongRoad } from './road-walk.ts'
import type { Survey } from './survey.ts'

/**
 * Where a two-way road splits into two carriageways, drivers perceive one continuing road, not a fork. This function
 * detects such pairs. `left` and `right` leave one node next to each other, `right` clockwise of `left`.
 */
export function areCarriageways(survey: Survey, node: number, left: number, right: number): boolean {
  if (angleApart(survey.seen[left], survey.seen[right]) > 95) return false
  if (survey.head(left) === node || survey.head(right) === node) return false
  const { arc } = survey.network.edges
  if ((arc[left] === NO_ID) === (arc[right] === NO_ID)) return false
  if (!couldBeOneRoad(survey, left, right)) return false
  const [endLeft, endRight] = [survey.head(survey.skipPlainNodes(left)), survey.head(survey.skipPlainNodes(right))]
  if (endLeft === node || endRight === node) return false
  if (endLeft === endRight && isTrafficIsland(survey, node, endLeft)) return true
  if (isConnector(survey, left) || isConnector(survey, right)) return false
  return isNarrowTriangle(survey, node, left, right) || runParallel(survey, left, right)
}

/** Only a clearly different road may lie next to a carriageway; otherwise the pair would be a guess. */
export function isDistinct(survey: Survey, a: number, b: number): boolean {
  if (angleApart(survey.seen[a], survey.seen[b]) > 95) return true
  return !survey.names.isSame(survey.roadOf(a), survey.roadOf(b))
}

function couldBeOneRoad(survey: Survey, a: number, b: number): boolean {
  return (
    !survey.isRoundabout(a) &&
    !survey.isRoundabout(b) &&
    survey.modeOf(a) === survey.modeOf(b) &&
    survey.classOf(a) === survey.classOf(b) &&
    survey.names.isSame(survey.roadOf(a), survey.roadOf(b))
  )
}

/** The road splits around a small island and rejoins after it. */
function isTrafficIsland(survey: Survey, node: number, end: number): boolean {
  const into = isPlainSplit(survey, node)
  const outOf = isPlainSplit(survey, end)
  if (!into && !outOf) return false
  return survey.metersBetween(node, end) < (into && outOf ? 30 : 15)
}

function isPlainSplit(survey: Survey, node: number): boolean {
  const { sideFirst, side } = survey
  if (survey.degree(node) !== 3) return false
  const first = survey.roadOf(side[sideFirst[node]])
  for (let i = sideFirst[node]; i < sideFirst[node + 1]; i++) {
    const road = survey.roadOf(side[i])
    if (!survey.names.isNamed(road) && !survey.names.isNamed(first)) return false
    if (survey.names.changes(first, road) && survey.names.changes(road, first)) return false
  }
  return true
}

/** Ends at a road of the same name that continues straight there, so it is a connector between two roads. */
function isConnector(survey: Survey, side: number): boolean {
  const last = survey.skipPlainNodes(side)
  const road = survey.roadOf(side)
  const onward = closestBranch(survey, last, survey.seen, 0, (candidate) => {
    const other = survey.roadOf(candidate)
    return survey.names.isNamed(road) && survey.names.isNamed(other) && survey.names.isSame(road, other)
  })
  if (onward === -1) return false
  const arriving = reverseBearing(survey.seen[last ^ 1])
  const turnOnward = onward === (last ^ 1) ? 180 : deflectionBetween(arriving, survey.seen[onward])
  const across = closestBranch(survey, last, survey.seen, turnOnward + 180)
  if (across === -1 || across === (last ^ 1)) return false
  const turnAcross = deflectionBetween(arriving, survey.seen[across])
  if (Math.abs(Math.abs(turnOnward) - (180 - Math.abs(turnAcross))) < 25) return false
  const { arc } = survey.network.edges
  return (
    angleApart(turnOnward, turnAcross) >= 155 &&
    (arc[onward] === NO_ID) === (arc[across] === NO_ID) &&
    couldBeOneRoad(survey, onward, across)
  )
}

/** The road splits around an island just before an intersection, and the crossing road joins both sides. */
function isNarrowTriangle(survey: Survey, node: number, left: number, right: number): boolean {
  const leftEnd = crossingAlong(survey, left, 90)
  const leftNode = survey.head(leftEnd)
  if (survey.metersBetween(node, leftNode) > 80) return false
  const rightNode = survey.head(crossingAlong(survey, right, -90))
  const connector = closestBranch(survey, leftEnd, survey.near, 90)
  if (connector === -1 || angleApart(turnInto(survey, leftEnd, connector), 90) > 40) return false
  const lanes = Math.max(1, survey.lanesOf(left)) + Math.max(1, survey.lanesOf(right))
  if (survey.metersBetween(leftNode, rightNode) > lanes * 3.25 + 10) return false
  return survey.head(nextCrossing(survey, connector)) === rightNode
}

/** The next junction along a road, or the one after it when the first has no road on the wanted side. */
function crossingAlong(survey: Survey, side: number, wanted: number): number {
  const first = nextCrossing(survey, side)
  const beside = closestBranch(survey, first, survey.near, wanted)
  if (beside !== -1 && angleApart(turnInto(survey, first, beside), wanted) <= 40) return first
  const onward = closestBranch(survey, first, survey.near, 0)
  return onward === -1 || onward === (first ^ 1) ? first : nextCrossing(survey, onward)
}

function nextCrossing(survey: Survey, side: number): number {
  let current = side
  for (let hops = 1; hops < 5 && survey.degree(survey.head(current)) <= 2; hops++) {
    const next = nextAlongRoad(survey, current, survey.seen[side], 'follow')
    if (next === -1) break
    current = next
  }
  return current
}

function turnInto(survey: Survey, side: number, next: number): number {
  if (next === (side ^ 1)) return 180
  return deflectionBetween(reverseBearing(survey.near[side ^ 1]), survey.near[next])
}

/** Of the sides at the end of `side`, including the reverse one, the side whose deflection is closest to `wanted`. */
function closestBranch(
  survey: Survey,
  side: number,
  bearing: Float32Array,
  wanted: number,
  isEligible: (side: number) => boolean = () => true,
): number {
  const node = survey.head(side)
  const arriving = reverseBearing(bearing[side ^ 1])
  let best = -1
  let bestApart = Number.POSITIVE_INFINITY
  for (let i = survey.sideFirst[node]; i < survey.sideFirst[node + 1]; i++) {
    const candidate = survey.side[i]
    if (!isEligible(candidate)) continue
    const apart = angleApart(candidate === (side ^ 1) ? 180 : deflectionBetween(arriving, bearing[candidate]), wanted)
    if (apart < bestApart) {
      best = candidate
      bestApart = apart
    }
  }
  return best
}
