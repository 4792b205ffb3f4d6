import { metersBetween, toVector } from '../route/sphere.ts'
import { type Kind, kindLimits } from '../state/kinds.ts'

/** One position as it was reported, after its fields were read. */
export interface Fix {
  readonly latitude: number
  readonly longitude: number
  readonly timeMs: number
  /** By how much the clock of the device was ahead of the service's, where it was: `timeMs` is by the service's. */
  readonly aheadMs?: number | undefined
  readonly speedMs?: number | undefined
  /** Degrees clockwise from north. */
  readonly headingDeg?: number | undefined
  readonly batteryPct?: number | undefined
  readonly altitudeM?: number | undefined
  /** Radius in which two fixes of three lie, as phones report it. */
  readonly accuracyM?: number | undefined
}

/**
 * `late`: not newer than the live one, or the same again; kept in the track, never the live position.
 * `jump`: farther than anything of the kind can have come; kept in the track, and the live position only if the next
 * fix confirms it (see `advance`).
 */
export type FixVerdict = 'ok' | 'late' | 'jump' | { readonly why: string }

/** A clock may be so much ahead of ours. */
export const MOST_AHEAD_MS = 120_000
/** Receivers that have lost count report the beginning of their calendar (1980) or of Unix (1970). */
export const EARLIEST_MS = Date.UTC(1990, 0, 1)

/** What the fields of a fix are called by who sent it. */
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

/** A clock that is ahead tells the order of its own fixes: the same one again is not newer because it comes later. */
export function isNewer(fix: Fix, than: Fix): boolean {
  if (fix.aheadMs !== undefined && than.aheadMs !== undefined)
    return fix.timeMs + fix.aheadMs > than.timeMs + than.aheadMs && fix.timeMs > than.timeMs
  return fix.timeMs > than.timeMs
}

/**
 * Fixes of one device by the clock of the service. What is ahead of it counts as now, or it would hold the live position
 * until that time has come; and with it all that came in the same push, whose clock is as wrong.
 */
export function byServiceClock(fixes: readonly Fix[], nowMs: number): Fix[] {
  const aheadMs = Math.max(0, ...fixes.map(({ timeMs }) => timeMs - nowMs))
  return aheadMs === 0 ? [...fixes] : fixes.map((fix) => ({ ...fix, timeMs: fix.timeMs - aheadMs, aheadMs }))
}

/** Of what accuracy allows for, the best is assumed; within a second nobody is caught by a clock that rounds. */
export function isJump(from: Fix, to: Fix, kind: Kind): boolean {
  const meters = metersBetween(toVector(from.latitude, from.longitude), toVector(to.latitude, to.longitude))
  const seconds = Math.max(1, Math.abs(to.timeMs - from.timeMs) / 1000)
  const blur = 3 * (accuracyOf(from, kind) + accuracyOf(to, kind))
  return meters - blur > kindLimits[kind].topSpeedMs * seconds
}

/** At least a metre: nobody knows better, and zero means that it was not measured. */
export function accuracyOf({ accuracyM }: Fix, kind: Kind): number {
  if (accuracyM === undefined || !(accuracyM > 0)) return kindLimits[kind].accuracyM
  return Math.max(1, Math.min(accuracyM, 10_000))
}

function placeProblem({ latitude, longitude }: Fix, names: FixNames): string | undefined {
  if (!(Math.abs(latitude) <= 90)) return `${names.latitude} is ${latitude}; latitude runs from -90 to 90`
  if (!(Math.abs(longitude) <= 180)) return `${names.longitude} is ${longitude}; longitude runs from -180 to 180`
  // Nearer than a hundred metres: receivers without a fix report zero, some of them with noise.
  if (Math.abs(latitude) < 0.001 && Math.abs(longitude) < 0.001)
    return `${names.at} is [${latitude}, ${longitude}], which receivers report when they have no fix`
  return undefined
}

function timeProblem({ timeMs }: Fix, nowMs: number, { time }: FixNames): string | undefined {
  if (!Number.isFinite(timeMs)) return `${time} is ${timeMs}; give an instant`
  if (timeMs < EARLIEST_MS) return `${time} is ${instant(timeMs)}, before 1990: the clock of the device is not set`
  if (timeMs > nowMs + MOST_AHEAD_MS)
    return `${time} is ${instant(timeMs)}, more than ${MOST_AHEAD_MS / 1000} s ahead of the service's ${instant(nowMs)}; set the clock of the device, or leave time out`
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

/** Instants beyond what calendars can write are told as numbers. */
function instant(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms`
}
