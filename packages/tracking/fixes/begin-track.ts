import { metersBetween, toVector } from '@fairway/geo'
import type { Plan } from '../route/asset-route.ts'
import { firstPlace } from '../route/join-route.ts'
import type { Place } from '../route/project.ts'
import { type Kind, kindLimits } from '../state/kinds.ts'
import { limitOf } from '../state/off-route.ts'
import { noPace } from '../state/pace.ts'
import type { Progress } from '../state/state.ts'
import { verticalOf } from '../state/vertical.ts'
import { accuracyOf, type Fix } from './fix.ts'
import type { Motion } from './motion.ts'

/** Before the route: waiting at its start, or on the way to it from a parking place. */

/** Before its departure time, an asset counts as started after following the route for this many limits. */
const REAL_PROGRESS = 3

export function firstProgress(plan: Plan, fix: Fix, motion: Motion, kind: Kind): Progress {
  const place = firstPlace(plan, fix, motion, kind)
  const { latitude, longitude } = fix
  const fresh: Progress = {
    planId: plan.id,
    phase: 'before',
    alongM: place.fits ? place.alongM : 0,
    alongMs: fix.timeMs,
    blurM: accuracyOf(fix, kind),
    leastM: 0,
    seenMs: fix.timeMs,
    driftM: place.distanceM,
    verticalM: verticalOf(plan, place.alongM, fix),
    beyondFixes: 0,
    beyondSinceMs: fix.timeMs,
    offSinceMs: null,
    wrongWay: false,
    rejoin: null,
    origin: { latitude, longitude, driftM: place.distanceM },
    nearEndSinceMs: null,
    awayFixes: 0,
    pace: noPace,
    conformity: null,
  }
  // Movement before the departure time belongs to another job, so the whole route remains.
  if (isBeforeDeparture(plan, fix)) {
    return { ...fresh, alongM: 0, followsFromM: followedFrom(null, place, limitOf(fix, kind)) }
  }
  const isOnIt = place.distanceM <= limitOf(fix, kind) && motion.speedMs > kindLimits[kind].slowMs
  return isOnIt ? { ...fresh, phase: 'on' } : fresh
}

export function waitForStart(plan: Plan, before: Progress, fix: Fix, motion: Motion, kind: Kind): Progress {
  const place = firstPlace(plan, fix, motion, kind)
  const seen: Progress = {
    ...before,
    driftM: place.distanceM,
    verticalM: verticalOf(plan, place.alongM, fix),
    alongMs: fix.timeMs,
    blurM: accuracyOf(fix, kind),
    leastM: 0,
    seenMs: fix.timeMs,
    alongM: place.fits ? place.alongM : before.alongM,
    beyondFixes: 0,
  }
  if (isBeforeDeparture(plan, fix)) {
    const limit = limitOf(fix, kind)
    const followsFromM = followedFrom(before.followsFromM ?? null, place, limit)
    if (!hasBegunEarly(plan, followsFromM, place.alongM, limit)) return { ...seen, alongM: 0, followsFromM }
  }
  if (!isUnderWay(before, fix, motion, kind)) return seen
  // Moving near the route counts as on it, in either direction. Its direction is judged from now on.
  if (place.distanceM <= limitOf(fix, kind)) return { ...seen, alongM: place.alongM, phase: 'on' }
  if (!goesElsewhere(before, fix, place.distanceM, kind)) return seen
  const beyondFixes = before.beyondFixes + 1
  const beyondSinceMs = before.beyondFixes === 0 ? fix.timeMs : before.beyondSinceMs
  const isOff = beyondFixes >= kindLimits[kind].offRouteFixes
  const evidence = { ...seen, beyondFixes, beyondSinceMs }
  return isOff ? { ...evidence, phase: 'off', offSinceMs: beyondSinceMs } : evidence
}

function isBeforeDeparture({ departMs }: Plan, { timeMs }: Fix): boolean {
  return departMs !== undefined && timeMs < departMs
}

/** Where the asset began to follow the route. Crossing it, or driving against it, resets this. */
function followedFrom(before: number | null, place: Place & { readonly fits: boolean }, limit: number): number | null {
  if (!place.fits || place.distanceM > limit) return null
  return before === null || before > place.alongM ? place.alongM : before
}

function hasBegunEarly({ lengthM }: Plan, followsFromM: number | null, alongM: number, limit: number): boolean {
  return followsFromM !== null && alongM - followsFromM >= Math.min(REAL_PROGRESS * limit, lengthM / 2)
}

/** Moving, or too far from its origin to have been standing. */
function isUnderWay({ origin }: Progress, fix: Fix, { speedMs }: Motion, kind: Kind): boolean {
  return speedMs > kindLimits[kind].slowMs || metersFrom(origin, fix) > 2 * limitOf(fix, kind)
}

function metersFrom(origin: Progress['origin'], { latitude, longitude }: Fix): number {
  return metersBetween(toVector(origin.latitude, origin.longitude), toVector(latitude, longitude))
}

/** Farther from the route than at the beginning, or long under way without reaching it. */
function goesElsewhere({ origin }: Progress, fix: Fix, driftM: number, kind: Kind): boolean {
  const limit = limitOf(fix, kind)
  const isFar = metersFrom(origin, fix) > 2 * origin.driftM + 4 * limit + accuracyOf(fix, kind)
  return driftM > limit && (isFar || driftM > origin.driftM + 2 * limit)
}
