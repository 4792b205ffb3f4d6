import { PieceFinder } from '../points/connected-pieces.ts'
import type { PointEnds } from '../points/point-searches.ts'
import type { Topology } from '../topology.ts'
import { BLOCK_SOURCES, BLOCK_TARGETS, type KernelMatrix } from '../wasm/kernel-matrix.ts'
import type { KernelClimb } from '../wasm/kernel-upward-search.ts'
import type { Preorder } from './elimination-tree.ts'
import { JointOrder } from './joint-order.ts'
import { KernelRows } from './kernel-rows.ts'
import type { MatrixCells } from './matrix-cells.ts'
import { meetApart } from './separate-meeting-nodes.ts'

/**
 * The meetings of all rows, by the kernels, a block at a time: the rows of so many sources and targets as fit the memory
 * for matrices. Targets as the caller has them beside each other, so that rows of the result can be copied whole; sources
 * in the order of the tree, so that those of a block have much in common.
 */
export class KernelFill {
  private readonly topology: Topology
  private readonly preorder: Preorder
  private readonly pieces: PieceFinder
  private readonly matrix: KernelMatrix

  constructor(topology: Topology, preorder: Preorder, matrix: KernelMatrix) {
    this.topology = topology
    this.preorder = preorder
    this.pieces = new PieceFinder(preorder)
    this.matrix = matrix
  }

  /** Returns false when there is a point that the kernels cannot do; then some cells are filled and others not. */
  fill(climb: KernelClimb, sources: readonly PointEnds[], targets: readonly PointEnds[], cells: MatrixCells): boolean {
    const { topology, preorder, matrix } = this
    const order = JointOrder.of(topology, preorder, sources)
    for (let first = 0; first < targets.length; first += BLOCK_TARGETS) {
      const some = targets.length <= BLOCK_TARGETS ? targets : targets.slice(first, first + BLOCK_TARGETS)
      const columns = new KernelRows(topology, matrix, 'target', JointOrder.of(topology, preorder, some))
      if (!columns.fill(climb, some, cells.measured?.by)) return false
      for (let begin = 0; begin < order.count; begin += BLOCK_SOURCES) {
        const block = order.slice(begin, Math.min(order.count, begin + BLOCK_SOURCES))
        const rows = new KernelRows(topology, matrix, 'source', block)
        if (!rows.fill(climb, sources, cells.measured?.by)) return false
        this.meet(rows, columns, first, cells)
      }
    }
    return true
  }

  private meet(rows: KernelRows, columns: KernelRows, first: number, cells: MatrixCells): void {
    const { matrix } = this
    matrix.pack()
    this.pieces.visit(rows.order, columns.order, (s, sEnd, t, tEnd, from, to) =>
      matrix.meetOver(s, sEnd, t, tEnd, from, to),
    )
    const { measured, weight, targetCount } = cells
    for (let place = 0; place < rows.order.count; place++) {
      const row = matrix.finishRow(place, measured?.by.size ?? 0, measured?.fadeCs ?? Number.POSITIVE_INFINITY)
      const cell = rows.order.point[place] * targetCount + first
      weight.set(row.weight, cell)
      measured?.lengthCm.set(row.lengthCm, cell)
      measured?.durationCs.set(row.durationCs, cell)
    }
    meetApart(this.topology, this.preorder, rows, columns, first, cells)
  }
}
