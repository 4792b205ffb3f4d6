import type { Neighbors } from '../../neighbors.ts'
import type { FleetModel } from '../model.ts'

/**
 * Finds the nearest stops to each stop, using the cheaper direction. While reading a row, the function maintains a
 * short sorted list. Most stops are farther than the last entry of the list and need only one comparison. Ties go to
 * the smaller number.
 */
export function findNearestStops({ stopCount, width, cost, transposedCost }: FleetModel, maxCount: number): Neighbors {
  const count = Math.max(0, Math.min(maxCount, stopCount - 1))
  const nearestStops = new Int32Array(stopCount * count)
  const best = new Int32Array(count)
  if (count === 0) return { count, near: nearestStops }
  for (let from = 0; from < stopCount; from++) {
    const base = from * width
    const listOffset = from * count
    let filledCount = 0
    let maxListedCost = 0x7fffffff
    for (let to = 0; to < stopCount; to++) {
      const arc = Math.min(cost[base + to], transposedCost[base + to])
      if ((arc >= maxListedCost && filledCount === count) || to === from) continue
      let slot = filledCount < count ? filledCount++ : count - 1
      for (; slot > 0 && best[slot - 1] > arc; slot--) {
        best[slot] = best[slot - 1]
        nearestStops[listOffset + slot] = nearestStops[listOffset + slot - 1]
      }
      best[slot] = arc
      nearestStops[listOffset + slot] = to
      if (filledCount === count) maxListedCost = best[count - 1]
    }
  }
  return { count, near: nearestStops }
}
