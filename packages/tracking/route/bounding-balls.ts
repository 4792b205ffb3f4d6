import { EARTH_RADIUS_METERS, lengthOf, type Vector } from '@fairway/geo'

/**
 * Bounding balls of a route in levels. The finest level has one ball per sixteen segments, and each coarser level has
 * one ball per sixteen balls. A search for nearby parts skips most of the route.
 */
export interface BoundingBalls {
  /** Levels, finest first. Each ball is x, y, z, and radius, in earth radii. */
  readonly levels: readonly Float64Array[]
  readonly segmentCount: number
}

const CHILDREN_PER_BALL = 16

export function buildBoundingBalls(vectors: readonly Vector[]): BoundingBalls {
  const segmentCount = Math.max(1, vectors.length - 1)
  const levels: Float64Array[] = []
  let segmentsPerBall = CHILDREN_PER_BALL
  do {
    const count = Math.ceil(segmentCount / segmentsPerBall)
    const level = new Float64Array(4 * count)
    for (let ball = 0; ball < count; ball++)
      fillBall(level, ball, vectors, ball * segmentsPerBall, Math.min((ball + 1) * segmentsPerBall, segmentCount))
    levels.push(level)
    segmentsPerBall *= CHILDREN_PER_BALL
  } while (segmentCount > segmentsPerBall / CHILDREN_PER_BALL)
  return { levels, segmentCount }
}

/** Fills a ball that covers the segments from `from` up to `to`, including their endpoints. */
function fillBall(level: Float64Array, ball: number, vectors: readonly Vector[], from: number, to: number): void {
  const last = Math.min(to, vectors.length - 1)
  let [x, y, z] = [0, 0, 0]
  for (let i = from; i <= last; i++) {
    x += vectors[i].x
    y += vectors[i].y
    z += vectors[i].z
  }
  const count = last - from + 1
  x /= count
  y /= count
  z /= count
  let [radius, sag] = [0, 0]
  for (let i = from; i <= last; i++) {
    radius = Math.max(radius, lengthOf(vectors[i].x - x, vectors[i].y - y, vectors[i].z - z))
    if (i > from) sag = Math.max(sag, arcSagitta(vectors[i - 1], vectors[i]))
  }
  // The line between two points follows the surface, which bulges beyond the chord.
  level.set([x, y, z, radius + sag + 1e-12], 4 * ball)
}

function arcSagitta(a: Vector, b: Vector): number {
  const halfChord = lengthOf(a.x - b.x, a.y - b.y, a.z - b.z) / 2
  return 1 - Math.sqrt(Math.max(0, 1 - halfChord * halfChord))
}

/** Returns an upper bound on the distance to the route, used as the initial radius of a nearest search. */
export function maxDistanceMeters({ levels }: BoundingBalls, point: Vector): number {
  const finestLevel = levels[0]
  let minDistance = 2
  for (let offset = 0; offset < finestLevel.length; offset += 4) {
    const center = lengthOf(
      finestLevel[offset] - point.x,
      finestLevel[offset + 1] - point.y,
      finestLevel[offset + 2] - point.z,
    )
    minDistance = Math.min(minDistance, center + finestLevel[offset + 3])
  }
  return 2 * EARTH_RADIUS_METERS * Math.asin(minDistance / 2)
}

/** Calls back, in order, for every run of up to sixteen segments that may be within the radius. */
export function forEachNearRun(
  { levels, segmentCount }: BoundingBalls,
  point: Vector,
  radiusM: () => number,
  visit: (from: number, to: number) => void,
): void {
  const visitBall = (depth: number, ball: number): void => {
    const level = levels[depth]
    const offset = 4 * ball
    const distance =
      lengthOf(level[offset] - point.x, level[offset + 1] - point.y, level[offset + 2] - point.z) - level[offset + 3]
    // A chord is shorter than its arc, so a ball whose chord distance exceeds the radius is certainly too far away.
    if (distance * EARTH_RADIUS_METERS > radiusM()) return
    if (depth === 0) {
      visit(ball * CHILDREN_PER_BALL, Math.min((ball + 1) * CHILDREN_PER_BALL, segmentCount))
      return
    }
    const childLevelCount = levels[depth - 1].length / 4
    for (
      let child = ball * CHILDREN_PER_BALL;
      child < Math.min((ball + 1) * CHILDREN_PER_BALL, childLevelCount);
      child++
    )
      visitBall(depth - 1, child)
  }
  const topLevel = levels.length - 1
  for (let ball = 0; ball < levels[topLevel].length / 4; ball++) visitBall(topLevel, ball)
}
