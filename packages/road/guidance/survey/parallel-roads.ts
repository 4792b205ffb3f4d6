import { angleApart } from '../angles.ts'
import type { EdgeShape } from './edge-shape.ts'
import { fitLine } from './line-fit.ts'
import { readAlongRoad } from './road-walk.ts'
import type { Survey } from './survey.ts'

/** Distance along two roads that is checked for signs that they belong together. */
const LOOK_METERS = 120
/** A shorter look barely covers the junction. */
const MIN_METERS = 40
const SAMPLE_METERS = 5
const LANE_METERS = 3.25
/** Maximum width of a median. */
const MEDIAN_METERS = 12
/** A slope of one fifth relative to each other still counts as parallel. */
const PARALLEL_DEGREES = 11.3

interface Samples {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly meters: number
  readonly end: number
}

/** True if two roads that leave one node run parallel, no farther apart than carriageways. */
export function runParallel(survey: Survey, left: number, right: number): boolean {
  const heading = survey.seen[left]
  const a = sampleAlong(survey, left, heading)
  if (a.meters <= MIN_METERS) return false
  const b = sampleAlong(survey, right, heading)
  if (b.meters <= MIN_METERS) return false
  const meetAgain = a.end !== -1 && a.end === b.end
  // Roads diverge within the first third, so it is no evidence of their direction unless they meet again.
  const skipA = meetAgain ? 0 : Math.floor(a.x.length / 3)
  const skipB = meetAgain ? 0 : Math.floor(b.x.length / 3)
  const apart = angleApart(fitLine(a.x, a.y, skipA, a.x.length).bearing, fitLine(b.x, b.y, skipB, b.x.length).bearing)
  if (Math.min(apart, 180 - apart) > PARALLEL_DEGREES) return false
  const lanes = Math.max(1, survey.lanesOf(left)) + Math.max(1, survey.lanesOf(right))
  const between = Math.min(distanceFromMiddle(a, skipA, b, skipB), distanceFromMiddle(b, skipB, a, skipA))
  if (between > 0.5 * lanes * LANE_METERS + MEDIAN_METERS) return false
  return !isRing(survey, left, right, heading)
}

function sampleAlong(survey: Survey, side: number, heading: number): Samples {
  const end = readAlongRoad(survey, side, heading, 'stop', LOOK_METERS)
  const { shape } = survey
  const count = Math.floor(shape.length / SAMPLE_METERS) + 1
  return {
    x: Float64Array.from({ length: count }, (_, i) => shape.at(i * SAMPLE_METERS, 'x')),
    y: Float64Array.from({ length: count }, (_, i) => shape.at(i * SAMPLE_METERS, 'y')),
    meters: shape.length,
    end,
  }
}

function distanceFromMiddle(a: Samples, skipA: number, b: Samples, skipB: number): number {
  const middle = skipA + ((a.x.length - skipA) >> 1)
  let least = Number.POSITIVE_INFINITY
  for (let i = skipB; i < b.x.length; i++)
    least = Math.min(least, Math.hypot(a.x[middle] - b.x[i], a.y[middle] - b.y[i]))
  return least
}

/**
 * Two branches around one circle are not carriageways. A circle encloses more area per perimeter than any elongated
 * shape.
 */
function isRing(survey: Survey, left: number, right: number, heading: number): boolean {
  const end = readAlongRoad(survey, left, heading, 'follow', LOOK_METERS)
  if (end !== survey.tail(left)) return false
  const area = areaWithin(survey.shape)
  const rim = survey.shape.length
  if (readAlongRoad(survey, right, heading, 'follow', LOOK_METERS) !== end) return false
  return area / (rim * rim) >= 0.85 / (4 * Math.PI)
}

function areaWithin({ x, y, count }: EdgeShape): number {
  let twice = 0
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count
    twice += x[i] * y[next] - x[next] * y[i]
  }
  return Math.abs(twice) / 2
}
