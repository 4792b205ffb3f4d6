import type { Snap } from '../../snap/snapper.ts'
import { createCells, type MatrixCells } from '../matrix/matrix-cells.ts'
import type { MatrixQuery } from '../matrix/matrix-query.ts'
import type { Metric } from '../metric.ts'
import type { MatrixPoint } from './matrix-point.ts'

/** Indexes of some sources and targets, with the roads used for trips among them. */
export interface SnappedBlock {
  readonly sources: readonly number[]
  readonly targets: readonly number[]
  readonly sourcePoints: readonly MatrixPoint[]
  readonly targetPoints: readonly MatrixPoint[]
}

/** Snapped points that make every cell equal to the planner's result for a trip between its two stops. */
export interface SnappedMatrix {
  /** All sources and all targets. */
  readonly all: SnappedBlock
  /**
   * Groups of points on the same island of the map. Trips within a group use different roads than trips to other
   * points. No cell is in two groups.
   */
  readonly islands: readonly SnappedBlock[]
  /**
   * Cells (source · number of targets + target) that the planner must compute, because no group of points gives the
   * right result.
   */
  readonly singleCells: readonly number[]
  /** Indexes of points without a road nearby. The cells of these points are empty. */
  readonly unsnappedSources: readonly number[]
  readonly unsnappedTargets: readonly number[]
  /** The roads of the points in `all`, nearest first. */
  readonly sourceSnaps: readonly (readonly Snap[])[]
  readonly targetSnaps: readonly (readonly Snap[])[]
}

/** Fills all cells except `singleCells`. */
export function fillSnapped(
  query: MatrixQuery,
  metric: Metric,
  { all, islands }: SnappedMatrix,
  cells: MatrixCells,
): void {
  query.fill(metric, all.sourcePoints, all.targetPoints, cells)
  for (const block of islands) {
    const { pathAttributes, fadeCs } = cells.attributes ?? {}
    const blockCells = createCells(block.sources.length, block.targets.length, pathAttributes, fadeCs)
    query.fill(metric, block.sourcePoints, block.targetPoints, blockCells)
    copyBlock(block, blockCells, cells)
  }
}

function copyBlock({ sources, targets }: SnappedBlock, from: MatrixCells, to: MatrixCells): void {
  sources.forEach((source, s) => {
    targets.forEach((target, t) => {
      const cell = source * to.targetCount + target
      const blockCell = s * from.targetCount + t
      to.weight[cell] = from.weight[blockCell]
      if (!to.attributes || !from.attributes) return
      to.attributes.lengthCm[cell] = from.attributes.lengthCm[blockCell]
      to.attributes.durationCs[cell] = from.attributes.durationCs[blockCell]
    })
  })
}
