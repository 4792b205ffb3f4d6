import { byServiceClock, checkFix, type Fix, type FixNames } from '@fairway/tracking/fix.ts'
import { advance } from '@fairway/tracking/tracker.ts'
import type { Asset } from './asset.ts'
import type { TakenFix } from './ingest-store.ts'
import { planOf } from './plans.ts'

/** A fix, and what its sender calls it. */
export interface GivenFix {
  readonly fix: Fix
  readonly index: number
  readonly names: FixNames
}

export interface RejectedFix {
  readonly index: number
  readonly why: string
}

export interface TakenFixes {
  readonly fixes: readonly TakenFix[]
  readonly rejected: readonly RejectedFix[]
  readonly state: Asset['state']
}

/** What positions make of an asset: taken in the order of their times, whatever order they came in. */
export function takeFixes(asset: Asset, given: readonly GivenFix[], nowMs: number): TakenFixes {
  const plan = planOf(asset)
  const rejected: RejectedFix[] = []
  const good: Fix[] = []
  for (const { fix, index, names } of given) {
    const verdict = checkFix(fix, undefined, nowMs, asset.kind, names)
    if (typeof verdict === 'object') rejected.push({ index, why: verdict.why })
    else good.push(fix)
  }
  good.sort((a, b) => a.timeMs - b.timeMs)
  let { state } = asset
  // The track has the times that were told; the live position goes by the clock of the service.
  const fixes = byServiceClock(good, nowMs).map((fix, at): TakenFix => {
    state = advance(plan, state, fix, asset.kind)
    return { fix: good[at] ?? fix, flag: flags[state.last] }
  })
  return { fixes, rejected, state }
}

const flags = { live: 0, late: 1, jump: 2 } as const
