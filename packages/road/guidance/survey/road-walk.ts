import { angleApart, deflectionBetween, reverseBearing } from '../angles.ts'
import type { Survey } from './survey.ts'

/** Whether to follow a road around corners where another road could also be meant. */
export type AtCorners = 'follow' | 'stop'

/**
 * The side that continues a road of the same name after `side`, given the initial `heading`; -1 if the road ends or is
 * ambiguous. One-way streets are also followed in reverse, because this determines which edges belong together, not
 * what can be driven.
 */
export function nextAlongRoad(survey: Survey, side: number, heading: number, corners: AtCorners): number {
  const { sideFirst, side: sides, near } = survey
  const node = survey.head(side)
  const arriving = reverseBearing(near[side ^ 1])
  let best = -1
  let bestScore = Number.POSITIVE_INFINITY
  let straightest = -1
  let straightestTurn = Number.POSITIVE_INFINITY
  let sameName = 0
  for (let i = sideFirst[node]; i < sideFirst[node + 1]; i++) {
    const candidate = sides[i]
    const named = survey.hasSameSign(candidate, side)
    if (named) sameName++
    if (candidate === (side ^ 1)) continue
    const turn = Math.abs(deflectionBetween(arriving, near[candidate]))
    const score = turn + (named ? 0 : 180)
    if (score < bestScore) {
      best = candidate
      bestScore = score
    }
    if (turn < straightestTurn) {
      straightest = candidate
      straightestTurn = turn
    }
  }
  if (best === -1 || sameName > 2) return -1
  const deflection = deflectionBetween(arriving, near[best])
  const turn = Math.abs(deflection)
  if (best === straightest && turn < 40 && angleApart(heading, near[best]) < 40) return best
  if (corners === 'stop' && turn > 60) {
    if (straightestTurn < 25) return -1
    for (let i = sideFirst[node]; i < sideFirst[node + 1]; i++) {
      const other = sides[i]
      if (other !== best && other !== (side ^ 1) && angleApart(near[other], near[best]) > 155) return -1
    }
  }
  return survey.hasSameSign(best, side) && turn < 100 ? best : -1
}

/**
 * Reads up to `limitMeters` of shape along a road into `survey.shape`. Returns the node where the road ended, or -1
 * inside an edge.
 */
export function readAlongRoad(
  survey: Survey,
  side: number,
  heading: number,
  corners: AtCorners,
  limitMeters: number,
): number {
  const { shape } = survey
  const start = survey.tail(side)
  shape.begin()
  let current = side
  for (let hops = 0; hops < 100; hops++) {
    shape.append(current, limitMeters)
    const node = survey.head(current)
    if (node === start) return node
    if (shape.length >= limitMeters) return -1
    const next = nextAlongRoad(survey, current, heading, corners)
    if (next === -1) return node
    current = next
  }
  return -1
}
