import { bearingBetween, metersBetween, toVector, turnBetween } from '@fairway/geo'
import { type Kind, kindLimits } from '../state/kinds.ts'
import { accuracyOf, type Fix } from './fix.ts'

/** Speed and course, as reported or else derived from positions far enough apart. */
export interface Motion {
  readonly speedMs: number
  /** Null until it has moved. */
  readonly courseDeg: number | null
  /** Distance in meters over which the course was observed; 0 when it was reported. */
  readonly courseOverM: number
  /** Recent positions, newest last: latitude, longitude, time, accuracy. */
  readonly trail: readonly TrailPoint[]
  /** When it was last seen moving. */
  readonly movedMs: number
}

/** Older states lack the accuracy. */
type TrailPoint = readonly [number, number, number, number?]

/** Displacements of less than this many accuracies are noise. */
const TELLING_ACCURACIES = 1.5
/** Older positions say nothing about the current course. */
const OLDEST_TRAIL_MS = 120_000
const LONGEST_TRAIL = 12
/** The trail gets a point for each of these shares of a significant distance, or after this time. */
const TRAIL_SHARE = 1 / 8
const TRAIL_MS = 5000

/** A position this many times coarser than others adds no information. */
const COARSER = 3

/** A displacement of up to this many significant distances (4.5 standard deviations) may be an error. */
const EXPLAINED = 2

export function firstMotion(fix: Fix, kind: Kind): Motion {
  const trail = [trailPoint(fix, accuracyOf(fix, kind))]
  return {
    speedMs: fix.speedMs ?? 0,
    courseDeg: fix.headingDeg ?? null,
    courseOverM: 0,
    trail,
    movedMs: fix.timeMs,
  }
}

export function nextMotion(before: Motion, fix: Fix, kind: Kind): Motion {
  const { slowMs } = kindLimits[kind]
  const accuracy = accuracyOf(fix, kind)
  const telling = tellingMeters(accuracy, kind)
  const seen = seenMotion(before, fix, accuracy, kind)
  const speedMs = fix.speedMs ?? seen?.speedMs ?? Math.min(before.speedMs, slowest(before.trail, fix, telling))
  const isMoving = speedMs > slowMs
  // Stationary receivers report arbitrary headings.
  const reported = isMoving ? fix.headingDeg : undefined
  return {
    speedMs,
    courseDeg: reported ?? seen?.courseDeg ?? before.courseDeg,
    courseOverM: reported === undefined ? (seen?.meters ?? before.courseOverM) : 0,
    trail: nextTrail(before.trail, fix, accuracy, telling),
    movedMs: isMoving ? fix.timeMs : before.movedMs,
  }
}

function tellingMeters(accuracy: number, kind: Kind): number {
  return Math.max(1.5 * kindLimits[kind].accuracyM, TELLING_ACCURACIES * accuracy)
}

interface Displacement {
  readonly meters: number
  readonly seconds: number
  readonly speedMs: number
  readonly courseDeg: number
}

/** Compares fixes of similar accuracy only, so that one coarse fix among accurate ones changes little. */
function seenMotion(before: Motion, fix: Fix, accuracy: number, kind: Kind): Displacement | undefined {
  const telling = tellingMeters(accuracy, kind)
  const better = before.trail.filter(([, , , of = accuracy]) => COARSER * of < accuracy)
  if (better.length > 0) {
    const clearly = displacement(better, fix, () => EXPLAINED * telling)
    return supported(before, clearly ?? displacement(better.slice(0, 1), fix, () => telling), telling)
  }
  return displacement(before.trail, fix, ([, , , of = accuracy]) =>
    of > COARSER * accuracy ? EXPLAINED * tellingMeters(of, kind) : telling,
  )
}

/** Displacement from the most recent position that is far enough away. */
function displacement(
  trail: readonly TrailPoint[],
  fix: Fix,
  tellingFrom: (point: TrailPoint) => number,
): Displacement | undefined {
  const to = toVector(fix.latitude, fix.longitude)
  for (let i = trail.length - 1; i >= 0; i--) {
    const [latitude, longitude, timeMs] = trail[i]
    const from = toVector(latitude, longitude)
    const meters = metersBetween(from, to)
    if (meters <= tellingFrom(trail[i])) continue
    const seconds = Math.max(0.2, (fix.timeMs - timeMs) / 1000)
    return { meters, seconds, speedMs: meters / seconds, courseDeg: bearingBetween(from, to) }
  }
  return undefined
}

/** For a coarse fix after accurate ones: the previous motion, changed only as far as no error of the fix explains. */
function supported(before: Motion, seen: Displacement | undefined, telling: number): Displacement | undefined {
  if (seen === undefined) return undefined
  const blur = EXPLAINED * telling
  const slack = blur / seen.seconds
  const speedMs = Math.min(seen.speedMs + slack, Math.max(seen.speedMs - slack, before.speedMs))
  const { courseDeg, courseOverM } = before
  const blurDeg = seen.meters > blur ? (Math.asin(blur / seen.meters) * 180) / Math.PI : 180
  if (courseDeg === null || turnBetween(courseDeg, seen.courseDeg) > blurDeg) return { ...seen, speedMs }
  return { ...seen, speedMs, courseDeg, meters: courseOverM }
}

/** Upper bound of the speed of an asset that has not moved a significant distance. */
function slowest(trail: readonly TrailPoint[], fix: Fix, telling: number): number {
  return telling / Math.max(0.2, (fix.timeMs - (trail[0]?.[2] ?? fix.timeMs)) / 1000)
}

function nextTrail(trail: readonly TrailPoint[], fix: Fix, accuracy: number, telling: number): TrailPoint[] {
  const fresh = trail.filter(([, , timeMs]) => fix.timeMs - timeMs <= OLDEST_TRAIL_MS)
  const last = fresh.at(-1)
  if (last !== undefined) {
    const meters = metersBetween(toVector(last[0], last[1]), toVector(fix.latitude, fix.longitude))
    if (meters < TRAIL_SHARE * telling && fix.timeMs - last[2] < TRAIL_MS) return fresh
  }
  return [...fresh, trailPoint(fix, accuracy)].slice(-LONGEST_TRAIL)
}

function trailPoint({ latitude, longitude, timeMs }: Fix, accuracy: number): TrailPoint {
  return [latitude, longitude, timeMs, accuracy]
}
