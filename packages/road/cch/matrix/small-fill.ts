import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { MatrixPoint } from '../points/matrix-point.ts'
import type { Topology } from '../topology.ts'
import { type KernelSmallMatrix, MAX_SMALL_POINTS } from '../wasm/kernel-small-matrix.ts'
import type { KernelUpwardSearch } from '../wasm/kernel-upward-search.ts'
import type { Preorder } from './elimination-tree.ts'
import { JointOrder } from './joint-order.ts'
import { LaneRows } from './lane-rows.ts'
import type { MatrixCells } from './matrix-cells.ts'
import { meetSeparately } from './separate-meeting-nodes.ts'
import { SharedSectionFinder } from './shared-sections.ts'

/**
 * Fills small matrices with the WebAssembly kernels. The labels are not copied. A point has about two hundred labels,
 * but only the dozen labels on the best paths get attributes. BlockFill does the same for many points, but its setup
 * alone takes longer than filling a small matrix with this class.
 */
export class SmallFill {
  private readonly topology: Topology
  private readonly preorder: Preorder
  private readonly sections: SharedSectionFinder

  constructor(topology: Topology, preorder: Preorder) {
    this.topology = topology
    this.preorder = preorder
    this.sections = new SharedSectionFinder(preorder)
  }

  canFill(sources: readonly MatrixPoint[], targets: readonly MatrixPoint[]): boolean {
    return sources.length + targets.length <= MAX_SMALL_POINTS
  }

  fill(
    search: KernelUpwardSearch,
    sources: readonly MatrixPoint[],
    targets: readonly MatrixPoint[],
    cells: MatrixCells,
  ): void {
    const { topology, preorder } = this
    const { smallMatrix } = search
    const pathAttributes = cells.attributes?.pathAttributes
    const rows = new LaneRows(topology, search, JointOrder.of(topology, preorder, sources), 'source', 0, pathAttributes)
    const columnOrder = JointOrder.of(topology, preorder, targets)
    const columns = new LaneRows(topology, search, columnOrder, 'target', sources.length, pathAttributes)
    rows.fill(sources)
    columns.fill(targets)
    smallMatrix.begin(sources.length, targets.length)
    this.sections.forEach(rows.order, columns.order, (s, sEnd, t, tEnd, from, to) =>
      smallMatrix.meetOver(s, sEnd, t, tEnd, from, to),
    )
    if (pathAttributes)
      smallMatrix.computeAttributes(pathAttributes, cells.attributes?.fadeCs ?? Number.POSITIVE_INFINITY)
    writeCells(smallMatrix, rows.order, columns.order, cells)
    meetSeparately(topology, preorder, rows, columns, 0, cells)
  }
}

/** Writes the cells and converts their order from tree order to point order. */
function writeCells(
  { best, attributes }: KernelSmallMatrix,
  rows: JointOrder,
  columns: JointOrder,
  cells: MatrixCells,
): void {
  const { weight, attributes: cellAttributes, targetCount } = cells
  for (let s = 0, from = 0; s < rows.count; s++) {
    const row = rows.point[s] * targetCount
    for (let t = 0; t < columns.count; t++, from++) {
      const cell = row + columns.point[t]
      const sum = best[from]
      weight[cell] = sum < INFINITE_WEIGHT ? sum + rows.minWeight[s] + columns.minWeight[t] : INFINITE_WEIGHT
      if (!cellAttributes) continue
      cellAttributes.lengthCm[cell] = attributes[2 * from]
      cellAttributes.durationCs[cell] = attributes[2 * from + 1]
    }
  }
}
