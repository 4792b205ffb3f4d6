import type { Fix } from '../fixes/fix.ts'
import { type AssetKind, kindLimits } from '../state/kinds.ts'
import { metersBetweenFixes, secondsBetween } from './clean-track.ts'
import { findStays } from './find-stays.ts'
import { smoothTrack } from './smooth-track.ts'
import { MIN_IDLE_S } from './trip-limits.ts'

/** A stop as a range of fixes. */
export interface Stand {
  readonly latitude: number
  readonly longitude: number
  readonly arriveMs: number
  readonly departMs: number
  readonly first: number
  readonly last: number
}

export interface TrackTrip {
  readonly departMs: number
  readonly arriveMs: number
  /** Positions from the previous stop to the next stop. */
  readonly fixes: readonly Fix[]
  /** Meters from the beginning of the trip at each fix, without noise. */
  readonly alongM: Float64Array
  readonly distanceM: number
  /** Seconds in which the asset was stationary, in periods too short for a stop. */
  readonly idleS: number
  /** Total duration, in seconds, of gaps without any position that are long enough for the asset to become stale. */
  readonly unseenS: number
  readonly maxSpeedMs: number
}

/** Radius within which the asset counts as idle, as a multiple of the accuracy of its kind. */
const IDLE_RADIUS_RATIO = 1.5
/** Accuracy of a stop position, in meters. The position of a long stop is more accurate than any single fix. */
const STAND_ACCURACY_M = 2
/** Minimum time, in seconds, over which speeds are averaged if none are reported. */
const MIN_SPEED_WINDOW_S = 5

/** Measures the trip between two stops, or between a stop and either end of the track. */
export function measureTrip(
  allFixes: readonly Fix[],
  first: number,
  last: number,
  previousStand: Stand | undefined,
  nextStand: Stand | undefined,
  kind: AssetKind,
): TrackTrip {
  const fixes = allFixes.slice(first, last + 1)
  const rule = { radiusM: IDLE_RADIUS_RATIO * kindLimits[kind].accuracyM, minS: MIN_IDLE_S }
  const idles = findStays(fixes, rule, previousStand ? 1 : 0, fixes.length - (nextStand ? 2 : 1))
  const alongM = measureAlong(fixes, idles, previousStand, nextStand, kind)
  return {
    departMs: previousStand?.departMs ?? fixes[0].timeMs,
    arriveMs: nextStand?.arriveMs ?? fixes[fixes.length - 1].timeMs,
    fixes,
    alongM,
    distanceM: alongM[alongM.length - 1],
    idleS: idles.reduce((sum, idle) => sum + secondsBetween(fixes[idle.first], fixes[idle.last]), 0),
    unseenS: sumGaps(fixes, previousStand, kindLimits[kind].staleS),
    maxSpeedMs: findMaxSpeed(fixes, alongM),
  }
}

type Standing = { readonly first: number; readonly last: number; readonly latitude: number; readonly longitude: number }

/** Measures the distance at each fix. A stationary asset covers no distance, regardless of its positions. */
function measureAlong(
  fixes: readonly Fix[],
  idles: readonly Standing[],
  previousStand: Stand | undefined,
  nextStand: Stand | undefined,
  kind: AssetKind,
): Float64Array {
  const end = fixes.length - 1
  const standings: Standing[] = [
    ...(previousStand ? [{ ...previousStand, first: 0, last: 0 }] : []),
    ...idles,
    ...(nextStand ? [{ ...nextStand, first: end, last: end }] : []),
  ]
  const keptFixes: Fix[] = []
  const keptIndex: number[] = []
  let next = 0
  for (const { first, last, latitude, longitude } of [...standings, { ...fixes[end], first: end + 1, last: end + 1 }]) {
    for (; next < first; next++) keptIndex.push(keptFixes.push(fixes[next]) - 1)
    for (; next <= last && next <= end; next++) {
      const isEnd = next === first || next === last
      if (isEnd) keptFixes.push({ ...fixes[next], latitude, longitude, accuracyM: STAND_ACCURACY_M })
      keptIndex.push(keptFixes.length - 1)
    }
  }
  const smooth = smoothTrack(keptFixes, kind)
  const keptM = new Float64Array(smooth.length)
  for (let i = 1; i < smooth.length; i++) keptM[i] = keptM[i - 1] + metersBetweenFixes(smooth[i - 1], smooth[i])
  return Float64Array.from(keptIndex, (i) => keptM[i])
}

function sumGaps(fixes: readonly Fix[], previousStand: Stand | undefined, staleS: number): number {
  let unseenS = 0
  for (let i = 1; i < fixes.length; i++) {
    const departMs = i === 1 ? (previousStand?.departMs ?? fixes[0].timeMs) : fixes[i - 1].timeMs
    const seconds = (fixes[i].timeMs - departMs) / 1000
    if (seconds > staleS) unseenS += seconds
  }
  return unseenS
}

function findMaxSpeed(fixes: readonly Fix[], alongM: Float64Array): number {
  const reportedSpeeds = fixes.flatMap(({ speedMs }) => (speedMs === undefined ? [] : [speedMs]))
  // The median of three removes single wrong values.
  if (reportedSpeeds.length >= fixes.length / 2) return Math.max(0, ...medianOfThree(reportedSpeeds))
  let max = 0
  for (let i = 0, j = 0; j < fixes.length; j++) {
    while (secondsBetween(fixes[i + 1] ?? fixes[j], fixes[j]) >= MIN_SPEED_WINDOW_S) i++
    const seconds = secondsBetween(fixes[i], fixes[j])
    if (seconds >= MIN_SPEED_WINDOW_S) max = Math.max(max, (alongM[j] - alongM[i]) / seconds)
  }
  return max
}

export function medianOfThree(values: readonly number[]): number[] {
  return values.map((value, i) => {
    const [a, b] = [values[i - 1] ?? value, values[i + 1] ?? value]
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), value))
  })
}
