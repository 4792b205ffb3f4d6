import { metersBetween, toVector } from '../route/sphere.ts'
import type { Fix } from './fix.ts'

/**
 * What of a drive others may make use of. Where a drive begins and ends tells who drives: the first and last metres and
 * seconds of every trip are kept back. Pure: a trip is plain data between two batches of fixes.
 */
export interface Trip {
  /** Where and when it began. */
  readonly begin: Fix
  readonly last: Fix
  /** Where it stands, and since when; moves on as soon as it is farther away. */
  readonly stand: Fix
  /** In their order: not yet far enough from where it is now. */
  readonly held: readonly Fix[]
}

/** So much at both ends is nobody's business. */
export const END_M = 200
export const END_S = 60
/** After so long without a fix, or on one spot, one trip is over and another one begins. */
export const PAUSE_S = 300
export const STAND_S = 180
const SPOT_M = 50

export interface TripStep {
  readonly trip: Trip
  /** Fixes that both ends are far enough from: those that go on with the trip before, and those of each trip since. */
  readonly released: readonly (readonly Fix[])[]
}

/** Fixes in the order of time go on with a trip, or begin another one, whose fixes before are then lost for good. */
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

/** Whoever comes by its beginning once more does not show it either. */
function hasLeft(begin: Fix, fix: Fix): boolean {
  return secondsApart(begin, fix) >= END_S && metersApart(begin, fix) >= END_M
}

/** How many of the first are so far from where it is now that, were this the end, nothing of the end would be in them. */
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
