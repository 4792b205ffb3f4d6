import { metersBetween, toVector } from '@fairway/geo'
import type { Fix } from './fix.ts'

/**
 * Selects the part of a trip that may be shared. Where a trip begins and ends identifies the driver, so the first and
 * last meters and seconds are withheld. Pure: between two batches of fixes a trip is plain data.
 */
export interface Trip {
  /** Where and when it began. */
  readonly begin: Fix
  readonly last: Fix
  /**
   * The current position of the asset, and the time since which it has been there. Updated as soon as it moves farther
   * away.
   */
  readonly stand: Fix
  /** In order: fixes not yet far enough from the current position. */
  readonly held: readonly Fix[]
}

/** Distance and time withheld at both ends. */
export const WITHHELD_M = 200
export const WITHHELD_S = 60
/** After this long without a fix, or in one spot, the trip ends and another begins. */
export const MAX_GAP_S = 300
export const MAX_STANDING_S = 180
const STANDING_RADIUS_M = 50

export interface TripStep {
  readonly trip: Trip
  /** Fixes far enough from both ends: first those that continue the previous trip, then those of each later trip. */
  readonly released: readonly (readonly Fix[])[]
}

/**
 * Continues a trip with fixes in time order, or begins another one. The withheld fixes of the previous trip are then
 * discarded.
 */
export function continueTrip(before: Trip | undefined, fixes: readonly Fix[]): TripStep | undefined {
  const released: Fix[][] = [[]]
  let trip = before
  for (const fix of fixes) {
    if (trip === undefined || hasEnded(trip, fix)) {
      trip = { begin: fix, last: fix, stand: fix, held: [] }
      released.push([])
      continue
    }
    const withheldFixes = hasLeftStart(trip.begin, fix) ? [...trip.held, fix] : trip.held
    const releasableCount = countReleasable(withheldFixes, fix)
    released.at(-1)?.push(...withheldFixes.slice(0, releasableCount))
    const stand = metersBetweenFixes(trip.stand, fix) > STANDING_RADIUS_M ? fix : trip.stand
    trip = {
      begin: trip.begin,
      last: fix,
      stand,
      held: releasableCount > 0 ? withheldFixes.slice(releasableCount) : withheldFixes,
    }
  }
  return trip && { trip, released }
}

function hasEnded({ last, stand }: Trip, fix: Fix): boolean {
  if (secondsBetween(last, fix) > MAX_GAP_S) return true
  return secondsBetween(stand, fix) > MAX_STANDING_S && metersBetweenFixes(stand, fix) <= STANDING_RADIUS_M
}

/** Also withholds fixes when the asset passes its starting point again. */
function hasLeftStart(begin: Fix, fix: Fix): boolean {
  return secondsBetween(begin, fix) >= WITHHELD_S && metersBetweenFixes(begin, fix) >= WITHHELD_M
}

/** Number of leading fixes that would stay outside the withheld end if the trip ended now. */
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
