import { kindLimits, toLiveView } from '@fairway/tracking'
import type { Asset } from '../assets/asset.ts'
import { findAssetRoute } from '../assets/stored-routes.ts'

/**
 * Returns whether an asset's state changes between two times without a new position. The asset becomes stale, or it has
 * been silent at its destination long enough to count as arrived.
 */
export function hasStateChanged(asset: Asset, afterMs: number, untilMs: number): boolean {
  return listStateChangeTimes(asset).some(
    (timeMs) => timeMs > afterMs && timeMs <= untilMs && getStateAt(asset, timeMs - 1000) !== getStateAt(asset, timeMs),
  )
}

/**
 * Lists the times at which the state may change. `toLiveView` implements the rules, and routes are decoded only for
 * assets with a candidate time.
 */
function listStateChangeTimes({ state }: Asset): number[] {
  if (!state) return []
  const { staleS } = kindLimits[state.kind]
  const staleAtMs = 1000 * (Math.floor(state.fix.timeMs / 1000) + staleS + 1)
  const nearEndSinceMs = state.progress?.nearEndSinceMs ?? null
  return nearEndSinceMs === null ? [staleAtMs] : [staleAtMs, 1000 * Math.ceil(nearEndSinceMs / 1000 + staleS)]
}

function getStateAt(asset: Asset, ms: number): string {
  return toLiveView(findAssetRoute(asset), asset.state, ms).state
}
