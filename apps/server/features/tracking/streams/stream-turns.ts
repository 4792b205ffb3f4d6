import { kindLimits, observe } from '@fairway/tracking'
import type { Asset } from '../assets/asset.ts'
import { planOf } from '../assets/plans.ts'

/**
 * Whether the state of an asset turns into another one between two instants although nothing comes from it: it is silent
 * for too long, or has been silent at its goal for so long that it has arrived.
 */
export function hasTurned(asset: Asset, afterMs: number, untilMs: number): boolean {
  return possibleTurns(asset).some(
    (at) => at > afterMs && at <= untilMs && stateAt(asset, at - 1000) !== stateAt(asset, at),
  )
}

/** When it may; `observe`, whose rules these are, has the last word. Plans are unpacked only for those that may. */
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
