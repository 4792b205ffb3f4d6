import type { RoadMap, RoadMetric } from '../../../map.ts'
import { copiesOf } from '../../../network/copies.ts'
import { EndList } from '../../../route/ends.ts'
import { Planner } from '../../../route/planner.ts'
import type { Stop } from '../../../route/stop-snaps.ts'
import { mapOfNetwork } from '../../../testing/map-of.ts'
import { randomNetwork, type TownOptions } from '../../../testing/random-network.ts'
import { type MatrixPoint, toMatrixPoint } from '../../points/point-searches.ts'

const BLOCK_DEGREES = 0.0012

/** A trip between two stops, also as two points of a matrix. */
export interface PlannedPair {
  readonly source: MatrixPoint
  readonly target: MatrixPoint
  readonly plan: ReturnType<Planner['plan']>
}

/** A drawn town with trips from the planner. */
export class Town {
  readonly map: RoadMap
  readonly planner: Planner
  private readonly random: () => number
  private readonly options: TownOptions

  constructor(random: () => number, options: TownOptions) {
    this.random = random
    this.options = options
    this.map = mapOfNetwork(randomNetwork(random, options))
    this.planner = new Planner(this.map)
  }

  /** At a junction or at a random position. */
  place(): Stop {
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

  pair(metric: RoadMetric, from = this.place(), to = this.place()): PlannedPair {
    const request = { metric, stops: [from, to], radiusMeters: 500, alternatives: 0 }
    const snaps = this.planner.snap(request)
    if ('kind' in snaps) throw new Error('not snapped')
    const ends = (kind: 'source' | 'target', index: number): MatrixPoint => {
      const list = new EndList(this.map.network, copiesOf(this.map.network))
      list.addSnaps(metric.weights.arc, snaps[index], kind)
      return toMatrixPoint(this.map.network, list)
    }
    return { source: ends('source', 0), target: ends('target', 1), plan: this.planner.plan(request) }
  }
}
