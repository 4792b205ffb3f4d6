import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { Preorder } from '../matrix/elimination-tree.ts'
import { JointOrder } from '../matrix/joint-order.ts'
import { joinedCs, type MatrixCells } from '../matrix/matrix-cells.ts'
import { DEEPEST_CODE, DEPTH_SCALE, MEASURES, PointRows } from '../matrix/point-rows.ts'
import { meetApart } from '../matrix/separate-meeting-nodes.ts'
import { Climber } from '../matrix/upward-search.ts'
import type { Metric } from '../metric.ts'
import { PieceFinder } from '../points/connected-pieces.ts'
import type { PointEnds } from '../points/point-searches.ts'
import type { Topology } from '../topology.ts'
import { minPlus } from './min-plus.ts'

/**
 * Combines all rows without WebAssembly: for cases the kernels do not cover, as a fallback, and as the test reference.
 */
export class PlainMatrix {
  private readonly topology: Topology
  private readonly preorder: Preorder
  private readonly climber: Climber
  private readonly pieces: PieceFinder

  constructor(topology: Topology, preorder: Preorder) {
    this.topology = topology
    this.preorder = preorder
    this.climber = new Climber(topology)
    this.pieces = new PieceFinder(preorder)
  }

  fill(metric: Metric, sources: readonly PointEnds[], targets: readonly PointEnds[], cells: MatrixCells): void {
    const rows = this.climb(metric, sources, 'source', cells)
    const columns = this.climb(metric, targets, 'target', cells)
    const best = this.meet(rows, columns)
    decode(rows, columns, best, cells)
    if (cells.measured) this.measure(rows, columns, best, cells.measured)
    meetApart(this.topology, this.preorder, rows, columns, 0, cells)
  }

  private climb(
    metric: Metric,
    points: readonly PointEnds[],
    side: 'source' | 'target',
    { measured }: MatrixCells,
  ): PointRows {
    const order = JointOrder.of(this.topology, this.preorder, points)
    const rows = new PointRows(this.topology, side, order, measured !== undefined)
    rows.fill(this.climber, metric, points, measured?.by)
    return rows
  }

  private meet(rows: PointRows, columns: PointRows): Float64Array {
    const width = columns.order.count
    const best = new Float64Array(rows.order.count * width).fill(INFINITE_WEIGHT * DEPTH_SCALE)
    this.pieces.visit(rows.order, columns.order, (s, sEnd, t, tEnd, from, to) => {
      minPlus(rows.range(s, sEnd), columns.range(t, tEnd), from, to, best, width)
    })
    return best
  }

  /** Computes the path attributes at the depths of the meeting nodes. */
  private measure(
    rows: PointRows,
    columns: PointRows,
    best: Float64Array,
    { lengthCm, durationCs, by, fadeCs = Number.POSITIVE_INFINITY }: NonNullable<MatrixCells['measured']>,
  ): void {
    const { height } = this.topology
    const there = rows.measures
    const back = columns.measures
    const width = columns.order.count
    for (let i = 0; i < rows.order.count; i++) {
      for (let j = 0; j < width; j++) {
        const met = best[i * width + j]
        const isReached = met < INFINITE_WEIGHT * DEPTH_SCALE
        const depth = isReached ? DEEPEST_CODE - (met - Math.floor(met / DEPTH_SCALE) * DEPTH_SCALE) : 0
        const at = i * height + depth
        const backAt = j * height + depth
        const cell = rows.order.point[i] * width + columns.order.point[j]
        lengthCm[cell] = durationCs[cell] = Number.POSITIVE_INFINITY
        if (!isReached) continue
        lengthCm[cell] = there[MEASURES * at] + back[MEASURES * backAt]
        durationCs[cell] =
          by.size === 3
            ? joinedCs(rows.halfWay(at), columns.halfWay(backAt), fadeCs)
            : there[MEASURES * at + 1] + back[MEASURES * backAt + 1]
      }
    }
  }
}

/** Converts sums with their meeting depth, in tree order, to weights in point order. */
function decode(rows: PointRows, columns: PointRows, best: Float64Array, { weight }: MatrixCells): void {
  const width = columns.order.count
  for (let i = 0; i < rows.order.count; i++) {
    for (let j = 0; j < width; j++) {
      const sum = Math.floor(best[i * width + j] / DEPTH_SCALE)
      const total = sum + rows.order.least[i] + columns.order.least[j]
      weight[rows.order.point[i] * width + columns.order.point[j]] = sum < INFINITE_WEIGHT ? total : INFINITE_WEIGHT
    }
  }
}
