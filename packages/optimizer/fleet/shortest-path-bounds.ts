import { UNREACHABLE } from '../matrix.ts'
import type { FleetModel } from './model.ts'

/**
 * Lower bounds on duration and distance between a hub and every row, via any intermediate stops. Infinite if there is
 * no path.
 */
export interface ShortestPathBounds {
  readonly durationToHub: Float64Array
  readonly durationFromHub: Float64Array
  readonly distanceToHub: Float64Array
  readonly distanceFromHub: Float64Array
}

/**
 * Computes the bounds with Dijkstra's algorithm (1959) without a queue, because the matrix is dense. Paths pass only
 * through stops, not through other hubs.
 */
export function computeShortestPathBounds(model: FleetModel, vehicle: number): ShortestPathBounds {
  const hubRow = model.row[model.stopCount + vehicle]
  const { cost, duration, distance } = model.travel[vehicle]
  return {
    durationToHub: runDijkstra(model, cost, duration, hubRow, false),
    durationFromHub: runDijkstra(model, cost, duration, hubRow, true),
    distanceToHub: runDijkstra(model, cost, distance, hubRow, false),
    distanceFromHub: runDijkstra(model, cost, distance, hubRow, true),
  }
}

function runDijkstra(
  { width, stopCount }: FleetModel,
  cost: Int32Array,
  weight: Int32Array,
  hubRow: number,
  backwards: boolean,
): Float64Array {
  const shortestCost = new Float64Array(width).fill(Number.POSITIVE_INFINITY)
  const isSettled = new Uint8Array(width)
  shortestCost[hubRow] = 0
  for (let settledNode = hubRow; settledNode >= 0; ) {
    isSettled[settledNode] = 1
    let nearestStop = -1
    for (let stop = 0; stop < stopCount; stop++) {
      if (isSettled[stop]) continue
      const cell = backwards ? stop * width + settledNode : settledNode * width + stop
      if (cost[cell] !== UNREACHABLE)
        shortestCost[stop] = Math.min(shortestCost[stop], shortestCost[settledNode] + weight[cell])
      if (shortestCost[stop] < (nearestStop < 0 ? Number.POSITIVE_INFINITY : shortestCost[nearestStop]))
        nearestStop = stop
    }
    settledNode = nearestStop
  }
  return shortestCost
}
