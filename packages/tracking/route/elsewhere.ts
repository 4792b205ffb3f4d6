import { accuracyOf, type Fix } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import { type Kind, kindLimits } from '../state/kinds.ts'
import { bearingAt } from './along.ts'
import type { Plan } from './asset-route.ts'
import { turnBetween } from './sphere.ts'

/**
 * Going another way than the plan does: noticed well before the distance alone could tell, because the course of a
 * receiver is good when its position is not.
 *
 * The places of the plan at which it can be are those around the one it is projected to, as far as the accuracy goes;
 * but not those that lie farther behind than it has moved since: who goes straight on where the plan turns stays near the
 * corner, and would for long be taken for somebody just before it.
 */

/** What is told by a Doppler shift is good to some degrees; what is seen from positions is not. */
interface Trust {
  /** Nearer than so many accuracies it is not asked. */
  readonly fromAccuracies: number
  /** The plan goes another way if it does so by more than this. */
  readonly anotherWayDeg: number
  /** The share of its movement that is believed. */
  readonly believed: number
  /** How much a turn of more than half of that speaks for it. */
  readonly slightly: number
  /** Slower than this many times slow, the course means little. */
  readonly slowTimes: number
}
const told: Trust = { fromAccuracies: 1.1, anotherWayDeg: 23, slightly: 0.5, believed: 0.8, slowTimes: 1 }
const seen: Trust = { fromAccuracies: 1.3, anotherWayDeg: 40, slightly: 0, believed: 0.6, slowTimes: 3 }
/** Told headings of slow receivers are worse: by so many degrees at a standstill, half of it at 1 m/s. */
const SLOW_DEG = 40

/** So far before and behind the place it is projected to it may be: about two standard deviations. */
const REACH_ACCURACIES = 1.3
/** In so many places of the reach the plan's bearing is looked at. */
const STEPS = 8

function trustIn({ headingDeg }: Fix): Trust {
  return headingDeg === undefined ? seen : told
}

/** The earliest place of the plan at which it can be, after a fix that is projected to `alongM`. */
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

/** How much a fix speaks for another way: 1 as much as one beyond the limit, 0 not at all. */
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

/** By how many degrees its way differs from that of any part of the plan where it can be. */
function leastTurn(plan: Plan, fromM: number, toM: number, reach: number, motion: Motion, aheadM: number): number {
  const { courseDeg, courseOverM } = motion
  let least = 180
  const step = Math.max(1, (2 * reach) / STEPS)
  for (let at = Math.max(0, fromM); at <= toM; at += step) {
    // A course seen over some metres is that of the plan over as many.
    const from = Math.max(0, at - courseOverM)
    least = Math.min(least, turnBetween(courseDeg ?? 0, bearingAt(plan, from, Math.max(aheadM, courseOverM))))
  }
  return least
}

/** So many degrees from the plan's way are against it. */
const AGAINST_DEG = 120

/** Whether it goes against the plan's way there. */
export function goesAgainst(plan: Plan, alongM: number, { courseDeg, speedMs }: Motion, kind: Kind): boolean {
  const { offRouteM, slowMs } = kindLimits[kind]
  if (courseDeg === null || speedMs <= slowMs || plan.lengthM < 1) return false
  return turnBetween(courseDeg, bearingAt(plan, alongM, offRouteM / 2)) >= AGAINST_DEG
}
