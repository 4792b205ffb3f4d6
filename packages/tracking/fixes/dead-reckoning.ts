import { plannedSpeed } from '../route/along.ts'
import type { Plan } from '../route/asset-route.ts'
import { goesAgainst } from '../route/elsewhere.ts'
import { type Place, projectInWindow, type Window } from '../route/project.ts'
import { toVector } from '../route/sphere.ts'
import { type Kind, kindLimits } from '../state/kinds.ts'
import type { Progress } from '../state/state.ts'
import { accuracyOf, type Fix } from './fix.ts'
import type { Motion } from './motion.ts'

/**
 * Where along the plan it is after a fix: a filter of one dimension. Between fixes it goes on as it went, and that is the
 * less sure the longer it lasts; a fix moves it from there by as much as its accuracy is worth against that. So one
 * coarse fix among good ones moves next to nothing, and several in a row, or one after a tunnel, all of it.
 */
export interface Reckoning {
  /** The place of the plan that fits the fix best. */
  readonly fixed: Place
  /** Where it is, by the fix and all that was known before. */
  readonly alongM: number
  /** How far that may be wrong, as accuracies are told. */
  readonly blurM: number
  /** What the fix is worth against what was known: 1 as good or better, 0 nothing. */
  readonly worth: number
  /** Least metres to any part of the plan where it can be. */
  readonly driftM: number
}

/** Over this much of a plan its speed is averaged. */
const STRETCH_M = 300
/** After so long without a fix the last speed says less than the plan's. */
const GAP_S = 10
/** It may have gone faster or slower than thought by this share. */
const UNSURE_SPEED = 0.5
/** A fix so many times better than what was known corrects it. */
const COARSER = 2
/** So many degrees off the plan's way are as bad as one accuracy off its line. */
const TOLD_COURSE_DEG = 40
const SEEN_COURSE_DEG = 60

export function reckon(plan: Plan, before: Progress, fix: Fix, motion: Motion, kind: Kind): Reckoning {
  const accuracy = accuracyOf(fix, kind)
  const seconds = Math.max(0, (fix.timeMs - before.alongMs) / 1000)
  const planned = plannedSpeed(plan, before.alongM, STRETCH_M)
  const speed = seconds > GAP_S ? Math.max(motion.speedMs, planned) : motion.speedMs
  // Who has turned around does not go on.
  const onward = goesAgainst(plan, before.alongM, motion, kind) ? 0 : speed * seconds
  const expectedM = Math.min(plan.lengthM, before.alongM + onward)
  const window = windowOf(before, { seconds, planned, speed }, fix, motion, kind)
  const { best, driftM } = projectInWindow(plan, window, toVector(fix.latitude, fix.longitude))
  // Also who stands may go on at any time.
  const knownM = (before.blurM ?? accuracy) + UNSURE_SPEED * Math.max(speed, planned) * seconds
  const worth = Math.min(1, (knownM / accuracy) ** 2)
  if (worth === 1) return { fixed: best, alongM: best.alongM, blurM: accuracy, worth, driftM }
  const movedM = worth * (best.alongM - expectedM)
  // All that it was moved may be an error: the next coarse fix is wrong in the same way, being from the same place.
  const blurM = Math.min(accuracy, knownM + Math.abs(movedM))
  return { fixed: best, alongM: expectedM + movedM, blurM, worth, driftM }
}

/** From a little behind to as far ahead as it can have come since it was last on the plan. */
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

/** How far it may have come back, or only seem to: progress is that of the fix farthest ahead. */
export function backOf(fix: Fix, kind: Kind): number {
  return Math.max(kindLimits[kind].backM, 2 * accuracyOf(fix, kind))
}

/** What was known before may be worse than the fix. */
function unsureOf({ blurM = 0 }: Progress, fix: Fix, kind: Kind): number {
  return Math.max(blurM, accuracyOf(fix, kind))
}

/**
 * Progress does not go back, be it that somebody parks or that fixes differ. But what was known only coarsely is taken
 * back when a better fix says so by more than that: it would count as turning around from then on.
 */
export function nextAlong({ alongM, blurM = 0 }: Progress, reckoning: Reckoning, fix: Fix, kind: Kind): number {
  const isCorrected = blurM > COARSER * accuracyOf(fix, kind) && reckoning.alongM < alongM - backOf(fix, kind)
  return isCorrected ? reckoning.alongM : Math.max(alongM, reckoning.alongM)
}
