import { type AssetRoute, deserializeRoute, type SerializedRoute } from '@fairway/tracking'
import { isWalkingAsset } from '../live/walking-robots.ts'
import type { Asset } from './asset.ts'

/**
 * Maximum total number of points in cached routes. Decoded routes take about ten times as much memory as encoded
 * routes.
 */
const MAX_CACHED_POINTS = 2_000_000

interface CachedRoute {
  readonly planNumber: number
  readonly route: AssetRoute
}

/** Cached routes by asset id. A hit does not move the entry, because every position of an asset is a hit. */
const cachedRoutes = new Map<string, CachedRoute>()
let cachedPointCount = 0

type RoutedAsset = Pick<Asset, 'id' | 'planNumber' | 'plan' | 'kind'>

/** Returns the decoded route of an asset, ready for tracking. Decoded routes are cached, and the oldest are dropped. */
export function findAssetRoute(asset: RoutedAsset): AssetRoute | undefined {
  const { id, planNumber, plan } = asset
  if (!plan) return undefined
  const cached = cachedRoutes.get(id)
  if (cached?.planNumber === planNumber) return cached.route
  if (cached) dropRoute(id, cached)
  const decodedRoute = deserializeRoute(hasCarDurations(asset) ? removeDurations(plan.line) : plan.line)
  cachedRoutes.set(id, { planNumber, route: decodedRoute })
  cachedPointCount += decodedRoute.vectors.length
  for (const [oldest, entry] of cachedRoutes) {
    if (cachedPointCount <= MAX_CACHED_POINTS || cachedRoutes.size === 1) break
    dropRoute(oldest, entry)
  }
  return decodedRoute
}

function dropRoute(id: string, { route }: CachedRoute): void {
  cachedRoutes.delete(id)
  cachedPointCount -= route.vectors.length
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
