import { type Neighbours, NO_NEIGHBOURS, ROWS_PER_LOOK } from '../../neighbours.ts'
import type { FleetModel } from '../model.ts'

/**
 * The nearest stops of each stop, in the cheaper direction. A short sorted list is maintained while a row is read: most
 * stops are farther than its last entry and cost one comparison. Ties go to the smaller number. Returns no neighbors if
 * time runs out.
 */
export function nearestStops(
  { stopCount, width, cost, costInto }: FleetModel,
  wanted: number,
  isOver: () => boolean,
): Neighbours {
  const count = Math.max(0, Math.min(wanted, stopCount - 1))
  const near = new Int32Array(stopCount * count)
  const best = new Int32Array(count)
  if (count === 0) return { count, near }
  for (let from = 0; from < stopCount; from++) {
    if (from % ROWS_PER_LOOK === 0 && isOver()) return NO_NEIGHBOURS
    const base = from * width
    const list = from * count
    let filled = 0
    let farthest = 0x7fffffff
    for (let to = 0; to < stopCount; to++) {
      const arc = Math.min(cost[base + to], costInto[base + to])
      if ((arc >= farthest && filled === count) || to === from) continue
      let place = filled < count ? filled++ : count - 1
      for (; place > 0 && best[place - 1] > arc; place--) {
        best[place] = best[place - 1]
        near[list + place] = near[list + place - 1]
      }
      best[place] = arc
      near[list + place] = to
      if (filled === count) farthest = best[count - 1]
    }
  }
  return { count, near }
}
