import { metersBetween, toVector } from '@fairway/geo'
import { accuracyOf, type Fix } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import type { Plan } from '../route/asset-route.ts'
import { type Kind, kindLimits } from './kinds.ts'
import type { Progress } from './state.ts'

const FIXES_TO_LEAVE = 3

/** Checks whether a fix means arrival: near the end, after driving the route, and slow or there for a while. */
export function arrive(plan: Plan, progress: Progress, fix: Fix, motion: Motion, kind: Kind): Progress {
  const { arriveM, arriveDwellS, slowMs } = kindLimits[kind]
  const toEnd = metersToEnd(plan, fix)
  const blur = Math.min(accuracyOf(fix, kind), arriveM)
  if (toEnd > arriveM + blur || !hasComeFar(plan, progress, fix, kind)) return { ...progress, nearEndSinceMs: null }
  const since = progress.nearEndSinceMs ?? fix.timeMs
  const isThere = toEnd <= (arriveM + blur) / 2 && motion.speedMs <= slowMs
  if (!isThere && fix.timeMs - since < 1000 * arriveDwellS) return { ...progress, nearEndSinceMs: since }
  return {
    ...progress,
    phase: 'arrived',
    alongM: plan.lengthM,
    alongMs: fix.timeMs,
    beyondFixes: 0,
    offSinceMs: null,
    wrongWay: false,
    rejoin: null,
    nearEndSinceMs: since,
    awayFixes: 0,
  }
}

/** The end of a round trip is also near its beginning, so most of the route must lie behind. */
function hasComeFar(plan: Plan, { phase, alongM, blurM }: Progress, fix: Fix, kind: Kind): boolean {
  const { arriveM } = kindLimits[kind]
  if (plan.lengthM <= arriveM) return true
  if (phase === 'before') return false
  // An asset that left the route may have arrived by another one.
  if (phase === 'off') return alongM >= plan.lengthM / 2
  // A coarse fix at the end does not count as arrival when a better fix placed the asset elsewhere.
  const accuracy = accuracyOf(fix, kind)
  return plan.lengthM - alongM <= 2 * (arriveM + Math.min(accuracy, blurM ?? accuracy))
}

/** An arrived asset stays arrived until it is clearly somewhere else. Then the route is done. */
export function leave(plan: Plan, progress: Progress, fix: Fix, kind: Kind): Progress {
  const toEnd = metersToEnd(plan, fix)
  const isAway = toEnd > 2 * (kindLimits[kind].arriveM + accuracyOf(fix, kind))
  const awayFixes = isAway ? progress.awayFixes + 1 : 0
  const phase = progress.phase === 'done' || awayFixes >= FIXES_TO_LEAVE ? 'done' : 'arrived'
  return { ...progress, phase, awayFixes, driftM: toEnd, verticalM: null }
}

function metersToEnd({ vectors }: Plan, { latitude, longitude }: Fix): number {
  return metersBetween(vectors[vectors.length - 1], toVector(latitude, longitude))
}
