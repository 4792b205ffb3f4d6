import { flatDistanceMeters } from '@fairway/geo'
import { type Fix, getAccuracyM } from '../fixes/fix.ts'
import type { AssetKind } from '../state/kinds.ts'

/**
 * Visits of an asset to the stops of its tour, derived from its positions. The log is plain JSON and part of the
 * tracker state.
 */
export interface VisitLog {
  /** Asset route that the stops belong to. */
  readonly plan: number
  /** Visits by stop index. */
  readonly visits: Readonly<Record<number, VisitRecord>>
}

export interface VisitRecord {
  /** Time when the asset came within the radius. */
  readonly enterMs: number
  /** Whether the asset has stayed long enough. Otherwise, it may only be passing by. */
  readonly hasDwelled: boolean
  /** Time when the asset was first seen outside again. */
  readonly leaveMs?: number
}

export interface VisitRule {
  readonly radiusM: number
  readonly dwellS: number
}

type Target = readonly [latitude: number, longitude: number]

/**
 * Maximum amount, in meters, by which the accuracy widens the radius. Coarse positions must not mark stops several
 * streets away as visited.
 */
const MAX_ACCURACY_M = 30
/**
 * Approximate meters per degree of latitude. Comparing latitudes rules out most stops before an exact distance is
 * computed.
 */
const METERS_PER_DEGREE = 111_000

/** Updates the visits after a fix. A stop is done when the asset has stayed at it and left. */
export function advanceVisits(
  previousLog: VisitLog | undefined,
  plan: number,
  targets: readonly Target[],
  rule: VisitRule,
  fix: Fix,
  kind: AssetKind,
): VisitLog {
  const log = previousLog?.plan === plan ? previousLog : { plan, visits: {} }
  const changedVisits: Record<number, VisitRecord | undefined> = {}
  const radiusM = rule.radiusM + Math.min(MAX_ACCURACY_M, getAccuracyM(fix, kind))
  targets.forEach((target, index) => {
    const record = log.visits[index]
    if (record?.leaveMs !== undefined) return
    if (isWithin(target, fix, radiusM)) {
      const enterMs = record?.enterMs ?? fix.timeMs
      const hasDwelled = record?.hasDwelled === true || fix.timeMs - enterMs >= 1000 * rule.dwellS
      if (record === undefined || hasDwelled !== record.hasDwelled) changedVisits[index] = { enterMs, hasDwelled }
    } else if (record) {
      changedVisits[index] = record.hasDwelled ? { ...record, leaveMs: fix.timeMs } : undefined
    }
  })
  if (Object.keys(changedVisits).length === 0) return log
  const visits = Object.entries({ ...log.visits, ...changedVisits }).filter(([, record]) => record !== undefined)
  return { plan, visits: Object.fromEntries(visits) as VisitLog['visits'] }
}

function isWithin([latitude, longitude]: Target, fix: Fix, radiusM: number): boolean {
  if (Math.abs(latitude - fix.latitude) * METERS_PER_DEGREE > 1.1 * radiusM) return false
  return flatDistanceMeters(latitude, longitude, fix.latitude, fix.longitude) <= radiusM
}
