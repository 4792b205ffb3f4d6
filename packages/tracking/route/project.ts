import { pointAt, segmentAt } from './along.ts'
import type { Plan } from './asset-route.ts'
import { forNearRuns, mostMeters } from './bounding-balls.ts'
import {
  bearing,
  cross,
  dot,
  EARTH_RADIUS_METERS,
  lengthOf,
  metersBetween,
  turnBetween,
  unit,
  type Vector,
} from './sphere.ts'

/** A place of a plan, and how far a point is from it. */
export interface Place {
  readonly alongM: number
  readonly distanceM: number
}

/** The place of one segment that is nearest to a point. */
export function nearestOnSegment({ vectors, alongM }: Plan, segment: number, point: Vector): Place {
  const a = vectors[segment]
  const b = vectors[Math.min(segment + 1, vectors.length - 1)]
  const normal = cross(a, b)
  const size = lengthOf(normal.x, normal.y, normal.z)
  if (size > 1e-15) {
    const n = { x: normal.x / size, y: normal.y / size, z: normal.z / size }
    const height = dot(point, n)
    const flat = { x: point.x - height * n.x, y: point.y - height * n.y, z: point.z - height * n.z }
    // Between both ends, seen from the middle of the earth. At a pole of its great circle all places are as near.
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
  /** Where it should be by now, and how far from there is as bad as `sigmaM` off the line. */
  readonly expectedM: number
  readonly expectedSigmaM: number
  readonly sigmaM: number
  /** Which way it goes, where that is known, and how many degrees from that are as bad as `sigmaM` off the line. */
  readonly courseDeg: number | null
  readonly courseSigmaDeg: number
}

/** How badly a place fits, on a segment with the given bearing; the place with the least fits best. */
export function misfit(window: Window, { alongM, distanceM }: Place, bearingDeg: number): number {
  const off = distanceM / window.sigmaM
  const astray = (alongM - window.expectedM) / window.expectedSigmaM
  const turned = window.courseDeg === null ? 0 : turnBetween(window.courseDeg, bearingDeg) / window.courseSigmaDeg
  return off * off + astray * astray + turned * turned
}

export interface Projection {
  readonly best: Place
  /** Least metres to anything inside of the window: how far from the plan it is. */
  readonly driftM: number
}

/**
 * The nearest place of every segment inside the window, and among them the one that fits best. Where the way is near
 * itself (crossings, loops, out and back) it is the expectation that tells its parts from each other. Of equals the
 * earliest.
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
  return bearing(vectors[segment], vectors[Math.min(segment + 1, vectors.length - 1)])
}

function cut(plan: Plan, place: Place, from: number, to: number, point: Vector): Place {
  if (place.alongM >= from && place.alongM <= to) return place
  const alongM = place.alongM < from ? from : to
  return { alongM, distanceM: metersBetween(point, pointAt(plan, alongM)) }
}

/** The nearest place of the whole plan. */
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

/** All parts of the plan that come within the radius, in their order: of each the nearest place. */
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
