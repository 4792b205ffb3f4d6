import { UNREACHABLE } from '../matrix.ts'
import type { FleetModel } from './model.ts'

/** Lower bounds between a hub and every row via any intermediate stops. Infinite if there is no path. */
export interface LeastWays {
  readonly durationTo: Float64Array
  readonly durationFrom: Float64Array
  readonly distanceTo: Float64Array
  readonly distanceFrom: Float64Array
}

/** Dijkstra (1959) without a queue, for a full matrix. Paths only pass stops, not other hubs. */
export function leastWays(model: FleetModel, hub: number): LeastWays {
  return {
    durationTo: spread(model, model.duration, hub, false),
    durationFrom: spread(model, model.duration, hub, true),
    distanceTo: spread(model, model.distance, hub, false),
    distanceFrom: spread(model, model.distance, hub, true),
  }
}

function spread(
  { width, stopCount, cost }: FleetModel,
  weight: Int32Array,
  hub: number,
  backwards: boolean,
): Float64Array {
  const least = new Float64Array(width).fill(Number.POSITIVE_INFINITY)
  const isDone = new Uint8Array(width)
  least[hub] = 0
  for (let settled = hub; settled >= 0; ) {
    isDone[settled] = 1
    let nearest = -1
    for (let stop = 0; stop < stopCount; stop++) {
      if (isDone[stop]) continue
      const cell = backwards ? stop * width + settled : settled * width + stop
      if (cost[cell] !== UNREACHABLE) least[stop] = Math.min(least[stop], least[settled] + weight[cell])
      if (least[stop] < (nearest < 0 ? Number.POSITIVE_INFINITY : least[nearest])) nearest = stop
    }
    settled = nearest
  }
  return least
}
