import { checkFix, type Fix } from '@fairway/tracking/fix.ts'
import { advance } from '@fairway/tracking/tracker.ts'
import type { Asset } from './asset.ts'
import type { TakenFix } from './ingest-store.ts'
import { planOf } from './plans.ts'

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
export function takeFixes(asset: Asset, given: readonly Fix[], nowMs: number): TakenFixes {
  const plan = planOf(asset)
  const rejected: RejectedFix[] = []
  const fixes: TakenFix[] = []
  let { state } = asset
  const inOrder = given.map((fix, index) => ({ fix, index })).sort((a, b) => a.fix.timeMs - b.fix.timeMs)
  for (const { fix, index } of inOrder) {
    const verdict = checkFix(fix, state?.fix, nowMs, asset.kind)
    if (typeof verdict === 'object') {
      rejected.push({ index, why: verdict.why })
      continue
    }
    state = advance(plan, state, fix, asset.kind)
    fixes.push({ fix, flag: flags[state.last] })
  }
  return { fixes, rejected: rejected.sort((a, b) => a.index - b.index), state }
}

const flags = { live: 0, late: 1, jump: 2 } as const
