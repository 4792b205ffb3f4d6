import { bearingBetween, metersBetween, toVector, turnBetween } from '@fairway/geo'
import { type AssetKind, kindLimits } from '../state/kinds.ts'
import { type Fix, getAccuracyM, isSurelyWithin } from './fix.ts'

/** Speed and course, either reported or derived from positions that are far enough apart. */
export interface Motion {
  readonly speedMs: number
  /** Course in degrees. Null until the asset has moved. */
  readonly courseDeg: number | null
  /** Distance, in meters, over which the course was observed. 0 if the course was reported. */
  readonly courseOverM: number
  /** Recent positions, newest last, as latitude, longitude, time, and accuracy. */
  readonly trail: readonly TrailPoint[]
  /** Time when the asset was last seen moving. */
  readonly movedMs: number
}

/** States stored by older versions lack the accuracy. */
type TrailPoint = readonly [number, number, number, number?]

/** Multiple of the accuracy below which displacements are noise. */
const SIGNIFICANT_ACCURACY_RATIO = 1.5
/** Maximum age of a trail point. Older positions say nothing about the current course. */
const MAX_TRAIL_AGE_MS = 120_000
const MAX_TRAIL_POINTS = 12
/** Spacing of trail points, as a share of the significant distance or as a time. */
const TRAIL_SPACING_SHARE = 1 / 8
const TRAIL_SPACING_MS = 5000

/** Accuracy ratio above which a position is too coarse to add information. */
const COARSE_ACCURACY_RATIO = 3

/** Number of significant distances (4.5 standard deviations) up to which a displacement may be an error. */
const MAX_ERROR_IN_SIGNIFICANT_DISTANCES = 2

export function firstMotion(fix: Fix, kind: AssetKind): Motion {
  const trail = [toTrailPoint(fix, getAccuracyM(fix, kind))]
  return {
    speedMs: fix.speedMs ?? 0,
    courseDeg: fix.headingDeg ?? null,
    courseOverM: 0,
    trail,
    movedMs: fix.timeMs,
  }
}

export function nextMotion(previousMotion: Motion, fix: Fix, kind: AssetKind): Motion {
  const { slowMs } = kindLimits[kind]
  const accuracy = getAccuracyM(fix, kind)
  const significantM = getSignificantMeters(accuracy, kind)
  const derivedMotion = deriveMotion(previousMotion, fix, accuracy, kind)
  const speedMs =
    fix.speedMs ??
    derivedMotion?.speedMs ??
    Math.min(previousMotion.speedMs, maxSpeedWithoutDisplacement(previousMotion.trail, fix, significantM))
  const isMoving = speedMs > slowMs
  // Stationary receivers report arbitrary headings.
  const reportedCourseDeg = isMoving ? fix.headingDeg : undefined
  return {
    speedMs,
    courseDeg: reportedCourseDeg ?? derivedMotion?.courseDeg ?? previousMotion.courseDeg,
    courseOverM: reportedCourseDeg === undefined ? (derivedMotion?.meters ?? previousMotion.courseOverM) : 0,
    trail: nextTrail(previousMotion.trail, fix, accuracy, significantM),
    movedMs: isMoving ? fix.timeMs : previousMotion.movedMs,
  }
}

function getSignificantMeters(accuracy: number, kind: AssetKind): number {
  return Math.max(1.5 * kindLimits[kind].accuracyM, SIGNIFICANT_ACCURACY_RATIO * accuracy)
}

interface Displacement {
  readonly meters: number
  readonly seconds: number
  readonly speedMs: number
  readonly courseDeg: number
}

/** Derives the motion from fixes of similar accuracy, so that one coarse fix among accurate fixes changes little. */
function deriveMotion(previousMotion: Motion, fix: Fix, accuracy: number, kind: AssetKind): Displacement | undefined {
  const significantM = getSignificantMeters(accuracy, kind)
  const accuratePoints = previousMotion.trail.filter(
    (point) => COARSE_ACCURACY_RATIO * (point[3] ?? accuracy) < accuracy,
  )
  if (accuratePoints.length > 0) {
    const clearDisplacement = findDisplacement(
      accuratePoints,
      fix,
      () => MAX_ERROR_IN_SIGNIFICANT_DISTANCES * significantM,
    )
    return confirmDisplacement(
      previousMotion,
      clearDisplacement ?? findDisplacement(accuratePoints.slice(0, 1), fix, () => significantM),
      significantM,
    )
  }
  return findDisplacement(previousMotion.trail, fix, (point) => {
    const pointAccuracy = point[3] ?? accuracy
    return pointAccuracy > COARSE_ACCURACY_RATIO * accuracy
      ? MAX_ERROR_IN_SIGNIFICANT_DISTANCES * getSignificantMeters(pointAccuracy, kind)
      : significantM
  })
}

/** Returns the displacement from the most recent position that is far enough away. */
function findDisplacement(
  trail: readonly TrailPoint[],
  fix: Fix,
  significantFrom: (point: TrailPoint) => number,
): Displacement | undefined {
  for (let i = trail.length - 1; i >= 0; i--) {
    const [latitude, longitude, timeMs] = trail[i]
    const significantM = significantFrom(trail[i])
    if (isSurelyWithin({ latitude, longitude }, fix, significantM)) continue
    const from = toVector(latitude, longitude)
    const to = toVector(fix.latitude, fix.longitude)
    const meters = metersBetween(from, to)
    if (meters <= significantM) continue
    const seconds = Math.max(0.2, (fix.timeMs - timeMs) / 1000)
    return { meters, seconds, speedMs: meters / seconds, courseDeg: bearingBetween(from, to) }
  }
  return undefined
}

/**
 * Returns the motion for a coarse fix after accurate fixes. The previous motion changes only by the part of the
 * difference that the error of the coarse fix cannot explain.
 */
function confirmDisplacement(
  previousMotion: Motion,
  observedDisplacement: Displacement | undefined,
  significantM: number,
): Displacement | undefined {
  if (observedDisplacement === undefined) return undefined
  const toleranceM = MAX_ERROR_IN_SIGNIFICANT_DISTANCES * significantM
  const speedToleranceMs = toleranceM / observedDisplacement.seconds
  const speedMs = Math.min(
    observedDisplacement.speedMs + speedToleranceMs,
    Math.max(observedDisplacement.speedMs - speedToleranceMs, previousMotion.speedMs),
  )
  const { courseDeg, courseOverM } = previousMotion
  const courseToleranceDeg =
    observedDisplacement.meters > toleranceM
      ? (Math.asin(toleranceM / observedDisplacement.meters) * 180) / Math.PI
      : 180
  if (courseDeg === null || turnBetween(courseDeg, observedDisplacement.courseDeg) > courseToleranceDeg)
    return { ...observedDisplacement, speedMs }
  return { ...observedDisplacement, speedMs, courseDeg, meters: courseOverM }
}

/** Returns an upper bound on the speed of an asset that has not moved a significant distance. */
function maxSpeedWithoutDisplacement(trail: readonly TrailPoint[], fix: Fix, significantM: number): number {
  return significantM / Math.max(0.2, (fix.timeMs - (trail[0]?.[2] ?? fix.timeMs)) / 1000)
}

function nextTrail(trail: readonly TrailPoint[], fix: Fix, accuracy: number, significantM: number): TrailPoint[] {
  const points = trail.filter((point) => fix.timeMs - point[2] <= MAX_TRAIL_AGE_MS)
  const last = points.at(-1)
  if (last !== undefined && fix.timeMs - last[2] < TRAIL_SPACING_MS) {
    const meters = metersBetween(toVector(last[0], last[1]), toVector(fix.latitude, fix.longitude))
    if (meters < TRAIL_SPACING_SHARE * significantM) return points
  }
  points.push(toTrailPoint(fix, accuracy))
  return points.length > MAX_TRAIL_POINTS ? points.slice(-MAX_TRAIL_POINTS) : points
}

function toTrailPoint({ latitude, longitude, timeMs }: Fix, accuracy: number): TrailPoint {
  return [latitude, longitude, timeMs, accuracy]
}
