import type { Fix } from '@fairway/tracking/fix.ts'
import { fail, ok, type Result } from '../../result.ts'
import type { TrackingFailure } from './failures.ts'
import type { OnePosition, PositionFields } from './schemas.ts'

/** Seconds since 1970 have ten digits for another 260 years, milliseconds thirteen. */
const LEAST_MILLISECONDS = 1e11

export interface GivenPositions {
  readonly fixes: readonly Fix[]
  /** A single one that is wrong fails the request; of several, only itself. */
  readonly isSingle: boolean
}

export function readPositions(body: PositionFields, nowMs: number): Result<GivenPositions, TrackingFailure> {
  const { positions, ...own } = body
  const hasOwn = own.at !== undefined || own.lat !== undefined || own.lon !== undefined
  if (positions && hasOwn) return fail({ kind: 'two-shapes' })
  if (!positions && !hasOwn) return fail({ kind: 'no-position' })
  const fixes = (positions ?? [own]).map((given) => readFix(given, nowMs))
  return ok({ fixes, isSingle: !positions })
}

/** What is missing or cannot be becomes not a number, which the check of fixes puts into words. */
function readFix({ at, lat, lon, time, ...rest }: OnePosition, nowMs: number): Fix {
  const [latitude = Number.NaN, longitude = Number.NaN] = at ?? [lat, lon]
  const fix: Fix = {
    latitude,
    longitude,
    timeMs: readTime(time, nowMs),
    speedMs: rest.speed_ms,
    headingDeg: rest.heading,
    batteryPct: rest.battery_pct,
    altitudeM: rest.altitude_m,
    accuracyM: rest.accuracy_m,
  }
  // Kept as JSON: what is not there takes no room.
  return Object.fromEntries(Object.entries(fix).filter(([, value]) => value !== undefined)) as unknown as Fix
}

function readTime(time: string | number | undefined, nowMs: number): number {
  if (time === undefined) return nowMs
  if (typeof time === 'string') return Date.parse(time)
  return Math.abs(time) < LEAST_MILLISECONDS ? time * 1000 : time
}
