import { expect } from 'vitest'
import { buildPathAttributes } from '../../../cch/attributes/path-attributes.ts'
import { customize } from '../../../cch/customize.ts'
import { createCells } from '../../../cch/matrix/matrix-cells.ts'
import { MatrixQuery } from '../../../cch/matrix/matrix-query.ts'
import { PathQuery } from '../../../cch/path-query.ts'
import { buildTriangles } from '../../../cch/triangles.ts'
import { createMetric } from '../../../cch/wasm/metric-memory.ts'
import type { RoadMap } from '../../../map.ts'
import type { RoadNetwork } from '../../../network/network.ts'
import { buildTurnGraph } from '../../../network/turn-graph-of.ts'
import { INFINITE_WEIGHT } from '../../../sentinels.ts'
import { Dijkstra } from '../../../testing/dijkstra.ts'
import type { CarWeights } from '../../car-weights.ts'
import { withArcDurations } from '../modeled-network.ts'

const SAMPLE_COUNT = 12

/** Compares paths and matrices on one map with Dijkstra's algorithm, for any weights. */
export class ExactnessCheck {
  private readonly map: RoadMap
  private readonly random: () => number
  private readonly triangles
  private readonly oracle
  private readonly hierarchy
  private readonly query
  private readonly matrix

  constructor(map: RoadMap, random: () => number) {
    this.map = map
    this.random = random
    this.triangles = buildTriangles(map.topology)
    this.oracle = new Dijkstra(buildTurnGraph(map.network))
    this.hierarchy = createMetric(map.topology)
    this.query = new PathQuery(map.topology)
    this.matrix = new MatrixQuery(map.topology)
  }

  /**
   * Checks that paths and cells have the same weights as in Dijkstra's algorithm, and that durations add up along the
   * path. Returns the number of connected pairs.
   */
  expectExact(weights: CarWeights, arcDuration: Uint32Array | undefined, what: string): number {
    const { hierarchy, map, query } = this
    customize(this.triangles, weights.turn, hierarchy)
    const modeled = withArcDurations(map.network, { arcDuration })
    const arcs = Array.from({ length: SAMPLE_COUNT }, () => Math.floor(this.random() * map.network.arcs.count))
    const cells = createCells(SAMPLE_COUNT, SAMPLE_COUNT, buildPathAttributes(modeled, map.topology, hierarchy))
    const toPoint = (along: number) => (arc: number) => ({ count: 1, arc: [arc], weight: [0], along: [along] })
    this.matrix.fill(hierarchy, arcs.map(toPoint(0)), arcs.map(toPoint(0.5)), cells)
    let connected = 0
    for (const [row, from] of arcs.entries()) {
      const truth = this.oracle.run(weights.turn, from)
      for (const [column, to] of arcs.entries()) {
        if (from === to) continue
        const cell = row * SAMPLE_COUNT + column
        expect(query.search(hierarchy, toEndpoint(from), toEndpoint(to)), what).toBe(truth[to])
        expect(cells.weight[cell], what).toBe(truth[to])
        if (truth[to] >= INFINITE_WEIGHT) continue
        connected++
        expect(cells.attributes?.durationCs[cell], what).toBe(this.sumDurations(modeled, to))
      }
    }
    return connected
  }

  /** Returns the duration of the last path, from the beginning of its first arc to the middle of its last. */
  private sumDurations({ arcs, turns }: RoadNetwork, to: number): number {
    const path = this.query.path()
    let sum = arcs.duration[to] / 2
    path?.turns.forEach((turn, index) => {
      sum += arcs.duration[path.arcs[index]] + turns.duration[turn]
    })
    return sum
  }
}

function toEndpoint(arc: number) {
  return { count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) }
}
