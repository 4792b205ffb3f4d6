import { bearingBetween, EARTH_RADIUS_METERS, lengthOf, metersBetween, turnBetween, type Vector } from '@fairway/geo'
import { findSegment, pointAt } from './along.ts'
import type { AssetRoute } from './asset-route.ts'
import { forEachNearRun, maxDistanceMeters } from './bounding-balls.ts'

/** A position on a route, and the distance of a point from it. */
export interface RouteProjection {
  readonly alongM: number
  readonly distanceM: number
}

/**
 * Returns the position on one segment that is closest to a point. The vectors are kept in local variables, because a
 * fix is projected onto dozens of segments. Vector objects for all of these segments would make up most of the memory
 * that is allocated for a fix.
 */
export function projectOnSegment({ vectors, alongM }: AssetRoute, segment: number, point: Vector): RouteProjection {
  const a = vectors[segment]
  const b = vectors[Math.min(segment + 1, vectors.length - 1)]
  // The normal of the great circle through both endpoints.
  let nx = a.y * b.z - a.z * b.y
  let ny = a.z * b.x - a.x * b.z
  let nz = a.x * b.y - a.y * b.x
  const normalLength = lengthOf(nx, ny, nz)
  if (normalLength > 1e-15) {
    nx /= normalLength
    ny /= normalLength
    nz /= normalLength
    const planeDistance = point.x * nx + point.y * ny + point.z * nz
    // The point in the plane of the great circle.
    const px = point.x - planeDistance * nx
    const py = point.y - planeDistance * ny
    const pz = point.z - planeDistance * nz
    const afterA = (a.y * pz - a.z * py) * nx + (a.z * px - a.x * pz) * ny + (a.x * py - a.y * px) * nz
    const beforeB = (py * b.z - pz * b.y) * nx + (pz * b.x - px * b.z) * ny + (px * b.y - py * b.x) * nz
    // The projection lies between both endpoints, seen from the center of the earth. From a pole of the great circle,
    // all positions are equally near.
    if (Math.abs(planeDistance) < 1 - 1e-12 && afterA >= 0 && beforeB >= 0) {
      const length = lengthOf(px, py, pz)
      const chord = lengthOf(a.x - px / length, a.y - py / length, a.z - pz / length)
      const fromA = 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, chord / 2))
      const footAlongM = Math.min(alongM[segment] + fromA, alongM[segment + 1])
      return { alongM: footAlongM, distanceM: EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.abs(planeDistance))) }
    }
  }
  const toA = metersBetween(point, a)
  const toB = metersBetween(point, b)
  if (toA <= toB) return { alongM: alongM[segment], distanceM: toA }
  return { alongM: alongM[Math.min(segment + 1, alongM.length - 1)], distanceM: toB }
}

export interface ProjectionWindow {
  readonly fromM: number
  readonly toM: number
  /** Expected position, and the deviation from it that has the same weight as a distance of `sigmaM` from the line. */
  readonly expectedM: number
  readonly expectedSigmaM: number
  readonly sigmaM: number
  /**
   * Course, if available, and the deviation from it that has the same weight as a distance of `sigmaM` from the line.
   */
  readonly courseDeg: number | null
  readonly courseSigmaDeg: number
}

/** Computes how badly a position on a segment with the given bearing fits. The lowest value fits best. */
export function computeMisfit(
  window: ProjectionWindow,
  { alongM, distanceM }: RouteProjection,
  bearingDeg: number,
): number {
  const offsetSigmas = distanceM / window.sigmaM
  const alongSigmas = (alongM - window.expectedM) / window.expectedSigmaM
  const turnSigmas = window.courseDeg === null ? 0 : turnBetween(window.courseDeg, bearingDeg) / window.courseSigmaDeg
  return offsetSigmas * offsetSigmas + alongSigmas * alongSigmas + turnSigmas * turnSigmas
}

export interface WindowProjection {
  readonly best: RouteProjection
  /** Minimum distance to any part of the route inside the window. */
  readonly driftM: number
}

/**
 * Finds the best-fitting position among the closest positions of all segments inside the window. Where the route passes
 * close to itself (crossings, loops, out and back), the expected position distinguishes its parts. Ties go to the
 * earliest position.
 */
export function projectInWindow(route: AssetRoute, window: ProjectionWindow, point: Vector): WindowProjection {
  const from = Math.max(0, Math.min(window.fromM, route.lengthM))
  const to = Math.max(from, Math.min(window.toM, route.lengthM))
  let bestProjection: RouteProjection | undefined
  let minMisfit = Number.POSITIVE_INFINITY
  let driftM = Number.POSITIVE_INFINITY
  const last = findSegment(route, to)
  for (let segment = findSegment(route, from); segment <= last; segment++) {
    const projection = clampToWindow(route, projectOnSegment(route, segment, point), from, to, point)
    driftM = Math.min(driftM, projection.distanceM)
    const misfitValue = computeMisfit(window, projection, segmentBearing(route, segment))
    if (misfitValue < minMisfit || bestProjection === undefined) {
      bestProjection = projection
      minMisfit = misfitValue
    }
  }
  return { best: bestProjection ?? { alongM: from, distanceM: metersBetween(point, pointAt(route, from)) }, driftM }
}

function segmentBearing({ vectors }: AssetRoute, segment: number): number {
  return bearingBetween(vectors[segment], vectors[Math.min(segment + 1, vectors.length - 1)])
}

function clampToWindow(
  route: AssetRoute,
  projection: RouteProjection,
  from: number,
  to: number,
  point: Vector,
): RouteProjection {
  if (projection.alongM >= from && projection.alongM <= to) return projection
  const alongM = projection.alongM < from ? from : to
  return { alongM, distanceM: metersBetween(point, pointAt(route, alongM)) }
}

/** Returns the closest position on the whole route. */
export function projectOnRoute(route: AssetRoute, point: Vector): RouteProjection {
  let bestProjection: RouteProjection = { alongM: 0, distanceM: Number.POSITIVE_INFINITY }
  const maxMeters = maxDistanceMeters(route.boundingBalls, point)
  forEachNearRun(
    route.boundingBalls,
    point,
    () => Math.min(maxMeters, bestProjection.distanceM),
    (from, to) => {
      for (let segment = from; segment < to; segment++) {
        const projection = projectOnSegment(route, segment, point)
        if (projection.distanceM < bestProjection.distanceM) bestProjection = projection
      }
    },
  )
  return bestProjection
}

/** For each part of the route within the radius, lists the position closest to the point, in order. */
export function listProjectionsWithin(route: AssetRoute, point: Vector, radiusM: number): RouteProjection[] {
  const projections: RouteProjection[] = []
  let lastSegment = -2
  forEachNearRun(
    route.boundingBalls,
    point,
    () => radiusM,
    (from, to) => {
      for (let segment = from; segment < to; segment++) {
        const projection = projectOnSegment(route, segment, point)
        if (projection.distanceM > radiusM) continue
        const previousProjection = projections.at(-1)
        if (lastSegment !== segment - 1 || previousProjection === undefined) projections.push(projection)
        else if (projection.distanceM < previousProjection.distanceM) projections[projections.length - 1] = projection
        lastSegment = segment
      }
    },
  )
  return projections
}
