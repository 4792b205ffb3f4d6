import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { PieceFinder } from '../points/connected-pieces.ts'
import type { PointEnds } from '../points/point-searches.ts'
import type { Topology } from '../topology.ts'
import { MOST_LITTLE_POINTS } from '../wasm/kernel-small-matrix.ts'
import type { KernelClimb } from '../wasm/kernel-upward-search.ts'
import type { Preorder } from './elimination-tree.ts'
import { JointOrder } from './joint-order.ts'
import { LaneRows } from './lane-rows.ts'
import type { MatrixCells } from './matrix-cells.ts'
import { meetApart } from './separate-meeting-nodes.ts'

/**
 * Small matrices with the WebAssembly kernels. Labels stay in place, and attributes are computed only for the dozen of
 * some two hundred labels per point that are on paths. KernelFill does the same for many points, but its setup alone
 * takes longer than this.
 */
export class LittleFill {
  private readonly topology: Topology
  private readonly preorder: Preorder
  private readonly pieces: PieceFinder

  constructor(topology: Topology, preorder: Preorder) {
    this.topology = topology
    this.preorder = preorder
    this.pieces = new PieceFinder(preorder)
  }

  canFill(sources: readonly PointEnds[], targets: readonly PointEnds[]): boolean {
    return sources.length + targets.length <= MOST_LITTLE_POINTS
  }

  /** Returns false when the kernels cannot process a point. No cell is filled in that case. */
  fill(climb: KernelClimb, sources: readonly PointEnds[], targets: readonly PointEnds[], cells: MatrixCells): boolean {
    const { topology, preorder } = this
    const { little } = climb
    const by = cells.measured?.by
    const rows = new LaneRows(topology, climb, JointOrder.of(topology, preorder, sources), 'source', 0, by)
    const columnOrder = JointOrder.of(topology, preorder, targets)
    const columns = new LaneRows(topology, climb, columnOrder, 'target', sources.length, by)
    if (!rows.fill(sources) || !columns.fill(targets)) return false
    little.begin(sources.length, targets.length)
    this.pieces.visit(rows.order, columns.order, (s, sEnd, t, tEnd, from, to) =>
      little.meetOver(s, sEnd, t, tEnd, from, to),
    )
    if (by) little.measure(by, cells.measured?.fadeCs ?? Number.POSITIVE_INFINITY)
    write(climb, rows.order, columns.order, cells)
    meetApart(topology, preorder, rows, columns, 0, cells)
    return true
  }
}

/** Converts from tree order to point order. */
function write({ little }: KernelClimb, rows: JointOrder, columns: JointOrder, cells: MatrixCells): void {
  const { weight, measured, targetCount } = cells
  const { best, measures } = little
  for (let s = 0, from = 0; s < rows.count; s++) {
    const row = rows.point[s] * targetCount
    for (let t = 0; t < columns.count; t++, from++) {
      const cell = row + columns.point[t]
      const sum = best[from]
      weight[cell] = sum < INFINITE_WEIGHT ? sum + rows.least[s] + columns.least[t] : INFINITE_WEIGHT
      if (!measured) continue
      measured.lengthCm[cell] = measures[2 * from]
      measured.durationCs[cell] = measures[2 * from + 1]
    }
  }
}
