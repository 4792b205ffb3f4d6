import { type AssetKind, kindLimits } from './kinds.ts'
import { computePaceFactor } from './pace.ts'
import type { Progress, RemainingRoute } from './state.ts'

/**
 * Returns the planned remaining duration, adjusted for current traffic and the pace of the asset. The duration counts
 * down between fixes until the asset is stale.
 */
export function estimateRemainingSeconds(
  remainingRoute: RemainingRoute,
  progress: Progress,
  ageS: number,
  kind: AssetKind,
  trafficFactor: number,
): number {
  const { cruiseMs, staleS } = kindLimits[kind]
  const clampedTrafficFactor = Number.isFinite(trafficFactor) ? Math.min(20, Math.max(0.1, trafficFactor)) : 1
  const seconds = Math.round(
    remainingRoute.plannedS * clampedTrafficFactor * computePaceFactor(progress.pace, kind) +
      remainingRoute.toPlanM / cruiseMs,
  )
  const elapsedS = progress.phase === 'before' ? 0 : Math.min(ageS, staleS)
  return Math.max(0, seconds - elapsedS)
}
