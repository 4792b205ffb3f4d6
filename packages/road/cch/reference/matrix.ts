import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { Preorder } from '../matrix/elimination-tree.ts'
import { JointOrder } from '../matrix/joint-order.ts'
import { durationOfHalves, type MatrixCells } from '../matrix/matrix-cells.ts'
import { meetSeparately } from '../matrix/separate-meeting-nodes.ts'
import { SharedSectionFinder } from '../matrix/shared-sections.ts'
import type { MatrixPoint } from '../points/matrix-point.ts'
import type { Topology } from '../topology.ts'
import type { ReferenceMetric } from './metric.ts'
import { minPlus } from './min-plus.ts'
import { ATTRIBUTES_PER_LABEL, DEPTH_SCALE, MAX_DEPTH_CODE, PointRows } from './point-rows.ts'
import { UpwardSearch } from './upward-search.ts'

/**
 * Fills matrices in plain TypeScript to test the kernels. Like the kernels, this class omits the cases that MatrixQuery
 * adds: points on one street and paths that only touch a road.
 */
export class ReferenceMatrix {
  private readonly topology: Topology
  private readonly preorder: Preorder
  private readonly sections: SharedSectionFinder

  constructor(topology: Topology, preorder: Preorder) {
    this.topology = topology
    this.preorder = preorder
    this.sections = new SharedSectionFinder(preorder)
  }

  fill(
    metric: ReferenceMetric,
    sources: readonly MatrixPoint[],
    targets: readonly MatrixPoint[],
    cells: MatrixCells,
  ): void {
    const rows = this.searchAll(metric, sources, 'source', cells)
    const columns = this.searchAll(metric, targets, 'target', cells)
    const bestMeetings = this.findMeetingNodes(rows, columns)
    decodeWeights(rows, columns, bestMeetings, cells)
    if (cells.attributes) this.computeAttributes(rows, columns, bestMeetings, cells.attributes)
    meetSeparately(this.topology, this.preorder, rows, columns, 0, cells)
  }

  private searchAll(
    metric: ReferenceMetric,
    points: readonly MatrixPoint[],
    endpointSide: 'source' | 'target',
    { attributes }: MatrixCells,
  ): PointRows {
    const order = JointOrder.of(this.topology, this.preorder, points)
    const rows = new PointRows(this.topology, endpointSide, order, attributes !== undefined)
    rows.fill(new UpwardSearch(this.topology, metric), points, attributes?.pathAttributes)
    return rows
  }

  private findMeetingNodes(rows: PointRows, columns: PointRows): Float64Array {
    const width = columns.order.count
    const bestMeetings = new Float64Array(rows.order.count * width).fill(INFINITE_WEIGHT * DEPTH_SCALE)
    this.sections.forEach(rows.order, columns.order, (s, sEnd, t, tEnd, from, to) => {
      minPlus(rows.range(s, sEnd), columns.range(t, tEnd), from, to, bestMeetings, width)
    })
    return bestMeetings
  }

  /** Computes the path attributes at the depths of the meeting nodes. */
  private computeAttributes(
    rows: PointRows,
    columns: PointRows,
    bestMeetings: Float64Array,
    { lengthCm, durationCs, pathAttributes, fadeCs = Number.POSITIVE_INFINITY }: NonNullable<MatrixCells['attributes']>,
  ): void {
    const { height } = this.topology
    const rowAttributes = rows.attributes
    const columnAttributes = columns.attributes
    const width = columns.order.count
    for (let i = 0; i < rows.order.count; i++) {
      for (let j = 0; j < width; j++) {
        const packedWeight = bestMeetings[i * width + j]
        const isReached = packedWeight < INFINITE_WEIGHT * DEPTH_SCALE
        const depth = isReached
          ? MAX_DEPTH_CODE - (packedWeight - Math.floor(packedWeight / DEPTH_SCALE) * DEPTH_SCALE)
          : 0
        const rowLabel = i * height + depth
        const columnLabel = j * height + depth
        const cell = rows.order.point[i] * width + columns.order.point[j]
        lengthCm[cell] = durationCs[cell] = Number.POSITIVE_INFINITY
        if (!isReached) continue
        lengthCm[cell] =
          rowAttributes[ATTRIBUTES_PER_LABEL * rowLabel] + columnAttributes[ATTRIBUTES_PER_LABEL * columnLabel]
        durationCs[cell] =
          pathAttributes.size === 3
            ? durationOfHalves(rows.halfPath(rowLabel), columns.halfPath(columnLabel), fadeCs)
            : rowAttributes[ATTRIBUTES_PER_LABEL * rowLabel + 1] +
              columnAttributes[ATTRIBUTES_PER_LABEL * columnLabel + 1]
      }
    }
  }
}

/** Converts sums with a meeting depth, in tree order, to weights in point order. */
function decodeWeights(rows: PointRows, columns: PointRows, bestMeetings: Float64Array, { weight }: MatrixCells): void {
  const width = columns.order.count
  for (let i = 0; i < rows.order.count; i++) {
    for (let j = 0; j < width; j++) {
      const sum = Math.floor(bestMeetings[i * width + j] / DEPTH_SCALE)
      const total = sum + rows.order.minWeight[i] + columns.order.minWeight[j]
      weight[rows.order.point[i] * width + columns.order.point[j]] = sum < INFINITE_WEIGHT ? total : INFINITE_WEIGHT
    }
  }
}
