import { MinHeap } from '@fairway/geo'
import type { Lanes } from './lanes.ts'
import type { Place, Travel } from './travel.ts'

/** What is left at least, by point of a corridor: for who follows corridors, and for who has to follow one first. */
export interface LanesAhead {
  readonly following: Float64Array
  readonly entering: Float64Array
}

/**
 * Costs from the points of corridors to the goal when corridors are left only once, nothing is in the way and all are open: Dijkstra backwards
 * along the lanes. No way is cheaper, so the search that must use corridors need not look where they lead elsewhere.
 */
export function lanesAhead(lanes: Lanes, goal: Place, travel: Travel, factor: number): LanesAhead {
  const { places } = lanes
  const following = Float64Array.from(places, (place) => travel(place, goal))
  const before: { from: number; cost: number }[][] = places.map(() => [])
  for (const list of lanes.from) {
    for (const { from, to } of list) before[to].push({ from, cost: travel(places[from], places[to]) * factor })
  }
  const queue = new MinHeap()
  following.forEach((cost, place) => {
    if (cost < Number.POSITIVE_INFINITY) queue.push(cost, place)
  })
  while (queue.size > 0) {
    const key = queue.lowestKey
    const place = queue.pop()
    if (key > following[place]) continue
    for (const { from, cost } of before[place]) {
      const sum = key + cost
      if (!(sum < following[from])) continue
      following[from] = sum
      queue.push(sum, from)
    }
  }
  const entering = new Float64Array(places.length).fill(Number.POSITIVE_INFINITY)
  before.forEach((list, to) => {
    for (const { from, cost } of list) entering[from] = Math.min(entering[from], cost + following[to])
  })
  return { following, entering }
}
