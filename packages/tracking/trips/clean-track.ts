import { bearingDegrees, flatDistanceMeters } from '@fairway/geo'
import { type Fix, getAccuracyM, isJump } from '../fixes/fix.ts'
import type { AssetKind } from '../state/kinds.ts'
import { tripLimits } from './trip-limits.ts'

/** Accuracy ratio above which a position is too coarse compared with its neighbors, for example from a cell tower. */
const COARSE_RATIO = 4
const MIN_COARSE_M = 60
/** Minimum turn that counts as a reversal, in degrees. */
const REVERSAL_DEG = 120
/** Minimum size of a spike, in meters. Smaller spikes are noise, which the smoothing removes. */
const MIN_SPIKE_M = 20
/** Number of consecutive positions that confirm a jump. */
const CONFIRMING_FIXES = 3

/** Returns the positions in time order without duplicates, jumps, spikes, or coarse positions among accurate ones. */
export function cleanTrack(fixes: readonly Fix[], kind: AssetKind): Fix[] {
  const ordered = [...fixes]
    .sort((a, b) => a.timeMs - b.timeMs)
    .filter((fix, i, allFixes) => fix.timeMs !== allFixes[i - 1]?.timeMs)
  return dropSpikes(dropJumps(dropCoarse(ordered, kind), kind), kind)
}

function dropCoarse(fixes: readonly Fix[], kind: AssetKind): Fix[] {
  if (fixes.length === 0) return []
  const accuracies = fixes.map((fix) => getAccuracyM(fix, kind)).sort((a, b) => a - b)
  const maxM = Math.max(MIN_COARSE_M, COARSE_RATIO * accuracies[accuracies.length >> 1])
  return fixes.filter((fix) => getAccuracyM(fix, kind) <= maxM)
}

/** Drops jumps unless the next positions confirm them. */
function dropJumps(fixes: readonly Fix[], kind: AssetKind): Fix[] {
  const keptFixes: Fix[] = []
  let fixesElsewhere: Fix[] = []
  for (const fix of fixes) {
    const last = keptFixes.at(-1)
    if (last === undefined || !isJump(last, fix, kind)) {
      keptFixes.push(fix)
      fixesElsewhere = []
      continue
    }
    const previous = fixesElsewhere.at(-1)
    fixesElsewhere = previous !== undefined && !isJump(previous, fix, kind) ? [...fixesElsewhere, fix] : [fix]
    if (fixesElsewhere.length < CONFIRMING_FIXES) continue
    // If fewer positions precede the jump than confirm it, the earlier positions were wrong.
    if (keptFixes.length < CONFIRMING_FIXES) keptFixes.length = 0
    keptFixes.push(...fixesElsewhere)
    fixesElsewhere = []
  }
  return keptFixes
}

/** Drops spikes, which the asset could reach only with more acceleration than it is capable of. */
function dropSpikes(fixes: readonly Fix[], kind: AssetKind): Fix[] {
  const keptFixes: Fix[] = []
  fixes.forEach((fix, i) => {
    const [previousFix, nextFix] = [keptFixes.at(-1), fixes[i + 1]]
    if (previousFix === undefined || nextFix === undefined || !isSpike(previousFix, fix, nextFix, kind))
      keptFixes.push(fix)
  })
  return keptFixes
}

function isSpike(previousFix: Fix, fix: Fix, nextFix: Fix, kind: AssetKind): boolean {
  const noiseM = Math.max(MIN_SPIKE_M, getAccuracyM(previousFix, kind) + 2 * getAccuracyM(fix, kind))
  const [toM, fromM] = [metersBetweenFixes(previousFix, fix), metersBetweenFixes(fix, nextFix)]
  if (Math.min(toM, fromM) < noiseM) return false
  const turn = Math.abs(((bearing(fix, nextFix) - bearing(previousFix, fix) + 540) % 360) - 180)
  if (turn < REVERSAL_DEG) return false
  const [toS, fromS] = [secondsBetween(previousFix, fix), secondsBetween(fix, nextFix)]
  const changeMs = 2 * Math.min(toM / toS, fromM / fromS)
  return changeMs / ((toS + fromS) / 2) > tripLimits[kind].maxAccelerationMs2
}

export function metersBetweenFixes(a: Fix, b: Fix): number {
  return flatDistanceMeters(a.latitude, a.longitude, b.latitude, b.longitude)
}

export function secondsBetween(a: Fix, b: Fix): number {
  return (b.timeMs - a.timeMs) / 1000
}

function bearing(a: Fix, b: Fix): number {
  return bearingDegrees(a.latitude, a.longitude, b.latitude, b.longitude)
}
