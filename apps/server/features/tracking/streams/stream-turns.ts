import { kindLimits, observe } from '@fairway/tracking'
import type { Asset } from '../assets/asset.ts'
import { planOf } from '../assets/plans.ts'

/**
 * Whether an asset's state changes between two times without a new position: it becomes stale, or it has been silent at
 * its destination long enough to count as arrived.
 */
export function hasTurned(asset: Asset, afterMs: number, untilMs: number): boolean {
  return possibleTurns(asset).some(
    (at) => at > afterMs && at <= untilMs && stateAt(asset, at - 1000) !== stateAt(asset, at),
  )
}

/** Candidate times. `observe` implements the rules and decides. Routes are decoded only for assets with a candidate. */
function possibleTurns({ state }: Asset): number[] {
  if (!state) return []
  const { staleS } = kindLimits[state.kind]
  const staleAt = 1000 * (Math.floor(state.fix.timeMs / 1000) + staleS + 1)
  const nearEndSinceMs = state.progress?.nearEndSinceMs ?? null
  return nearEndSinceMs === null ? [staleAt] : [staleAt, 1000 * Math.ceil(nearEndSinceMs / 1000 + staleS)]
}

function stateAt(asset: Asset, ms: number): string {
  return observe(planOf(asset), asset.state, ms).state
}
