import { MinHeap } from '@fairway/geo'
import type { Lanes } from './lanes.ts'
import type { Place, Travel } from './travel.ts'

/**
 * Lower bounds of the remaining cost by corridor point: when following corridors, and when a corridor must still be
 * entered.
 */
export interface LanesAhead {
  readonly following: Float64Array
  readonly entering: Float64Array
}

/**
 * Computes costs from corridor points to the goal with a backward Dijkstra along the lanes. It assumes that corridors
 * are left only once, nothing blocks, and all corridors are open. No path is cheaper, so a corridor-only search can
 * skip lanes that lead elsewhere.
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
