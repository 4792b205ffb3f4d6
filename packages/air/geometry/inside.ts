import { cross, dot, type Position, unit, type Vector } from '@fairway/geo'
import type { Outline } from '../model.ts'
import { metersBetween, toVector } from './ellipsoid.ts'
import { ringVectors } from './ring-vectors.ts'

/**
 * Returns whether a point is inside an outline. A point is inside a ring if its winding number is odd. If a ring
 * crosses itself, the areas that it winds around once are therefore inside. The winding number is computed as seen from
 * the point, so it works at the poles and across the antimeridian.
 */
export function isInside(outline: Outline, point: Vector): boolean {
  if (outline.kind === 'circle') return metersBetween(toVector(outline.center), point) <= outline.radiusMeters
  return windsAround(outline.outer, point) && !outline.holes.some((hole) => windsAround(hole, point))
}

function windsAround(ring: readonly Position[], point: Vector): boolean {
  const up = unit(point)
  const east = Math.hypot(up.x, up.y) < 1e-9 ? { x: 1, y: 0, z: 0 } : unit({ x: -up.y, y: up.x, z: 0 })
  const north = cross(up, east)
  const bearing = (vector: Vector) => Math.atan2(dot(vector, east), dot(vector, north))
  const corners = ringVectors(ring)
  let sum = 0
  let previousBearing = bearing(corners[corners.length - 1])
  for (const corner of corners) {
    const next = bearing(corner)
    let turnAngle = next - previousBearing
    if (turnAngle > Math.PI) turnAngle -= 2 * Math.PI
    else if (turnAngle < -Math.PI) turnAngle += 2 * Math.PI
    sum += turnAngle
    previousBearing = next
  }
  return Math.abs(Math.round(sum / (2 * Math.PI))) % 2 === 1
}
