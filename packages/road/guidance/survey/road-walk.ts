import { angleBetween, deflectionBetween, reverseBearing } from '../angles.ts'
import type { JunctionSurvey } from './survey.ts'

/** Behavior at corners where another road could also be the continuation. */
export type CornerPolicy = 'follow' | 'stop'

/**
 * Returns the side that continues a road of the same name after `edgeSide`, given the initial `heading`. Returns -1 if
 * the road ends or is ambiguous. One-way streets are also followed in reverse, because the result shows which edges
 * belong together, regardless of access.
 */
export function findNextAlongRoad(
  survey: JunctionSurvey,
  edgeSide: number,
  heading: number,
  corners: CornerPolicy,
): number {
  const { sideFirst, side: sides, initialBearing } = survey
  const node = survey.head(edgeSide)
  const arrivalBearing = reverseBearing(initialBearing[edgeSide ^ 1])
  let bestSide = -1
  let bestScore = Number.POSITIVE_INFINITY
  let straightest = -1
  let straightestTurn = Number.POSITIVE_INFINITY
  let sameNameCount = 0
  for (let i = sideFirst[node]; i < sideFirst[node + 1]; i++) {
    const candidate = sides[i]
    const hasSameName = survey.hasSameName(candidate, edgeSide)
    if (hasSameName) sameNameCount++
    if (candidate === (edgeSide ^ 1)) continue
    const turn = Math.abs(deflectionBetween(arrivalBearing, initialBearing[candidate]))
    const score = turn + (hasSameName ? 0 : 180)
    if (score < bestScore) {
      bestSide = candidate
      bestScore = score
    }
    if (turn < straightestTurn) {
      straightest = candidate
      straightestTurn = turn
    }
  }
  if (bestSide === -1 || sameNameCount > 2) return -1
  const deflection = deflectionBetween(arrivalBearing, initialBearing[bestSide])
  const turn = Math.abs(deflection)
  if (bestSide === straightest && turn < 40 && angleBetween(heading, initialBearing[bestSide]) < 40) return bestSide
  if (corners === 'stop' && turn > 60) {
    if (straightestTurn < 25) return -1
    for (let i = sideFirst[node]; i < sideFirst[node + 1]; i++) {
      const otherSide = sides[i]
      if (
        otherSide !== bestSide &&
        otherSide !== (edgeSide ^ 1) &&
        angleBetween(initialBearing[otherSide], initialBearing[bestSide]) > 155
      )
        return -1
    }
  }
  return survey.hasSameName(bestSide, edgeSide) && turn < 100 ? bestSide : -1
}

/**
 * Reads up to `limitMeters` of shape along a road into `survey.shape`. Returns the node where the road ends, or -1 if
 * the shape ends inside an edge.
 */
export function readAlongRoad(
  survey: JunctionSurvey,
  edgeSide: number,
  heading: number,
  corners: CornerPolicy,
  limitMeters: number,
): number {
  const { shape } = survey
  const start = survey.tail(edgeSide)
  shape.clear()
  let current = edgeSide
  for (let hopCount = 0; hopCount < 100; hopCount++) {
    shape.append(current, limitMeters)
    const node = survey.head(current)
    if (node === start) return node
    if (shape.length >= limitMeters) return -1
    const next = findNextAlongRoad(survey, current, heading, corners)
    if (next === -1) return node
    current = next
  }
  return -1
}
