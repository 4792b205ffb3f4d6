import { advance, byServiceClock, checkFix, type Fix, type FixNames } from '@fairway/tracking'
import type { Asset } from '../assets/asset.ts'
import { planOf } from '../assets/plans.ts'
import type { TakenFix } from './ingest-store.ts'

/** A fix and its sender's field names. */
export interface GivenFix {
  readonly fix: Fix
  readonly index: number
  readonly names: FixNames
  /** The ship's MMSI, if present. */
  readonly mmsi?: number
}

export interface RejectedFix {
  readonly index: number
  readonly why: string
}

export interface TakenFixes {
  readonly fixes: readonly TakenFix[]
  readonly rejected: readonly RejectedFix[]
  readonly state: Asset['state']
  /** The MMSI that the asset has from now on. */
  readonly mmsi: number | undefined
}

/** Fixes that are valid regardless of the asset's history. */
export function checkFixes(given: readonly GivenFix[], kind: Asset['kind'], nowMs: number) {
  const fixes: GivenFix[] = []
  const rejected: RejectedFix[] = []
  for (const one of given) {
    const verdict = checkFix(one.fix, undefined, nowMs, kind, one.names)
    if (typeof verdict === 'object') rejected.push({ index: one.index, why: verdict.why })
    else fixes.push(one)
  }
  return { fixes, rejected }
}

/** Applies validated fixes to an asset in time order, regardless of their order of arrival. */
export function takeFixes(asset: Asset, given: readonly GivenFix[], nowMs: number): TakenFixes {
  const plan = planOf(asset)
  const rejected: RejectedFix[] = []
  const good: Fix[] = []
  // An asset is bound to the first MMSI it was sent with, because a receiver hears all ships nearby.
  let { mmsi } = asset
  for (const { fix, index, mmsi: ship } of given) {
    if (ship !== undefined && mmsi !== undefined && ship !== mmsi) {
      rejected.push({ index, why: otherShip(ship, mmsi) })
      continue
    }
    good.push(fix)
    mmsi ??= ship
  }
  good.sort((a, b) => a.timeMs - b.timeMs)
  let { state } = asset
  // The track stores the reported times; the live position uses the server's clock.
  const fixes = byServiceClock(good, nowMs).map((fix, at): TakenFix => {
    state = advance(plan, state, fix, asset.kind)
    return { fix: good[at] ?? fix, flag: flags[state.last] }
  })
  return { fixes, rejected, state, mmsi }
}

function otherShip(ship: number, own: number): string {
  return `it is from the ship with MMSI ${shipNumber(ship)}, but this asset is the ship with ${shipNumber(own)}, as it was first sent; register another asset for another ship`
}

/** Nine digits: the MMSIs of coast stations and groups begin with zeros. */
const shipNumber = (mmsi: number) => String(mmsi).padStart(9, '0')

const flags = { live: 0, late: 1, jump: 2 } as const
