import type { Vector } from '@fairway/geo'
import { metersBetween } from '../geometry/ellipsoid.ts'
import { groundSpeed, type Wind } from './wind.ts'

export interface ProjectedPoint {
  readonly x: number
  readonly y: number
  readonly vector: Vector
}

/** Duration of a straight leg in seconds. It must satisfy the triangle inequality, because the search relies on it. */
export type TravelTime = (from: ProjectedPoint, to: ProjectedPoint) => number

/**
 * Returns a function that computes travel times. In still air, lengths are measured on the earth. In wind, lengths and
 * courses are measured on the frame, because durations in constant wind satisfy the triangle inequality only on a flat
 * map.
 */
export function makeTravelTime(airspeedMs: number, wind: Wind | undefined): TravelTime {
  if (!wind || wind.speedMs === 0) return (from, to) => metersBetween(from.vector, to.vector) / airspeedMs
  return (from, to) => {
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const length = Math.hypot(dx, dy)
    if (length === 0) return 0
    const speed = groundSpeed(airspeedMs, wind, dx, dy)
    return speed > 0 ? length / speed : Number.POSITIVE_INFINITY
  }
}
