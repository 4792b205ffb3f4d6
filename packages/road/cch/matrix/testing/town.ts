import type { RoadMap, RoadMetric } from '../../../map.ts'
import { listArcCopies } from '../../../network/copies.ts'
import { EndpointList } from '../../../route/endpoint-list.ts'
import { Planner } from '../../../route/planner.ts'
import type { Stop } from '../../../route/stop-snaps.ts'
import { buildRoadMap } from '../../../testing/map-of.ts'
import { type RandomNetworkOptions, randomNetwork } from '../../../testing/random-network.ts'
import { type MatrixPoint, toMatrixPoint } from '../../points/matrix-point.ts'

const BLOCK_DEGREES = 0.0012

/** A trip between two stops, with the stops as matrix points and the planner's result. */
export interface PlannedPair {
  readonly source: MatrixPoint
  readonly target: MatrixPoint
  readonly plan: ReturnType<Planner['plan']>
}

/** A randomly generated town with trips from the planner. */
export class Town {
  readonly map: RoadMap
  readonly planner: Planner
  private readonly random: () => number
  private readonly options: RandomNetworkOptions

  constructor(random: () => number, options: RandomNetworkOptions) {
    this.random = random
    this.options = options
    this.map = buildRoadMap(randomNetwork(random, options))
    this.planner = new Planner(this.map)
  }

  /** Returns a stop at a junction or at a random position. */
  stop(): Stop {
    const { random, options } = this
    const { nodes } = this.map.network
    const node = Math.floor(random() * nodes.count)
    if (random() < 0.4) {
      return { latitude: nodes.latitude[node] / 1e6, longitude: nodes.longitude[node] / 1e6, heading: -1 }
    }
    return {
      latitude: (options.south ?? 41) + random() * options.rows * BLOCK_DEGREES,
      longitude: (options.west ?? -8) + random() * options.columns * BLOCK_DEGREES,
      heading: -1,
    }
  }

  pair(metric: RoadMetric, from = this.stop(), to = this.stop()): PlannedPair {
    const request = { metric, stops: [from, to], radiusMeters: 500, alternatives: 0 }
    const snaps = this.planner.snap(request)
    if ('kind' in snaps) throw new Error('not snapped')
    const toPoint = (kind: 'source' | 'target', index: number): MatrixPoint => {
      const list = new EndpointList(this.map.network, listArcCopies(this.map.network))
      list.addSnaps(metric.weights.arc, snaps[index], kind)
      return toMatrixPoint(this.map.network, list)
    }
    return { source: toPoint('source', 0), target: toPoint('target', 1), plan: this.planner.plan(request) }
  }
}
