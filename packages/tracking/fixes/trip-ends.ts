import { metersBetween, toVector } from '@fairway/geo'
import type { Fix } from './fix.ts'

/**
 * A trip whose shareable part is being selected. The ends of a trip can identify the driver, so the first and last
 * meters and seconds are withheld. Between two batches of fixes, the trip is stored as plain data.
 */
export interface Trip {
  /** First fix of the trip. */
  readonly begin: Fix
  readonly last: Fix
  /**
   * Position where the asset currently stands, and the time when it arrived there. Updated when the asset moves away.
   */
  readonly stand: Fix
  /** Fixes, in order, that are not yet far enough from the current position. */
  readonly held: readonly Fix[]
}

/** Distance and time withheld at both ends, in meters and seconds. */
export const WITHHELD_M = 200
export const WITHHELD_S = 60
/** Maximum time without a fix, and maximum time in one spot. After either time, the trip ends and another begins. */
export const MAX_GAP_S = 300
export const MAX_STANDING_S = 180
const STANDING_RADIUS_M = 50

export interface TripStep {
  readonly trip: Trip
  /** Fixes far enough from both ends. The first list continues the previous trip, and each later list is a new trip. */
  readonly released: readonly (readonly Fix[])[]
}

/**
 * Continues a trip with fixes in time order, or begins a new trip. If a new trip begins, the withheld fixes of the
 * previous trip are discarded.
 */
export function continueTrip(previousTrip: Trip | undefined, fixes: readonly Fix[]): TripStep | undefined {
  const releasedFixes: Fix[][] = [[]]
  let trip = previousTrip
  for (const fix of fixes) {
    if (trip === undefined || hasEnded(trip, fix)) {
      trip = { begin: fix, last: fix, stand: fix, held: [] }
      releasedFixes.push([])
      continue
    }
    const withheldFixes = hasLeftStart(trip.begin, fix) ? [...trip.held, fix] : trip.held
    const releasableCount = countReleasable(withheldFixes, fix)
    releasedFixes.at(-1)?.push(...withheldFixes.slice(0, releasableCount))
    const stand = metersBetweenFixes(trip.stand, fix) > STANDING_RADIUS_M ? fix : trip.stand
    trip = {
      begin: trip.begin,
      last: fix,
      stand,
      held: releasableCount > 0 ? withheldFixes.slice(releasableCount) : withheldFixes,
    }
  }
  return trip && { trip, released: releasedFixes }
}

function hasEnded({ last, stand }: Trip, fix: Fix): boolean {
  if (secondsBetween(last, fix) > MAX_GAP_S) return true
  return secondsBetween(stand, fix) > MAX_STANDING_S && metersBetweenFixes(stand, fix) <= STANDING_RADIUS_M
}

/**
 * Returns whether a fix is far enough from the start. Fixes are also withheld if the asset passes its starting point
 * again.
 */
function hasLeftStart(begin: Fix, fix: Fix): boolean {
  return secondsBetween(begin, fix) >= WITHHELD_S && metersBetweenFixes(begin, fix) >= WITHHELD_M
}

/** Counts the leading fixes that would stay outside the withheld end if the trip ended now. */
function countReleasable(withheld: readonly Fix[], now: Fix): number {
  let count = 0
  for (const fix of withheld) {
    if (secondsBetween(fix, now) < WITHHELD_S || metersBetweenFixes(fix, now) < WITHHELD_M) break
    count++
  }
  return count
}

function secondsBetween(a: Fix, b: Fix): number {
  return Math.abs(b.timeMs - a.timeMs) / 1000
}

function metersBetweenFixes(a: Fix, b: Fix): number {
  return metersBetween(toVector(a.latitude, a.longitude), toVector(b.latitude, b.longitude))
}
