import {
  bearingBetween,
  cross,
  dot,
  EARTH_RADIUS_METERS,
  lengthOf,
  metersBetween,
  turnBetween,
  unit,
  type Vector,
} from '@fairway/geo'
import { pointAt, segmentAt } from './along.ts'
import type { Plan } from './asset-route.ts'
import { forNearRuns, mostMeters } from './bounding-balls.ts'

/** A place on a route, and the distance of a point from it. */
export interface Place {
  readonly alongM: number
  readonly distanceM: number
}

/** The place of one segment that is closest to a point. */
export function nearestOnSegment({ vectors, alongM }: Plan, segment: number, point: Vector): Place {
  const a = vectors[segment]
  const b = vectors[Math.min(segment + 1, vectors.length - 1)]
  const normal = cross(a, b)
  const size = lengthOf(normal.x, normal.y, normal.z)
  if (size > 1e-15) {
    const n = { x: normal.x / size, y: normal.y / size, z: normal.z / size }
    const height = dot(point, n)
    const flat = { x: point.x - height * n.x, y: point.y - height * n.y, z: point.z - height * n.z }
    // The projection lies between both ends, seen from the center of the earth. At a pole of the great circle, all
    // places are equally near.
    if (Math.abs(height) < 1 - 1e-12 && dot(cross(a, flat), n) >= 0 && dot(cross(flat, b), n) >= 0) {
      const foot = unit(flat)
      const along = Math.min(alongM[segment] + metersBetween(a, foot), alongM[segment + 1])
      return { alongM: along, distanceM: EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.abs(height))) }
    }
  }
  const [toA, toB] = [metersBetween(point, a), metersBetween(point, b)]
  if (toA <= toB) return { alongM: alongM[segment], distanceM: toA }
  return { alongM: alongM[Math.min(segment + 1, alongM.length - 1)], distanceM: toB }
}

export interface Window {
  readonly fromM: number
  readonly toM: number
  /** The expected place, and the distance from it that counts as much as `sigmaM` off the line. */
  readonly expectedM: number
  readonly expectedSigmaM: number
  readonly sigmaM: number
  /** The course, if available, and the angle from it that counts as much as `sigmaM` off the line. */
  readonly courseDeg: number | null
  readonly courseSigmaDeg: number
}

/** How badly a place fits, on a segment with the given bearingBetween. The lowest value fits best. */
export function misfit(window: Window, { alongM, distanceM }: Place, bearingDeg: number): number {
  const off = distanceM / window.sigmaM
  const astray = (alongM - window.expectedM) / window.expectedSigmaM
  const turned = window.courseDeg === null ? 0 : turnBetween(window.courseDeg, bearingDeg) / window.courseSigmaDeg
  return off * off + astray * astray + turned * turned
}

export interface Projection {
  readonly best: Place
  /** Minimum distance to any part of the route inside the window. */
  readonly driftM: number
}

/**
 * The best-fitting place among the closest places of all segments inside the window. Where the route is close to itself
 * (crossings, loops, out and back), the expected place distinguishes its parts. The earliest of equals wins.
 */
export function projectInWindow(plan: Plan, window: Window, point: Vector): Projection {
  const from = Math.max(0, Math.min(window.fromM, plan.lengthM))
  const to = Math.max(from, Math.min(window.toM, plan.lengthM))
  let best: Place | undefined
  let least = Number.POSITIVE_INFINITY
  let driftM = Number.POSITIVE_INFINITY
  const last = segmentAt(plan, to)
  for (let segment = segmentAt(plan, from); segment <= last; segment++) {
    const place = cut(plan, nearestOnSegment(plan, segment, point), from, to, point)
    driftM = Math.min(driftM, place.distanceM)
    const bad = misfit(window, place, bearingOf(plan, segment))
    if (bad < least || best === undefined) {
      best = place
      least = bad
    }
  }
  return { best: best ?? { alongM: from, distanceM: metersBetween(point, pointAt(plan, from)) }, driftM }
}

function bearingOf({ vectors }: Plan, segment: number): number {
  return bearingBetween(vectors[segment], vectors[Math.min(segment + 1, vectors.length - 1)])
}

function cut(plan: Plan, place: Place, from: number, to: number, point: Vector): Place {
  if (place.alongM >= from && place.alongM <= to) return place
  const alongM = place.alongM < from ? from : to
  return { alongM, distanceM: metersBetween(point, pointAt(plan, alongM)) }
}

/** The closest place of the whole route. */
export function nearestPlace(plan: Plan, point: Vector): Place {
  let best: Place = { alongM: 0, distanceM: Number.POSITIVE_INFINITY }
  const most = mostMeters(plan.balls, point)
  forNearRuns(
    plan.balls,
    point,
    () => Math.min(most, best.distanceM),
    (from, to) => {
      for (let segment = from; segment < to; segment++) {
        const place = nearestOnSegment(plan, segment, point)
        if (place.distanceM < best.distanceM) best = place
      }
    },
  )
  return best
}

/** All parts of the route within the radius, in order: the closest place of each. */
export function placesWithin(plan: Plan, point: Vector, radiusM: number): Place[] {
  const found: Place[] = []
  let lastSegment = -2
  forNearRuns(
    plan.balls,
    point,
    () => radiusM,
    (from, to) => {
      for (let segment = from; segment < to; segment++) {
        const place = nearestOnSegment(plan, segment, point)
        if (place.distanceM > radiusM) continue
        const before = found.at(-1)
        if (lastSegment !== segment - 1 || before === undefined) found.push(place)
        else if (place.distanceM < before.distanceM) found[found.length - 1] = place
        lastSegment = segment
      }
    },
  )
  return found
}
