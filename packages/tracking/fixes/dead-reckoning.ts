import { toVector } from '@fairway/geo'
import { plannedSpeed } from '../route/along.ts'
import type { Plan } from '../route/asset-route.ts'
import { goesAgainst } from '../route/elsewhere.ts'
import { type Place, projectInWindow, type Window } from '../route/project.ts'
import { type Kind, kindLimits } from '../state/kinds.ts'
import type { Progress } from '../state/state.ts'
import { accuracyOf, type Fix } from './fix.ts'
import type { Motion } from './motion.ts'

/**
 * The place along the route after a fix, as a one-dimensional filter. Between fixes the asset continues as before, with
 * growing uncertainty. A fix shifts the estimate in proportion to its accuracy against that uncertainty. A single
 * coarse fix among accurate ones thus changes almost nothing, while several in a row, or one after a tunnel, determine
 * the result.
 */
export interface Reckoning {
  /** The place on the route that fits the fix best. */
  readonly fixed: Place
  /** The estimated place, from the fix and all earlier data. */
  readonly alongM: number
  /** Uncertainty of the estimate, in the same unit as accuracies. */
  readonly blurM: number
  /** Weight of the fix against earlier data: 1 for as good or better, 0 for none. */
  readonly worth: number
  /** Minimum distance to any part of the route where the asset can be. */
  readonly driftM: number
}

/** Length over which the route's speed is averaged. */
const STRETCH_M = 300
/** After this long without a fix, the planned speed is more reliable than the last one. */
const GAP_S = 10
/** Relative uncertainty of the speed. */
const UNSURE_SPEED = 0.5
/** A fix this many times more accurate than the estimate corrects it. */
const COARSER = 2
/** Angles from the route's direction that count as much as one accuracy off its line. */
const TOLD_COURSE_DEG = 40
const SEEN_COURSE_DEG = 60

export function reckon(plan: Plan, before: Progress, fix: Fix, motion: Motion, kind: Kind): Reckoning {
  const accuracy = accuracyOf(fix, kind)
  const seconds = Math.max(0, (fix.timeMs - before.alongMs) / 1000)
  const planned = plannedSpeed(plan, before.alongM, STRETCH_M)
  const speed = seconds > GAP_S ? Math.max(motion.speedMs, planned) : motion.speedMs
  // An asset that turned around does not continue forward.
  const onward = goesAgainst(plan, before.alongM, motion, kind) ? 0 : speed * seconds
  const expectedM = Math.min(plan.lengthM, before.alongM + onward)
  const window = windowOf(before, { seconds, planned, speed }, fix, motion, kind)
  const { best, driftM } = projectInWindow(plan, window, toVector(fix.latitude, fix.longitude))
  // A stationary asset may also move on at any time.
  const knownM = (before.blurM ?? accuracy) + UNSURE_SPEED * Math.max(speed, planned) * seconds
  const worth = Math.min(1, (knownM / accuracy) ** 2)
  if (worth === 1) return { fixed: best, alongM: best.alongM, blurM: accuracy, worth, driftM }
  const movedM = worth * (best.alongM - expectedM)
  // The whole shift may be an error: the next coarse fix from the same location has the same error.
  const blurM = Math.min(accuracy, knownM + Math.abs(movedM))
  return { fixed: best, alongM: expectedM + movedM, blurM, worth, driftM }
}

/** From slightly behind to as far ahead as the asset can have come since it was last on the route. */
function windowOf(
  before: Progress,
  { seconds, planned, speed }: { readonly seconds: number; readonly planned: number; readonly speed: number },
  fix: Fix,
  motion: Motion,
  kind: Kind,
): Window {
  const { backM, topSpeedMs, slowMs } = kindLimits[kind]
  const backwards = Math.max(backOf(fix, kind), 2 * unsureOf(before, fix, kind))
  const fastest = Math.min(topSpeedMs, 5 + 1.5 * Math.max(speed, planned))
  return {
    fromM: before.alongM - backwards,
    toM: before.alongM + fastest * seconds + backwards,
    expectedM: before.alongM + speed * seconds,
    expectedSigmaM: backM / 2 + unsureOf(before, fix, kind) + UNSURE_SPEED * speed * seconds,
    sigmaM: accuracyOf(fix, kind),
    courseDeg: motion.speedMs > slowMs ? motion.courseDeg : null,
    courseSigmaDeg: fix.headingDeg === undefined ? SEEN_COURSE_DEG : TOLD_COURSE_DEG,
  }
}

/** How far the asset may have moved back, or seem to have. Progress is that of the fix farthest ahead. */
export function backOf(fix: Fix, kind: Kind): number {
  return Math.max(kindLimits[kind].backM, 2 * accuracyOf(fix, kind))
}

/** The previous estimate may be less accurate than the fix. */
function unsureOf({ blurM = 0 }: Progress, fix: Fix, kind: Kind): number {
  return Math.max(blurM, accuracyOf(fix, kind))
}

/**
 * Progress does not decrease when an asset parks or fixes scatter. A coarse estimate is corrected backward when a more
 * accurate fix differs by more than that. Otherwise it would later count as turning around.
 */
export function nextAlong({ alongM, blurM = 0 }: Progress, reckoning: Reckoning, fix: Fix, kind: Kind): number {
  const isCorrected = blurM > COARSER * accuracyOf(fix, kind) && reckoning.alongM < alongM - backOf(fix, kind)
  return isCorrected ? reckoning.alongM : Math.max(alongM, reckoning.alongM)
}
