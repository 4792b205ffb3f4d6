import { type AssetRoute, deserializeRoute, type SerializedRoute } from '@fairway/tracking'
import { isWalkingAsset } from '../live/walking-robots.ts'
import type { Asset } from './asset.ts'

/**
 * Maximum total number of points in cached routes. Decoded routes take about ten times as much memory as encoded
 * routes.
 */
const MAX_CACHED_POINTS = 2_000_000

const cachedRoutes = new Map<string, AssetRoute>()
let cachedPointCount = 0

type RoutedAsset = Pick<Asset, 'id' | 'planNumber' | 'plan' | 'kind'>

/** Returns the decoded route of an asset, ready for tracking. Recently used routes are cached. */
export function findAssetRoute(asset: RoutedAsset): AssetRoute | undefined {
  const { id, planNumber, plan } = asset
  if (!plan) return undefined
  const key = `${id} ${planNumber}`
  const cached = cachedRoutes.get(key)
  if (cached) {
    cachedRoutes.delete(key)
    cachedRoutes.set(key, cached)
    return cached
  }
  const decodedRoute = deserializeRoute(hasCarDurations(asset) ? removeDurations(plan.line) : plan.line)
  cachedRoutes.set(key, decodedRoute)
  cachedPointCount += decodedRoute.vectors.length
  for (const [oldest, { vectors }] of cachedRoutes) {
    if (cachedPointCount <= MAX_CACHED_POINTS || cachedRoutes.size === 1) break
    cachedRoutes.delete(oldest)
    cachedPointCount -= vectors.length
  }
  return decodedRoute
}

/**
 * Returns the part of the route that a poll needs. The state already contains the remaining distance and duration.
 * Decoding the route would dominate the time of a poll, and the cache is too small for a large fleet.
 */
export function findPolledRoute(
  asset: RoutedAsset & Pick<Asset, 'state'>,
): AssetRoute | Pick<AssetRoute, 'id'> | undefined {
  const progress = asset.state?.progress
  return asset.plan && progress?.rest ? { id: progress.planId } : findAssetRoute(asset)
}

/** Returns whether a robot's route has car durations. Older routes were attached before walking durations existed. */
function hasCarDurations({ kind, plan }: Pick<Asset, 'kind' | 'plan'>): boolean {
  return plan !== undefined && isWalkingAsset(kind, plan.route.mode) && !plan.route.isWalked
}

function removeDurations({ seconds: _cars, ...line }: SerializedRoute): SerializedRoute {
  return line
}
