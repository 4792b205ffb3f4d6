import type { SeaPath } from '../route/find-path.ts'
import { assembleRoute } from './assemble-route.ts'
import type { LegCache } from './leg-cache.ts'
import type { Obstacle } from './refusal.ts'
import { DEFAULT_SPEED_KN, type SeaRequest } from './request.ts'
import type { SeaRoute } from './sea-route.ts'
import { listSeasonClosures } from './seasons.ts'

export interface RouteWithPaths {
  readonly route: SeaRoute
  /** Paths of the route, one per leg. */
  readonly paths: readonly SeaPath[]
}

type LegCostLimit = (leg: number) => number

/** Finds the best route with some passages closed. */
function findRoute(
  legCache: LegCache,
  closedPassages: ReadonlySet<string>,
  request: SeaRequest,
  maxCostOf?: LegCostLimit,
): RouteWithPaths | undefined {
  const paths = legCache.find(closedPassages, maxCostOf)
  if (!paths) return undefined
  const stops = [legCache.legs[0].from, ...legCache.legs.map(({ to }) => to)]
  return { paths, route: assembleRoute(legCache.finder.sea, paths, stops, request.speedKn ?? DEFAULT_SPEED_KN) }
}

/**
 * Finds the best route whose passages are open when the ship arrives. Seasonal closures along the route are added to
 * `closedPassages`, and the search repeats.
 */
export function findRouteInSeason(
  legCache: LegCache,
  closedPassages: Map<string, Obstacle>,
  request: SeaRequest,
  maxCostOf?: LegCostLimit,
): RouteWithPaths | undefined {
  for (;;) {
    const result = findRoute(legCache, new Set(closedPassages.keys()), request, maxCostOf)
    const seasonClosures = result ? listSeasonClosures(result.route, request.time) : []
    if (seasonClosures.length === 0) return result
    for (const obstacle of seasonClosures) closedPassages.set(obstacle.passage, obstacle)
  }
}

export function sumCosts(paths: readonly SeaPath[]): number {
  return paths.reduce((sum, { cost }) => sum + cost, 0)
}
