import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { dijkstraBetween } from '../../testing/dijkstra-between.ts'
import { randomTurnGraph } from '../../testing/random-graph.ts'
import { randomWeights } from '../../testing/random-weights.ts'
import { customize } from '../customize.ts'
import type { Metric } from '../metric.ts'
import { orderArcs } from '../order/arc-order.ts'
import { PathQuery } from '../path-query.ts'
import type { MatrixPoint } from '../points/matrix-point.ts'
import { buildTopology } from '../topology.ts'
import { buildTriangles } from '../triangles.ts'
import { createMetric } from '../wasm/metric-memory.ts'
import { createCells } from './matrix-cells.ts'
import { MatrixQuery } from './matrix-query.ts'

describe.each([21, 22, 23, 24, 25, 26, 27, 28])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const pick = (count: number) => Math.floor(random() * count)
  const graph = randomTurnGraph(random, 3 + pick(14), 3 + pick(14))
  const topology = buildTopology(graph, orderArcs(graph))
  const triangles = buildTriangles(topology)
  const metric = createMetric(topology)
  const matrix = new MatrixQuery(topology)
  const query = new PathQuery(topology)

  /**
   * Draws a point with one or several arcs, or occasionally none. Weights are not negative, because no positions along
   * the arcs are subtracted.
   */
  function randomPoint(): MatrixPoint {
    const count = random() < 0.05 ? 0 : random() < 0.5 ? 1 : 1 + pick(8)
    return {
      count,
      arc: Array.from({ length: count }, () => pick(graph.arcCount)),
      weight: Array.from({ length: count }, () => pick(3) * 1000),
      along: Array.from({ length: count }, () => pick(3) / 2),
    }
  }
  const points = (count: number) => Array.from({ length: count }, randomPoint)

  function direct(source: MatrixPoint, target: MatrixPoint): number {
    let best = INFINITE_WEIGHT
    source.arc.forEach((arc, s) => {
      target.arc.forEach((other, t) => {
        const isAhead = arc === other && source.along[s] <= target.along[t]
        if (isAhead) best = Math.min(best, source.weight[s] + target.weight[t])
      })
    })
    return best
  }

  function expectCells(
    of: Metric,
    sources: readonly MatrixPoint[],
    targets: readonly MatrixPoint[],
    why: string,
  ): void {
    const cells = createCells(sources.length, targets.length)
    matrix.fill(of, sources, targets, cells)
    const singly = sources.flatMap((source) =>
      targets.map((target) =>
        Math.min(direct(source, target), query.search(of, source, target, { mustLeaveArc: true })),
      ),
    )
    expect([...cells.weight], `seed ${seed}, ${why}`).toEqual(singly)
  }

  test('every cell equals the single search, for all shapes, with several metrics', () => {
    for (let round = 0; round < 8; round++) {
      customize(triangles, randomWeights(random, graph.turnCount), metric)
      for (const [wide, high] of [
        [1, 1],
        [1, 20],
        [20, 1],
        [3, 5],
        [40, 30],
        [0, 3],
        [3, 0],
      ]) {
        expectCells(metric, points(wide), points(high), `round ${round}, ${wide} × ${high}`)
      }
      const same = points(25)
      expectCells(metric, same, same, `round ${round}, the same points`)
      expectCells(metric, [...same, ...same], same, `round ${round}, points twice`)
    }
  })

  test('every cell equals Dijkstra', () => {
    const weights = randomWeights(random, graph.turnCount)
    customize(triangles, weights, metric)
    const [sources, targets] = [points(6), points(6)]
    const cells = createCells(6, 6)
    matrix.fill(metric, sources, targets, cells)
    const truth = sources.flatMap((source) =>
      targets.map((target) => Math.min(direct(source, target), dijkstraBetween(graph, weights, source, target, true))),
    )
    expect([...cells.weight], `seed ${seed}`).toEqual(truth)
  })

  test('every cell equals the single search, with points too large to be searched together', () => {
    customize(triangles, randomWeights(random, graph.turnCount), metric)
    const spread = (): MatrixPoint => ({
      count: 40,
      arc: Array.from({ length: 40 }, () => pick(graph.arcCount)),
      weight: Array.from({ length: 40 }, () => pick(3) * 1000),
      along: Array.from({ length: 40 }, () => pick(3) / 2),
    })
    const [one, other] = [spread(), spread()]
    expectCells(metric, [...points(3), one, ...points(3), one], [other, ...points(3), one], 'a small matrix')
    expectCells(metric, [...points(20), one], [other, ...points(20), one], 'a large matrix')
  })

  test('reaches only the points themselves when everything is closed', () => {
    customize(triangles, new Int32Array(graph.turnCount).fill(INFINITE_WEIGHT), metric)
    const same = points(10)
    expectCells(metric, same, same, 'closed')
  })
})
