import { toStopSequences } from './routes.ts'
import type { FleetSearch } from './start-fleet-search.ts'

/**
 * Stores the best solution found so far. Solutions are compared by unassigned stops, then by longest tour, then by cost
 * including waiting.
 */
export interface Incumbent {
  /** Stores the current tours if they are better. Returns whether they were. */
  offer(): boolean
  /** Restores the tours of the best solution. */
  restore(): void
  /**
   * Rejects tours whose cost without unpaid waiting exceeds that of the current tours, unless they leave fewer stops
   * unassigned or shorten the longest tour.
   */
  limitCost(): void
  toStopSequences(): number[][]
}

export function createIncumbent({ model, routes, balance, timeCosts, insertion }: FleetSearch): Incumbent {
  const bestNext = routes.next.slice()
  const bestUnassignedByLevel = routes.unassignedByLevel.slice()
  let bestCost = Number.POSITIVE_INFINITY
  let bestLongestTourLength = Number.POSITIVE_INFINITY
  let maxCost = Number.POSITIVE_INFINITY
  const isBetter = (): boolean => {
    for (let level = 0; level < bestUnassignedByLevel.length; level++) {
      if (routes.unassignedByLevel[level] !== bestUnassignedByLevel[level])
        return routes.unassignedByLevel[level] < bestUnassignedByLevel[level]
    }
    const currentLongestTourLength = balance.getLongestTourLength()
    return currentLongestTourLength === bestLongestTourLength
      ? routes.cost + timeCosts.total < bestCost && routes.cost + timeCosts.paidTotal <= maxCost
      : currentLongestTourLength < bestLongestTourLength
  }
  return {
    offer() {
      if (!isBetter()) return false
      bestNext.set(routes.next)
      if (routes.cost + timeCosts.paidTotal > maxCost) maxCost = Number.POSITIVE_INFINITY
      bestUnassignedByLevel.set(routes.unassignedByLevel)
      bestCost = routes.cost + timeCosts.total
      bestLongestTourLength = balance.getLongestTourLength()
      return true
    },
    restore() {
      routes.reset(toStopSequences(model, bestNext))
      for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) insertion.update(vehicle)
      timeCosts.reset()
    },
    limitCost() {
      maxCost = routes.cost + timeCosts.paidTotal
    },
    toStopSequences: () => toStopSequences(model, bestNext),
  }
}
