import { MinHeap } from '@fairway/geo'
import type { Lanes } from './lanes.ts'
import type { ProjectedPoint, TravelTime } from './travel.ts'

/**
 * Lower bounds on the remaining cost at each corridor point. One bound applies while the path follows corridors, and
 * the other applies if the path must still enter a corridor.
 */
export interface LaneBounds {
  readonly following: Float64Array
  readonly entering: Float64Array
}

/**
 * Computes costs from corridor points to the goal with a backward Dijkstra search along the lanes. The search assumes
 * that the path leaves corridors only once, nothing is blocked, and all corridors are open. No path is cheaper, so a
 * corridor-only search can skip lanes that lead away from the goal.
 */
export function computeLaneBounds(lanes: Lanes, goal: ProjectedPoint, travel: TravelTime, factor: number): LaneBounds {
  const { points } = lanes
  const costToGoal = Float64Array.from(points, (point) => travel(point, goal))
  const incomingLanes: { from: number; cost: number }[][] = points.map(() => [])
  for (const list of lanes.lanesFrom) {
    for (const { from, to } of list) incomingLanes[to].push({ from, cost: travel(points[from], points[to]) * factor })
  }
  const queue = new MinHeap()
  costToGoal.forEach((cost, point) => {
    if (cost < Number.POSITIVE_INFINITY) queue.push(cost, point)
  })
  while (queue.size > 0) {
    const key = queue.lowestKey
    const point = queue.pop()
    if (key > costToGoal[point]) continue
    for (const { from, cost } of incomingLanes[point]) {
      const sum = key + cost
      if (!(sum < costToGoal[from])) continue
      costToGoal[from] = sum
      queue.push(sum, from)
    }
  }
  const entryCosts = new Float64Array(points.length).fill(Number.POSITIVE_INFINITY)
  incomingLanes.forEach((list, to) => {
    for (const { from, cost } of list) entryCosts[from] = Math.min(entryCosts[from], cost + costToGoal[to])
  })
  return { following: costToGoal, entering: entryCosts }
}
