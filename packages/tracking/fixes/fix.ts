import { metersBetween, toVector } from '@fairway/geo'
import { type Kind, kindLimits } from '../state/kinds.ts'

/** One reported position after parsing. */
export interface Fix {
  readonly latitude: number
  readonly longitude: number
  readonly timeMs: number
  /** How far the device clock was ahead of the service clock, if it was. `timeMs` uses the service clock. */
  readonly aheadMs?: number | undefined
  readonly speedMs?: number | undefined
  /** Degrees clockwise from north. */
  readonly headingDeg?: number | undefined
  readonly batteryPct?: number | undefined
  readonly altitudeM?: number | undefined
  /** Radius that contains two of three fixes, as phones report it. */
  readonly accuracyM?: number | undefined
}

/**
 * `late`: not newer than the live fix, or a duplicate. Kept in the track, never the live position. `jump`: farther than
 * any asset of this kind can have moved. Kept in the track; it becomes the live position only if the next fix confirms
 * it (see `advance`).
 */
export type FixVerdict = 'ok' | 'late' | 'jump' | { readonly why: string }

/** Maximum lead of a device clock over the service clock. */
export const MAX_AHEAD_MS = 120_000
/** Receivers that have lost the time report the beginning of their calendar (1980) or of Unix time (1970). */
export const EARLIEST_MS = Date.UTC(1990, 0, 1)

/** Names of the fix fields in the sender's format. */
export interface FixNames {
  readonly at: string
  readonly latitude: string
  readonly longitude: string
  readonly time: string
}
const ownNames: FixNames = { at: 'the position', latitude: 'latitude', longitude: 'longitude', time: 'time' }

/** `previous` is the live fix, if there is one. */
export function checkFix(
  fix: Fix,
  previous: Fix | undefined,
  nowMs: number,
  kind: Kind,
  names: FixNames = ownNames,
): FixVerdict {
  const why = placeProblem(fix, names) ?? timeProblem(fix, nowMs, names) ?? detailProblem(fix)
  if (why !== undefined) return { why }
  if (previous === undefined) return 'ok'
  if (!isNewer(fix, previous)) return 'late'
  return isJump(previous, fix, kind) ? 'jump' : 'ok'
}

/** A clock that is ahead still orders its own fixes: a duplicate is not newer because it arrives later. */
export function isNewer(fix: Fix, than: Fix): boolean {
  if (fix.aheadMs !== undefined && than.aheadMs !== undefined)
    return fix.timeMs + fix.aheadMs > than.timeMs + than.aheadMs && fix.timeMs > than.timeMs
  return fix.timeMs > than.timeMs
}

/**
 * Converts fixes of one device to the service clock. A future fix counts as now; otherwise it would block the live
 * position until that time. All fixes of the same push shift with it, because their clock has the same error.
 */
export function byServiceClock(fixes: readonly Fix[], nowMs: number): Fix[] {
  const aheadMs = Math.max(0, ...fixes.map(({ timeMs }) => timeMs - nowMs))
  return aheadMs === 0 ? [...fixes] : fixes.map((fix) => ({ ...fix, timeMs: fix.timeMs - aheadMs, aheadMs }))
}

/** Uses the most favorable positions within the accuracy, and allows a second for clocks that round. */
export function isJump(from: Fix, to: Fix, kind: Kind): boolean {
  const meters = metersBetween(toVector(from.latitude, from.longitude), toVector(to.latitude, to.longitude))
  const seconds = Math.max(1, Math.abs(to.timeMs - from.timeMs) / 1000)
  const blur = 3 * (accuracyOf(from, kind) + accuracyOf(to, kind))
  return meters - blur > kindLimits[kind].topSpeedMs * seconds
}

/** At least one meter: no receiver is more accurate, and zero means not measured. */
export function accuracyOf({ accuracyM }: Fix, kind: Kind): number {
  if (accuracyM === undefined || !(accuracyM > 0)) return kindLimits[kind].accuracyM
  return Math.max(1, Math.min(accuracyM, 10_000))
}

function placeProblem({ latitude, longitude }: Fix, names: FixNames): string | undefined {
  if (!(Math.abs(latitude) <= 90)) return `${names.latitude} is ${latitude}; latitude runs from -90 to 90`
  if (!(Math.abs(longitude) <= 180)) return `${names.longitude} is ${longitude}; longitude runs from -180 to 180`
  // Within a hundred meters of [0, 0]: receivers without a fix report zero, some of them with noise.
  if (Math.abs(latitude) < 0.001 && Math.abs(longitude) < 0.001)
    return `${names.at} is [${latitude}, ${longitude}], which receivers report when they have no fix`
  return undefined
}

function timeProblem({ timeMs }: Fix, nowMs: number, { time }: FixNames): string | undefined {
  if (!Number.isFinite(timeMs)) return `${time} is ${timeMs}; give an instant`
  if (timeMs < EARLIEST_MS) return `${time} is ${instant(timeMs)}, before 1990: the clock of the device is not set`
  if (timeMs > nowMs + MAX_AHEAD_MS)
    return `${time} is ${instant(timeMs)}, more than ${MAX_AHEAD_MS / 1000} s ahead of the service's ${instant(nowMs)}; set the clock of the device, or leave time out`
  return undefined
}

function detailProblem({ speedMs, headingDeg, batteryPct, altitudeM, accuracyM }: Fix): string | undefined {
  const within = (name: string, value: number | undefined, least: number, most: number) =>
    value === undefined || (value >= least && value <= most)
      ? undefined
      : `${name} is ${value}; it must be between ${least} and ${most}`
  return (
    within('speed', speedMs, 0, 1000) ??
    within('heading', headingDeg, 0, 360) ??
    within('battery', batteryPct, 0, 100) ??
    within('altitude', altitudeM, -12_000, 100_000) ??
    within('accuracy', accuracyM, 0, 1_000_000)
  )
}

/** Instants outside the calendar range are printed as numbers. */
function instant(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms`
}
