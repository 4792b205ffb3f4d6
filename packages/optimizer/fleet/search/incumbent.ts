import type { FleetSearch } from './fleet-search.ts'
import { toOrders } from './routes.ts'

/**
 * The best solution so far. Solutions are compared by the number of unassigned stops, then by the longest tour, then by
 * cost. Less is better for each.
 */
export interface Incumbent {
  /** Stores the current tours if they are better. Returns whether they were. */
  offer(): boolean
  /** Restores the tours of the best solution. */
  restore(): void
  toOrders(): number[][]
}

export function createIncumbent({ model, routes, balance, insertion }: FleetSearch): Incumbent {
  const next = routes.next.slice()
  const missing = routes.unassignedByLevel.slice()
  let cost = Number.POSITIVE_INFINITY
  let longest = Number.POSITIVE_INFINITY
  const isBetter = (): boolean => {
    for (let level = 0; level < missing.length; level++) {
      if (routes.unassignedByLevel[level] !== missing[level]) return routes.unassignedByLevel[level] < missing[level]
    }
    const currentLongest = balance.getLongest()
    return currentLongest === longest ? routes.cost < cost : currentLongest < longest
  }
  return {
    offer() {
      if (!isBetter()) return false
      next.set(routes.next)
      missing.set(routes.unassignedByLevel)
      cost = routes.cost
      longest = balance.getLongest()
      return true
    },
    restore() {
      routes.reset(toOrders(model, next))
      for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) insertion.update(vehicle)
    },
    toOrders: () => toOrders(model, next),
  }
}
