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
  /** Where the asset stands, and since when. Updated as soon as it moves farther away. */
  readonly stand: Fix
  /** In order: fixes not yet far enough from the current position. */
  readonly held: readonly Fix[]
}

/** Distance and time withheld at both ends. */
export const END_M = 200
export const END_S = 60
/** After this long without a fix, or on one spot, the trip ends and another begins. */
export const PAUSE_S = 300
export const STAND_S = 180
const SPOT_M = 50

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
    if (trip === undefined || isOver(trip, fix)) {
      trip = { begin: fix, last: fix, stand: fix, held: [] }
      released.push([])
      continue
    }
    const held = hasLeft(trip.begin, fix) ? [...trip.held, fix] : trip.held
    const free = countFree(held, fix)
    released.at(-1)?.push(...held.slice(0, free))
    const stand = metersApart(trip.stand, fix) > SPOT_M ? fix : trip.stand
    trip = { begin: trip.begin, last: fix, stand, held: free > 0 ? held.slice(free) : held }
  }
  return trip && { trip, released }
}

function isOver({ last, stand }: Trip, fix: Fix): boolean {
  if (secondsApart(last, fix) > PAUSE_S) return true
  return secondsApart(stand, fix) > STAND_S && metersApart(stand, fix) <= SPOT_M
}

/** Also withholds fixes when the asset passes its starting point again. */
function hasLeft(begin: Fix, fix: Fix): boolean {
  return secondsApart(begin, fix) >= END_S && metersApart(begin, fix) >= END_M
}

/** Number of leading fixes that would stay outside the withheld end if the trip ended now. */
function countFree(held: readonly Fix[], now: Fix): number {
  let count = 0
  for (const fix of held) {
    if (secondsApart(fix, now) < END_S || metersApart(fix, now) < END_M) break
    count++
  }
  return count
}

function secondsApart(a: Fix, b: Fix): number {
  return Math.abs(b.timeMs - a.timeMs) / 1000
}

function metersApart(a: Fix, b: Fix): number {
  return metersBetween(toVector(a.latitude, a.longitude), toVector(b.latitude, b.longitude))
}
