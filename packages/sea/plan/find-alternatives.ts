import type { Passage } from '../passages/passage.ts'
import { findRouteInSeason, type RouteWithPaths, sumCosts } from './find-route.ts'
import type { LegCache } from './leg-cache.ts'
import type { Obstacle } from './refusal.ts'
import type { SeaRequest } from './request.ts'
import type { SeaRoute } from './sea-route.ts'

/** Maximum length of alternatives relative to the best route, around a continent and around an island. */
const MAX_CANAL_DETOUR_FACTOR = 2.5
const MAX_STRAIT_DETOUR_FACTOR = 1.1
/** Maximum additional length of alternatives on short voyages, in nautical miles. */
const MAX_STRAIT_DETOUR_NM = 200
/** Factor that raises the search limit, because costs are not exactly proportional to miles. */
const COST_MARGIN = 1.02
/**
 * Minimum difference from the best route. A route that differs less and uses the same canals and capes merely goes
 * around another island.
 */
const MIN_DIFFERENCE_SHARE = 0.01
const MIN_DIFFERENCE_NM = 10

/**
 * Finds alternative routes. First tries routes through other canals and around other capes, then the shortest routes
 * through other straits. Passages that an alternative already avoids are not excluded again.
 */
export function findAlternatives(
  legCache: LegCache,
  closedPassages: ReadonlyMap<string, Obstacle>,
  request: SeaRequest,
  bestRoute: RouteWithPaths,
): SeaRoute[] {
  const requestedCount = request.alternatives ?? 0
  if (requestedCount === 0) return []
  const search = new AlternativeSearch(legCache, closedPassages, request, bestRoute)
  search.tryMajorPassages(requestedCount)
  search.tryStraits(requestedCount)
  return search.alternatives.slice(0, requestedCount).sort((a, b) => a.nm - b.nm)
}

class AlternativeSearch {
  readonly alternatives: SeaRoute[] = []
  private readonly legCache: LegCache
  private readonly closedPassages: ReadonlyMap<string, Obstacle>
  private readonly request: SeaRequest
  private readonly bestRoute: RouteWithPaths
  private readonly requiredPassages: ReadonlySet<unknown>

  constructor(
    legCache: LegCache,
    closedPassages: ReadonlyMap<string, Obstacle>,
    request: SeaRequest,
    bestRoute: RouteWithPaths,
  ) {
    this.legCache = legCache
    this.closedPassages = closedPassages
    this.request = request
    this.bestRoute = bestRoute
    this.requiredPassages = new Set(request.via)
  }

  /**
   * Excludes each canal or cape of the best route in turn. Later attempts also exclude the canal of the alternative.
   */
  tryMajorPassages(requestedCount: number): void {
    const avoidedSets = this.listPassages(this.bestRoute.route, isMajor).map((passage) => [passage])
    for (const avoidedPassages of avoidedSets) {
      if (this.alternatives.length >= requestedCount) return
      const last = avoidedPassages[avoidedPassages.length - 1]
      if (avoidedPassages.length === 1 && this.isAvoided(last)) continue
      const route = this.findRouteWithout(avoidedPassages, MAX_CANAL_DETOUR_FACTOR)
      if (!route) continue
      this.alternatives.push(route)
      for (const canal of this.listPassages(route, ({ kind }) => kind === 'canal'))
        avoidedSets.push([...avoidedPassages, canal])
    }
  }

  /**
   * Excludes one strait at a time and keeps the shortest results that are still needed. A search stops when its result
   * is too long to qualify.
   */
  tryStraits(requestedCount: number): void {
    const missingCount = requestedCount - this.alternatives.length
    if (missingCount <= 0) return
    const routes: SeaRoute[] = []
    const { nm } = this.bestRoute.route
    for (const strait of this.listStraits()) {
      if (this.isAvoided(strait)) continue
      const longestUsefulRoute = routes[missingCount - 1]
      const detourFactor = longestUsefulRoute
        ? longestUsefulRoute.nm / nm
        : Math.max(MAX_STRAIT_DETOUR_FACTOR, 1 + MAX_STRAIT_DETOUR_NM / nm)
      const route = this.findRouteWithout([strait], detourFactor)
      if (!route || routes.some((existingRoute) => passageSignature(existingRoute) === passageSignature(route)))
        continue
      routes.push(route)
      routes.sort((a, b) => a.nm - b.nm)
    }
    this.alternatives.push(...routes.slice(0, missingCount))
  }

  private findRouteWithout(avoidedPassages: readonly Passage[], maxFactor: number): SeaRoute | undefined {
    if (this.legCache.isCancelled()) return undefined
    const closedPassages = new Map(this.closedPassages)
    for (const { id, name } of avoidedPassages) closedPassages.set(id, { passage: id, name, because: 'avoided' })
    const { paths, route: bestRoute } = this.bestRoute
    const spareCost = sumCosts(paths) * (maxFactor * COST_MARGIN - 1)
    const route = findRouteInSeason(
      this.legCache,
      closedPassages,
      this.request,
      (leg) => paths[leg].cost + spareCost,
    )?.route
    if (!route || route.nm > bestRoute.nm * maxFactor || isSameVoyage(route, bestRoute)) return undefined
    return this.alternatives.some((existingRoute) => isSameVoyage(route, existingRoute)) ? undefined : route
  }

  private listPassages({ passages }: SeaRoute, accepts: (passage: Passage) => boolean): Passage[] {
    const uniquePassages = new Set(passages.map(({ passage }) => passage))
    return [...uniquePassages]
      .filter((passage) => accepts(passage) && !this.requiredPassages.has(passage.id))
      .sort(compareImportance)
  }

  /**
   * Lists straits, with those far from both ends first. Near a port, alternatives are rare, and the search for them
   * takes longest.
   */
  private listStraits(): Passage[] {
    const { passages, nm } = this.bestRoute.route
    const distanceFromEnds = (strait: Passage) =>
      Math.max(...passages.map(({ passage, startNm }) => (passage === strait ? Math.min(startNm, nm - startNm) : 0)))
    return this.listPassages(this.bestRoute.route, (passage) => !isMajor(passage)).sort(
      (a, b) => distanceFromEnds(b) - distanceFromEnds(a),
    )
  }

  private isAvoided(passage: Passage): boolean {
    return this.alternatives.some(({ passages }) => !passages.some((use) => use.passage === passage))
  }
}

/**
 * Kinds of passages by importance. Avoiding a canal leads around a continent, and avoiding a strait leads around an
 * island.
 */
const kindsByImportance: readonly Passage['kind'][] = ['canal', 'arctic', 'cape', 'strait']

function compareImportance(a: Passage, b: Passage): number {
  return kindsByImportance.indexOf(a.kind) - kindsByImportance.indexOf(b.kind)
}

function isMajor({ kind }: Passage): boolean {
  return kind !== 'strait'
}

function isSameVoyage(route: SeaRoute, otherRoute: SeaRoute): boolean {
  if (passageSignature(route) === passageSignature(otherRoute)) return true
  if (passageSignature(route, isMajor) !== passageSignature(otherRoute, isMajor)) return false
  return Math.abs(route.nm - otherRoute.nm) < Math.max(MIN_DIFFERENCE_NM, MIN_DIFFERENCE_SHARE * otherRoute.nm)
}

function passageSignature({ passages }: SeaRoute, accepts: (passage: Passage) => boolean = () => true): string {
  return passages.flatMap(({ passage }) => (accepts(passage) ? [passage.id] : [])).join(' ')
}
