import type { MatrixPoint } from '../points/matrix-point.ts'
import type { Topology } from '../topology.ts'
import { BLOCK_SOURCES, BLOCK_TARGETS, KernelMatrix } from '../wasm/kernel-matrix.ts'
import type { KernelUpwardSearch } from '../wasm/kernel-upward-search.ts'
import { BlockRows } from './block-rows.ts'
import type { Preorder } from './elimination-tree.ts'
import { JointOrder } from './joint-order.ts'
import type { MatrixCells } from './matrix-cells.ts'
import { meetSeparately } from './separate-meeting-nodes.ts'
import { SharedSectionFinder } from './shared-sections.ts'

/**
 * Combines all rows with the WebAssembly kernels, one block at a time. A block contains as many sources and targets as
 * fit in the matrix memory. Targets keep the caller's order, so whole result rows can be copied. Sources are in tree
 * order, so the sources of a block share large parts of their paths.
 */
export class BlockFill {
  private readonly topology: Topology
  private readonly preorder: Preorder
  private readonly sections: SharedSectionFinder
  private readonly matrix: KernelMatrix

  constructor(topology: Topology, preorder: Preorder) {
    this.topology = topology
    this.preorder = preorder
    this.sections = new SharedSectionFinder(preorder)
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
      const blockTargets = targets.length <= BLOCK_TARGETS ? targets : targets.slice(first, first + BLOCK_TARGETS)
      const columns = new BlockRows(topology, matrix, 'target', JointOrder.of(topology, preorder, blockTargets))
      columns.fill(search, blockTargets, cells.attributes?.pathAttributes)
      for (let begin = 0; begin < order.count; begin += BLOCK_SOURCES) {
        const block = order.slice(begin, Math.min(order.count, begin + BLOCK_SOURCES))
        const rows = new BlockRows(topology, matrix, 'source', block)
        rows.fill(search, sources, cells.attributes?.pathAttributes)
        this.findMeetingNodes(rows, columns, first, cells)
      }
    }
  }

  private findMeetingNodes(rows: BlockRows, columns: BlockRows, first: number, cells: MatrixCells): void {
    const { matrix } = this
    matrix.packLabels()
    this.sections.forEach(rows.order, columns.order, (s, sEnd, t, tEnd, from, to) =>
      matrix.meetOver(s, sEnd, t, tEnd, from, to),
    )
    const { attributes, weight, targetCount } = cells
    for (let index = 0; index < rows.order.count; index++) {
      const row = matrix.finishRow(
        index,
        attributes?.pathAttributes.size ?? 0,
        attributes?.fadeCs ?? Number.POSITIVE_INFINITY,
      )
      const cell = rows.order.point[index] * targetCount + first
      weight.set(row.weight, cell)
      attributes?.lengthCm.set(row.lengthCm, cell)
      attributes?.durationCs.set(row.durationCs, cell)
    }
    meetSeparately(this.topology, this.preorder, rows, columns, first, cells)
  }
}
