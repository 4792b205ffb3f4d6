import { PieceFinder } from '../points/connected-pieces.ts'
import type { MatrixPoint } from '../points/point-searches.ts'
import type { Topology } from '../topology.ts'
import { BLOCK_SOURCES, BLOCK_TARGETS, KernelMatrix } from '../wasm/kernel-matrix.ts'
import type { KernelUpwardSearch } from '../wasm/kernel-upward-search.ts'
import type { Preorder } from './elimination-tree.ts'
import { JointOrder } from './joint-order.ts'
import { KernelRows } from './kernel-rows.ts'
import type { MatrixCells } from './matrix-cells.ts'
import { meetApart } from './separate-meeting-nodes.ts'

/**
 * Combines all rows with the WebAssembly kernels, one block at a time: as many sources and targets as fit the matrix
 * memory. Targets keep the caller's order, so that result rows can be copied whole. Sources are in tree order, so that
 * those of a block have much in common.
 */
export class KernelFill {
  private readonly topology: Topology
  private readonly preorder: Preorder
  private readonly pieces: PieceFinder
  private readonly matrix: KernelMatrix

  constructor(topology: Topology, preorder: Preorder) {
    this.topology = topology
    this.preorder = preorder
    this.pieces = new PieceFinder(preorder)
    this.matrix = new KernelMatrix(topology)
  }

  fill(
    search: KernelUpwardSearch,
    sources: readonly MatrixPoint[],
    targets: readonly MatrixPoint[],
    cells: MatrixCells,
  ): void {
    const { topology, preorder, matrix } = this
    const order = JointOrder.of(topology, preorder, sources)
    for (let first = 0; first < targets.length; first += BLOCK_TARGETS) {
      const some = targets.length <= BLOCK_TARGETS ? targets : targets.slice(first, first + BLOCK_TARGETS)
      const columns = new KernelRows(topology, matrix, 'target', JointOrder.of(topology, preorder, some))
      columns.fill(search, some, cells.measured?.by)
      for (let begin = 0; begin < order.count; begin += BLOCK_SOURCES) {
        const block = order.slice(begin, Math.min(order.count, begin + BLOCK_SOURCES))
        const rows = new KernelRows(topology, matrix, 'source', block)
        rows.fill(search, sources, cells.measured?.by)
        this.meet(rows, columns, first, cells)
      }
    }
  }

  private meet(rows: KernelRows, columns: KernelRows, first: number, cells: MatrixCells): void {
    const { matrix } = this
    matrix.pack()
    this.pieces.visit(rows.order, columns.order, (s, sEnd, t, tEnd, from, to) =>
      matrix.meetOver(s, sEnd, t, tEnd, from, to),
    )
    const { measured, weight, targetCount } = cells
    for (let index = 0; index < rows.order.count; index++) {
      const row = matrix.finishRow(index, measured?.by.size ?? 0, measured?.fadeCs ?? Number.POSITIVE_INFINITY)
      const cell = rows.order.point[index] * targetCount + first
      weight.set(row.weight, cell)
      measured?.lengthCm.set(row.lengthCm, cell)
      measured?.durationCs.set(row.durationCs, cell)
    }
    meetApart(this.topology, this.preorder, rows, columns, first, cells)
  }
}
