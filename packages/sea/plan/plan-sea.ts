import type { PortIndex } from '../ports/port-index.ts'
import type { SeaPathFinder } from '../route/find-path.ts'
import { findClosedPassages } from './closed-passages.ts'
import { findAlternatives } from './find-alternatives.ts'
import { findMissedPassages } from './find-lost.ts'
import { findRouteInSeason } from './find-route.ts'
import { LegCache } from './leg-cache.ts'
import { listNarrowsAtStops, listNeededNarrows } from './open-narrows.ts'
import type { Obstacle, Refusal } from './refusal.ts'
import { checkRequest, type SeaRequest } from './request.ts'
import type { SeaRoute } from './sea-route.ts'
import { toLegs } from './stops.ts'

export interface SeaRoutePlan {
  readonly kind: 'planned'
  /** Routes, best first. The alternatives after the first route use other passages. */
  readonly routes: readonly SeaRoute[]
  /**
   * Passages of a better route that were closed to this ship because of its size, because of the season, or because
   * they require `allow`.
   */
  readonly closed: readonly Obstacle[]
}

/** Maximum number of searches for the closed passages that block a route. */
const MAX_EXPLAINED_PASSAGES = 3
/** Maximum number of legs for which alternatives are searched. Each alternative searches all legs. */
export const MAX_LEGS_WITH_ALTERNATIVES = 10

/**
 * Plans a sea route, or returns the reason why there is none. `finder` contains the search memory, so use one per
 * thread. After `isCancelled` returns true, the function returns soon with an arbitrary result.
 */
export function planSeaRoute(
  finder: SeaPathFinder,
  request: SeaRequest,
  ports?: PortIndex,
  isCancelled: () => boolean = () => false,
): SeaRoutePlan | Refusal {
  const refusal = checkRequest(request)
  if (refusal) return refusal
  const closedPassages = new Map(findClosedPassages(request))
  const legs = toLegs(finder, request, closedPassages, ports)
  if (!Array.isArray(legs)) return legs
  for (const id of listNarrowsAtStops(finder, legs, closedPassages)) closedPassages.delete(id)
  let legCache = new LegCache(finder, legs, isCancelled)
  let bestRoute = findRouteInSeason(legCache, closedPassages, request)
  if (!bestRoute) return toNoPathRefusal(legCache, closedPassages)
  let missed = findMissedPassages(legCache, closedPassages, bestRoute)
  const neededNarrows = listNeededNarrows(legCache, closedPassages, bestRoute, missed)
  if (neededNarrows.length > 0) {
    for (const id of neededNarrows) closedPassages.delete(id)
    // The cache contains paths of searches with a cost limit. These paths need not be the shortest.
    legCache = new LegCache(finder, legs, isCancelled)
    bestRoute = findRouteInSeason(legCache, closedPassages, request) ?? bestRoute
    missed = findMissedPassages(legCache, closedPassages, bestRoute)
  }
  const alternatives =
    legs.length > MAX_LEGS_WITH_ALTERNATIVES ? [] : findAlternatives(legCache, closedPassages, request, bestRoute)
  return { kind: 'planned', routes: sortByDuration([bestRoute.route, ...alternatives]), closed: missed }
}

/**
 * Moves a route that is both shorter and faster to the front. Paths are found on a graph and straightened afterward,
 * which can reverse the order of two routes over an ocean. The other routes keep their order.
 */
function sortByDuration(routes: readonly SeaRoute[]): SeaRoute[] {
  const bestRoute = routes.reduce((best, route) => (route.hours < best.hours && route.nm < best.nm ? route : best))
  return [bestRoute, ...routes.filter((route) => route !== bestRoute)]
}

/**
 * Finds the closed passages that block a route, by repeating the search as if they were open. Each round finds passages
 * that would make the voyage possible together, and the next round finds others. Those of later rounds are reported if
 * they are not more than those of the best voyage.
 */
function toNoPathRefusal(legCache: LegCache, closedPassages: ReadonlyMap<string, Obstacle>): Refusal {
  const foundIds = new Set<string>()
  const obstacleSets: (readonly Obstacle[])[] = []
  for (let round = 0; round < MAX_EXPLAINED_PASSAGES; round++) {
    const openPaths = legCache.find(foundIds)
    const usedPassages = new Set(openPaths?.flatMap((path) => legCache.listPassages(path)))
    const metObstacles = [...usedPassages].flatMap((id) => closedPassages.get(id) ?? [])
    if (metObstacles.length === 0) break
    const decisive = selectDecisive(legCache, closedPassages, metObstacles)
    obstacleSets.push(decisive)
    for (const { passage } of decisive) foundIds.add(passage)
  }
  const maxLength = obstacleSets[0]?.length
  const field = legCache.legs[legCache.legs.length - 1].to.field
  return { kind: 'no-way', field, obstacles: obstacleSets.filter(({ length }) => length <= maxLength).flat() }
}

/** Omits passages that a ship could go around if the other passages were open. */
function selectDecisive(
  legCache: LegCache,
  closedPassages: ReadonlyMap<string, Obstacle>,
  obstacles: readonly Obstacle[],
): readonly Obstacle[] {
  const isPossible = (openedObstacles: readonly Obstacle[]): boolean => {
    const openIds = new Set(openedObstacles.map(({ passage }) => passage))
    return legCache.find(new Set([...closedPassages.keys()].filter((id) => !openIds.has(id)))) !== undefined
  }
  let decisive = obstacles
  for (const obstacle of obstacles) {
    const others = decisive.filter((other) => other !== obstacle)
    if (isPossible(others)) decisive = others
  }
  return decisive
}
