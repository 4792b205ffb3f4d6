import type { SeaPath } from '../route/find-path.ts'
import { COST_UNITS_PER_NM } from '../schema.ts'
import type { Closures } from '../search/closures.ts'
import { findCrossing, type PassageCrossing } from './crossings.ts'
import type { RouteWithPaths } from './find-route.ts'
import type { LegCache } from './leg-cache.ts'
import type { Obstacle } from './refusal.ts'

/** Minimum saving to report, as a share of the cost and in nautical miles. The saving must exceed both values. */
const MIN_SAVED_SHARE = 0.01
const MIN_SAVED_NM = 10
/** Minimum saving for a route through the ice. */
const MIN_SAVED_SHARE_IN_ICE = 0.2

/**
 * Finds the passages that a better voyage would use if they were open to this ship. Passages that the request avoids
 * are not reported.
 */
export function findMissedPassages(
  legCache: LegCache,
  closedPassages: ReadonlyMap<string, Obstacle>,
  bestRoute: RouteWithPaths,
): Obstacle[] {
  const search = new MissedPassageSearch(legCache, closedPassages, bestRoute.paths)
  const missedIfOpened = search.findIfOpened()
  // Passages through the ice are reported only if opening the other closed passages would not help.
  return missedIfOpened.length > 0 ? missedIfOpened : search.findThroughIce()
}

class MissedPassageSearch {
  private readonly legCache: LegCache
  private readonly closedPassages: ReadonlyMap<string, Obstacle>
  private readonly paths: readonly SeaPath[]

  constructor(legCache: LegCache, closedPassages: ReadonlyMap<string, Obstacle>, paths: readonly SeaPath[]) {
    this.legCache = legCache
    this.closedPassages = closedPassages
    this.paths = paths
  }

  /** Finds the passages that the best voyage would use if all passages except those through the ice were open. */
  findIfOpened(): Obstacle[] {
    const metObstacles = this.paths.flatMap(({ cost }, leg) => {
      const maxCost = worthwhileCost(cost, MIN_SAVED_SHARE)
      const candidates = [...this.closedPassages.values()].filter(({ because, passage }) => {
        return because !== 'avoided' && because !== 'closed' && this.couldSave(passage, leg, maxCost)
      })
      if (candidates.length === 0) return []
      const candidateIds = new Set(candidates.map(({ passage }) => passage))
      const stillClosed = [...this.closedPassages.keys()].filter((id) => !candidateIds.has(id))
      const openPath = this.legCache.findLeg(leg, this.legCache.makeClosures(new Set(stillClosed)), maxCost)
      const usedPassages = openPath && openPath.cost < maxCost ? this.legCache.listPassages(openPath) : []
      return candidates.filter(({ passage }) => usedPassages.includes(passage))
    })
    return [...new Set(metObstacles)]
  }

  /**
   * Finds the best path through the ice for each leg. Each path combines a path to one side of a passage with a path
   * from the other side. Landmarks are valid for these paths.
   */
  findThroughIce(): Obstacle[] {
    const icePassages = [...this.closedPassages.values()].filter(({ because }) => because === 'closed')
    const savingPassages = this.paths.flatMap(({ cost }, leg) => {
      let maxCost = worthwhileCost(cost, MIN_SAVED_SHARE_IN_ICE)
      let bestObstacles: Obstacle[] = []
      for (const obstacle of icePassages) {
        const passageCost = this.costThrough(obstacle.passage, leg, maxCost)
        if (passageCost >= maxCost) continue
        maxCost = passageCost
        bestObstacles = [obstacle]
      }
      return bestObstacles
    })
    return [...new Set(savingPassages)]
  }

  private couldSave(passage: string, leg: number, maxCost: number): boolean {
    const crossing = findCrossing(this.legCache.finder, passage)
    if (!crossing) return false
    const stillClosed = [...this.closedPassages.keys()].filter((id) => id !== passage)
    return this.listSavingSides(crossing, leg, this.legCache.makeClosures(new Set(stillClosed)), maxCost).length > 0
  }

  /** Lists the sides from which a passage might improve a leg, based on landmarks alone. Most legs have none. */
  private listSavingSides(
    { endpoints, nm }: PassageCrossing,
    legIndex: number,
    closures: Closures,
    maxCost: number,
  ): readonly (0 | 1)[] {
    const { search } = this.legCache.finder
    const { from, to } = this.legCache.legs[legIndex]
    return ([0, 1] as const).filter((first) => {
      const costBefore = search.lowerBoundCost(from.snappedPoint.node, endpoints[first].node, closures)
      const costAfter = search.lowerBoundCost(endpoints[1 - first].node, to.snappedPoint.node, closures)
      return costBefore + costAfter + nm * COST_UNITS_PER_NM < maxCost
    })
  }

  private costThrough(passage: string, legIndex: number, maxCost: number): number {
    const { finder, legs, isCancelled } = this.legCache
    const crossing = findCrossing(finder, passage)
    let lowestCost = Number.POSITIVE_INFINITY
    if (!crossing || legs[legIndex].through.length > 0) return lowestCost
    const closures = this.legCache.makeClosures(new Set(this.closedPassages.keys()))
    for (const first of this.listSavingSides(crossing, legIndex, closures, maxCost)) {
      let cost = crossing.nm * COST_UNITS_PER_NM
      for (const [start, goal] of [
        [legs[legIndex].from.snappedPoint, crossing.endpoints[first]],
        [crossing.endpoints[1 - first], legs[legIndex].to.snappedPoint],
      ]) {
        const remainingCost = Math.min(maxCost, lowestCost) - cost
        const isFound = finder.search.find(start.node, goal.node, closures, { maxCost: remainingCost, isCancelled })
        cost += isFound ? finder.search.foundCost : Number.POSITIVE_INFINITY
      }
      lowestCost = Math.min(lowestCost, cost)
    }
    return lowestCost
  }
}

function worthwhileCost(cost: number, savedCost: number): number {
  return Math.min(cost * (1 - savedCost), cost - MIN_SAVED_NM * COST_UNITS_PER_NM)
}
