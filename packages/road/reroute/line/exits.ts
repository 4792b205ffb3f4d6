import type { RoadMetric } from '../../map.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { ClosedPart } from '../closed-part.ts'
import { weightBetween } from '../path-weights.ts'
import type { PathPosition, TracedPath } from '../traced-path.ts'
import { ARC_DISTANCES } from './entries.ts'
import { beginningOfArc } from './shape-positions.ts'

const MAX_EXITS = 16

/** Source arcs at whose ends a search may leave a path. The weight of each arc is the cost of driving to it. */
export class PathExits {
  count = 0
  readonly arc = new Uint32Array(MAX_EXITS)
  readonly weight = new Int32Array(MAX_EXITS)
  /** Index of the path's arc for each entry. */
  readonly index = new Uint32Array(MAX_EXITS)

  /** Chooses exits between the position and the closure, at most `width` arcs before the closure. */
  choose(
    network: RoadNetwork,
    metric: RoadMetric,
    path: TracedPath,
    startPosition: PathPosition,
    { first, low }: ClosedPart,
    width: number,
  ): void {
    this.count = 0
    const maxDistance = Math.min(width, first - low)
    for (const distance of ARC_DISTANCES) {
      if (distance < maxDistance) this.add(network, metric, path, startPosition, first - distance)
    }
    this.add(network, metric, path, startPosition, first - maxDistance)
  }

  private add(
    network: RoadNetwork,
    metric: RoadMetric,
    path: TracedPath,
    startPosition: PathPosition,
    index: number,
  ): void {
    const arcStart = { index, position: beginningOfArc(network, path.arcs[index]) }
    // The weight is negative on the arc of the position, because the beginning of that arc lies behind the position.
    const weight = weightBetween(network, metric, path, startPosition, arcStart)
    if (weight >= INFINITE_WEIGHT || this.count === MAX_EXITS) return
    this.arc[this.count] = path.arcs[index]
    this.weight[this.count] = weight
    this.index[this.count++] = index
  }
}
