import { angleBetween } from '../angles.ts'
import type { EdgeShape } from './edge-shape.ts'
import { fitLine } from './line-fit.ts'
import { readAlongRoad } from './road-walk.ts'
import type { JunctionSurvey } from './survey.ts'

/** Length, in meters, over which two roads are compared to detect whether they belong together. */
const COMPARED_LENGTH_METERS = 120
/** Length in meters that both roads must exceed for a comparison. A shorter road barely leaves the junction. */
const MIN_LENGTH_METERS = 40
const SAMPLE_SPACING_METERS = 5
const LANE_WIDTH_METERS = 3.25
/** Maximum width of a median, in meters. */
const MAX_MEDIAN_METERS = 12
/** Maximum angle between parallel roads, which corresponds to a relative slope of one fifth. */
const MAX_PARALLEL_DEGREES = 11.3

interface RoadSamples {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly meters: number
  readonly endNode: number
}

/** Returns true if two roads that leave the same node run parallel and are no farther apart than carriageways. */
export function areParallel(survey: JunctionSurvey, leftSide: number, rightSide: number): boolean {
  const heading = survey.perceivedBearing[leftSide]
  const a = sampleRoad(survey, leftSide, heading)
  if (a.meters <= MIN_LENGTH_METERS) return false
  const b = sampleRoad(survey, rightSide, heading)
  if (b.meters <= MIN_LENGTH_METERS) return false
  const haveSameEnd = a.endNode !== -1 && a.endNode === b.endNode
  // Roads diverge within their first third, so this third is ignored unless they meet again.
  const skipA = haveSameEnd ? 0 : Math.floor(a.x.length / 3)
  const skipB = haveSameEnd ? 0 : Math.floor(b.x.length / 3)
  const angle = angleBetween(fitLine(a.x, a.y, skipA, a.x.length).bearing, fitLine(b.x, b.y, skipB, b.x.length).bearing)
  if (Math.min(angle, 180 - angle) > MAX_PARALLEL_DEGREES) return false
  const laneCount = Math.max(1, survey.lanesOf(leftSide)) + Math.max(1, survey.lanesOf(rightSide))
  const distanceMeters = Math.min(distanceFromMiddle(a, skipA, b, skipB), distanceFromMiddle(b, skipB, a, skipA))
  if (distanceMeters > 0.5 * laneCount * LANE_WIDTH_METERS + MAX_MEDIAN_METERS) return false
  return !isRing(survey, leftSide, rightSide, heading)
}

function sampleRoad(survey: JunctionSurvey, edgeSide: number, heading: number): RoadSamples {
  const endNode = readAlongRoad(survey, edgeSide, heading, 'stop', COMPARED_LENGTH_METERS)
  const { shape } = survey
  const count = Math.floor(shape.length / SAMPLE_SPACING_METERS) + 1
  return {
    x: Float64Array.from({ length: count }, (_, i) => shape.coordinateAt(i * SAMPLE_SPACING_METERS, 'x')),
    y: Float64Array.from({ length: count }, (_, i) => shape.coordinateAt(i * SAMPLE_SPACING_METERS, 'y')),
    meters: shape.length,
    endNode,
  }
}

function distanceFromMiddle(a: RoadSamples, skipA: number, b: RoadSamples, skipB: number): number {
  const middle = skipA + ((a.x.length - skipA) >> 1)
  let minDistance = Number.POSITIVE_INFINITY
  for (let i = skipB; i < b.x.length; i++)
    minDistance = Math.min(minDistance, Math.hypot(a.x[middle] - b.x[i], a.y[middle] - b.y[i]))
  return minDistance
}

/**
 * Returns true for two branches around one circle, which are not carriageways. A circle encloses more area per
 * perimeter than any elongated shape.
 */
function isRing(survey: JunctionSurvey, leftSide: number, rightSide: number, heading: number): boolean {
  const endNode = readAlongRoad(survey, leftSide, heading, 'follow', COMPARED_LENGTH_METERS)
  if (endNode !== survey.tail(leftSide)) return false
  const area = enclosedArea(survey.shape)
  const perimeterMeters = survey.shape.length
  if (readAlongRoad(survey, rightSide, heading, 'follow', COMPARED_LENGTH_METERS) !== endNode) return false
  return area / (perimeterMeters * perimeterMeters) >= 0.85 / (4 * Math.PI)
}

function enclosedArea({ x, y, count }: EdgeShape): number {
  let doubleArea = 0
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count
    doubleArea += x[i] * y[next] - x[next] * y[i]
  }
  return Math.abs(doubleArea) / 2
}
