import { type AssetRoute, deserializeRoute, type SerializedRoute } from '@fairway/tracking'
import { isWalkingAsset } from '../live/walking-robots.ts'
import type { Asset } from './asset.ts'

/** Decoded asset routes take about ten times as much memory as encoded ones. */
const MAX_CACHED_POINTS = 2_000_000

const cachedRoutes = new Map<string, AssetRoute>()
let cachedPointCount = 0

type RoutedAsset = Pick<Asset, 'id' | 'planNumber' | 'plan' | 'kind'>

/** The decoded route of an asset, ready for tracking. Recently used ones are cached. */
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
 * The part of the route that a poll needs. The state already has the remaining distance and duration. Decoding the
 * route would take longer than the rest of the poll, and a large fleet's routes do not all stay decoded.
 */
export function findPolledRoute(
  asset: RoutedAsset & Pick<Asset, 'state'>,
): AssetRoute | Pick<AssetRoute, 'id'> | undefined {
  const progress = asset.state?.progress
  return asset.plan && progress?.rest ? { id: progress.planId } : findAssetRoute(asset)
}

/** Robot routes that were attached before walking durations were used. */
function hasCarDurations({ kind, plan }: Pick<Asset, 'kind' | 'plan'>): boolean {
  return plan !== undefined && isWalkingAsset(kind, plan.route.mode) && !plan.route.isWalked
}

function removeDurations({ seconds: _cars, ...line }: SerializedRoute): SerializedRoute {
  return line
}
