import { metersBetween, toVector } from '@fairway/geo'
import { type AssetKind, kindLimits } from '../state/kinds.ts'

/** A reported position after parsing. */
export interface Fix {
  readonly latitude: number
  readonly longitude: number
  readonly timeMs: number
  /** Lead of the device clock over the service clock, if any. `timeMs` uses the service clock. */
  readonly aheadMs?: number | undefined
  readonly speedMs?: number | undefined
  /** Heading in degrees clockwise from north. */
  readonly headingDeg?: number | undefined
  readonly batteryPct?: number | undefined
  readonly altitudeM?: number | undefined
  /** Radius that contains two out of three fixes, in meters, as phones report it. */
  readonly accuracyM?: number | undefined
}

/**
 * `late`: the fix is not newer than the live fix, or is a duplicate. This fix is kept in the track but never becomes
 * the live position. `jump`: the fix is farther away than any asset of this kind can have moved. This fix is kept in
 * the track and becomes the live position only if the next fix confirms it (see `advanceTracker`).
 */
export type FixVerdict = 'ok' | 'late' | 'jump' | { readonly reason: string }

/** Maximum lead of a device clock over the service clock. */
const MAX_CLOCK_LEAD_MS = 120_000
/**
 * Earliest plausible time of a fix. Receivers that have lost their clock report the GPS epoch (1980) or the Unix epoch
 * (1970).
 */
const MIN_FIX_TIME_MS = Date.UTC(1990, 0, 1)

/** Names of the fix fields in the sender's format. */
export interface FixFieldNames {
  readonly at: string
  readonly latitude: string
  readonly longitude: string
  readonly time: string
}
const defaultFieldNames: FixFieldNames = {
  at: 'the position',
  latitude: 'latitude',
  longitude: 'longitude',
  time: 'time',
}

/** Validates a fix. `previous` is the live fix, if there is one. */
export function checkFix(
  fix: Fix,
  previous: Fix | undefined,
  nowMs: number,
  kind: AssetKind,
  names: FixFieldNames = defaultFieldNames,
): FixVerdict {
  const reason = findPositionProblem(fix, names) ?? findTimeProblem(fix, nowMs, names) ?? findDetailProblem(fix)
  if (reason !== undefined) return { reason }
  if (previous === undefined) return 'ok'
  if (!isNewer(fix, previous)) return 'late'
  return isJump(previous, fix, kind) ? 'jump' : 'ok'
}

/**
 * Compares the times of two fixes. Fixes from a fast clock are compared by device time, so a duplicate that arrives
 * later is not newer.
 */
export function isNewer(fix: Fix, reference: Fix): boolean {
  if (fix.aheadMs !== undefined && reference.aheadMs !== undefined)
    return fix.timeMs + fix.aheadMs > reference.timeMs + reference.aheadMs && fix.timeMs > reference.timeMs
  return fix.timeMs > reference.timeMs
}

/**
 * Converts fixes of one device to the service clock. A fix from the future is treated as current, because it would
 * otherwise block the live position until that time. All fixes of the same push are shifted by the same amount, because
 * their clock has the same error.
 */
export function alignToServiceClock(fixes: readonly Fix[], nowMs: number): Fix[] {
  let aheadMs = 0
  for (const { timeMs } of fixes) aheadMs = Math.max(aheadMs, timeMs - nowMs)
  return aheadMs === 0 ? [...fixes] : fixes.map((fix) => ({ ...fix, timeMs: fix.timeMs - aheadMs, aheadMs }))
}

/**
 * Returns whether the distance between two fixes is impossible. Assumes the most favorable positions within the
 * accuracy and allows one second for rounded timestamps.
 */
export function isJump(from: Fix, to: Fix, kind: AssetKind): boolean {
  const seconds = Math.max(1, Math.abs(to.timeMs - from.timeMs) / 1000)
  const toleranceM = 3 * (getAccuracyM(from, kind) + getAccuracyM(to, kind))
  const maxM = toleranceM + kindLimits[kind].topSpeedMs * seconds
  return !isSurelyWithin(from, to, maxM) && metersBetween(toVectorOf(from), toVectorOf(to)) > maxM
}

const toVectorOf = ({ latitude, longitude }: Pick<Fix, 'latitude' | 'longitude'>) => toVector(latitude, longitude)

/** Upper bound on the number of meters per degree of a great circle. */
const MAX_METERS_PER_DEGREE = 111_200

/**
 * Returns whether two positions are certainly within a distance of each other. The check uses an upper bound on their
 * distance: along the meridian and then along the equator. It needs no trigonometry, and it suffices for most
 * positions, because they are close to the previous position.
 */
export function isSurelyWithin(
  from: Pick<Fix, 'latitude' | 'longitude'>,
  to: Pick<Fix, 'latitude' | 'longitude'>,
  maxM: number,
): boolean {
  const degrees = Math.abs(from.latitude - to.latitude) + Math.abs(from.longitude - to.longitude)
  return degrees * MAX_METERS_PER_DEGREE <= maxM
}

/**
 * Returns the accuracy, at least one meter. No receiver is more accurate, and zero means that the accuracy was not
 * measured.
 */
export function getAccuracyM({ accuracyM }: Fix, kind: AssetKind): number {
  if (accuracyM === undefined || !(accuracyM > 0)) return kindLimits[kind].accuracyM
  return Math.max(1, Math.min(accuracyM, 10_000))
}

function findPositionProblem({ latitude, longitude }: Fix, names: FixFieldNames): string | undefined {
  if (!(Math.abs(latitude) <= 90)) return `${names.latitude} is ${latitude}; latitude ranges from -90 to 90`
  if (!(Math.abs(longitude) <= 180)) return `${names.longitude} is ${longitude}; longitude ranges from -180 to 180`
  // Receivers without a fix report [0, 0], sometimes with noise, so all positions within 100 m are rejected.
  if (Math.abs(latitude) < 0.001 && Math.abs(longitude) < 0.001)
    return `${names.at} is [${latitude}, ${longitude}], which receivers report when they have no fix`
  return undefined
}

function findTimeProblem({ timeMs }: Fix, nowMs: number, { time }: FixFieldNames): string | undefined {
  if (!Number.isFinite(timeMs)) return `${time} is ${timeMs}; give a valid timestamp`
  if (timeMs < MIN_FIX_TIME_MS)
    return `${time} is ${formatInstant(timeMs)}, before 1990: the clock of the device is not set`
  if (timeMs > nowMs + MAX_CLOCK_LEAD_MS)
    return `${time} is ${formatInstant(timeMs)}, more than ${MAX_CLOCK_LEAD_MS / 1000} s ahead of the service clock (${formatInstant(nowMs)}); set the clock of the device, or leave time out`
  return undefined
}

function findDetailProblem({ speedMs, headingDeg, batteryPct, altitudeM, accuracyM }: Fix): string | undefined {
  const checkRange = (name: string, value: number | undefined, min: number, max: number) =>
    value === undefined || (value >= min && value <= max)
      ? undefined
      : `${name} is ${value}; it must be between ${min} and ${max}`
  return (
    checkRange('speed', speedMs, 0, 1000) ??
    checkRange('heading', headingDeg, 0, 360) ??
    checkRange('battery', batteryPct, 0, 100) ??
    checkRange('altitude', altitudeM, -12_000, 100_000) ??
    checkRange('accuracy', accuracyM, 0, 1_000_000)
  )
}

/** Formats an instant. Instants outside the calendar range are printed as numbers. */
function formatInstant(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms`
}
