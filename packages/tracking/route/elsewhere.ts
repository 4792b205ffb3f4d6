import { turnBetween } from '@fairway/geo'
import { accuracyOf, type Fix } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import { type Kind, kindLimits } from '../state/kinds.ts'
import { bearingAt } from './along.ts'
import type { Plan } from './asset-route.ts'

/**
 * Detects an asset that heads another way than its route, well before the distance alone would show it: a receiver's
 * course is accurate even when its position is not. The possible places on the route are those around the projected
 * one, within the accuracy, but not farther behind than the asset has moved since. Otherwise an asset that goes
 * straight on where the route turns would stay near the corner and look as if it were just before it.
 */

/** A course from a Doppler shift is accurate to some degrees. A course derived from positions is not. */
interface Trust {
  /** Below this many accuracies from the route, the course is not checked. */
  readonly fromAccuracies: number
  /** The asset heads another way if the directions differ by more than this. */
  readonly anotherWayDeg: number
  /** The share of its movement that counts. */
  readonly believed: number
  /** Evidence from a turn of more than half of that angle. */
  readonly slightly: number
  /** Below this multiple of the slow speed, the course means little. */
  readonly slowTimes: number
}
const told: Trust = { fromAccuracies: 1.1, anotherWayDeg: 23, slightly: 0.5, believed: 0.8, slowTimes: 1 }
const seen: Trust = { fromAccuracies: 1.3, anotherWayDeg: 40, slightly: 0, believed: 0.6, slowTimes: 3 }
/**
 * Reported headings of slow receivers are less accurate: by this many degrees at a standstill, and half of it at 1 m/s.
 */
const SLOW_DEG = 40

/** Range before and after the projected place where the asset may be: about two standard deviations. */
const REACH_ACCURACIES = 1.3
/** Number of places within the range at which the route's bearing is checked. */
const STEPS = 8

function trustIn({ headingDeg }: Fix): Trust {
  return headingDeg === undefined ? seen : told
}

/** The earliest possible place on the route after a fix projected to `alongM`. */
export function nextLeast(
  leastM: number,
  alongM: number,
  seconds: number,
  fix: Fix,
  { speedMs }: Motion,
  kind: Kind,
): number {
  const moved = trustIn(fix).believed * speedMs * seconds
  return Math.max(leastM + moved, alongM - REACH_ACCURACIES * accuracyOf(fix, kind))
}

/** Evidence of a fix for heading another way: 1 equals a fix beyond the limit, 0 means none. */
export function evidenceOfElsewhere(
  plan: Plan,
  leastM: number,
  place: { readonly alongM: number; readonly driftM: number },
  fix: Fix,
  motion: Motion,
  kind: Kind,
): number {
  const { offRouteM, slowMs } = kindLimits[kind]
  const trust = trustIn(fix)
  const accuracy = accuracyOf(fix, kind)
  if (motion.courseDeg === null || motion.speedMs <= trust.slowTimes * slowMs || plan.lengthM < 1) return 0
  if (place.driftM <= Math.max(offRouteM, trust.fromAccuracies * accuracy)) return 0
  const reach = REACH_ACCURACIES * accuracy
  const turn = leastTurn(plan, leastM, Math.min(plan.lengthM, place.alongM + reach), reach, motion, offRouteM / 2)
  const another = trust.anotherWayDeg + (trust === told ? SLOW_DEG / (1 + motion.speedMs) : 0)
  if (turn > another) return 1
  return turn > another / 2 ? trust.slightly : 0
}

/** Smallest angle between its course and any part of the route where it can be. */
function leastTurn(plan: Plan, fromM: number, toM: number, reach: number, motion: Motion, aheadM: number): number {
  const { courseDeg, courseOverM } = motion
  let least = 180
  const step = Math.max(1, (2 * reach) / STEPS)
  for (let at = Math.max(0, fromM); at <= toM; at += step) {
    // A course observed over some meters is compared with the route over the same length.
    const from = Math.max(0, at - courseOverM)
    least = Math.min(least, turnBetween(courseDeg ?? 0, bearingAt(plan, from, Math.max(aheadM, courseOverM))))
  }
  return least
}

/** An angle of this many degrees from the route's direction is against it. */
const AGAINST_DEG = 120

/** Whether the asset moves against the route's direction there. */
export function goesAgainst(plan: Plan, alongM: number, { courseDeg, speedMs }: Motion, kind: Kind): boolean {
  const { offRouteM, slowMs } = kindLimits[kind]
  if (courseDeg === null || speedMs <= slowMs || plan.lengthM < 1) return false
  return turnBetween(courseDeg, bearingAt(plan, alongM, offRouteM / 2)) >= AGAINST_DEG
}
