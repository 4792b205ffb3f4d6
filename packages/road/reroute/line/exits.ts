import type { RoadMetric } from '../../map.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { ClosedPart } from '../closed-part.ts'
import { weighBetween } from '../path-weights.ts'
import { STEPS_AWAY } from '../steps-away.ts'
import type { PathPlace, TracedPath } from '../traced-path.ts'
import { beginningOfArc } from './shape-positions.ts'

const MOST_EXITS = 16

/** Arcs of a path at whose ends one may leave it, as sources of a search: each weighs what is driven to get there. */
export class Exits {
  count = 0
  readonly arc = new Uint32Array(MOST_EXITS)
  readonly weight = new Int32Array(MOST_EXITS)
  /** Which arc of the path each one is. */
  readonly index = new Uint32Array(MOST_EXITS)

  /** Between the position and what is closed, and at most `width` arcs before it. */
  choose(
    network: RoadNetwork,
    metric: RoadMetric,
    path: TracedPath,
    at: PathPlace,
    { first, low }: ClosedPart,
    width: number,
  ): void {
    this.count = 0
    const farthest = Math.min(width, first - low)
    for (const away of STEPS_AWAY) {
      if (away < farthest) this.add(network, metric, path, at, first - away)
    }
    this.add(network, metric, path, at, first - farthest)
  }

  private add(network: RoadNetwork, metric: RoadMetric, path: TracedPath, at: PathPlace, index: number): void {
    const beginning = { index, place: beginningOfArc(network, path.arcs[index]) }
    // On the arc of the position, less than nothing: its beginning lies behind.
    const weight = weighBetween(network, metric, path, at, beginning)
    if (weight >= INFINITE_WEIGHT || this.count === MOST_EXITS) return
    this.arc[this.count] = path.arcs[index]
    this.weight[this.count] = weight
    this.index[this.count++] = index
  }
}
