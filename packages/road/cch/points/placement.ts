import type { Snap } from '../../snap/snapper.ts'
import { createCells, type MatrixCells } from '../matrix/matrix-cells.ts'
import type { MatrixQuery } from '../matrix/matrix-query.ts'
import type { Metric } from '../metric.ts'
import type { MatrixPoint } from './point-searches.ts'

/** Some sources and targets, by index, with the roads used for trips among them. */
export interface PlacedBlock {
  readonly sources: readonly number[]
  readonly targets: readonly number[]
  readonly sourceEnds: readonly MatrixPoint[]
  readonly targetEnds: readonly MatrixPoint[]
}

/** Snapped points, chosen so that every cell equals the planner's result for a trip between its two stops. */
export interface Placement {
  /** All sources and targets. */
  readonly all: PlacedBlock
  /**
   * Groups with different roads among themselves, because they are on an island of the map. No cell is in two groups.
   */
  readonly islands: readonly PlacedBlock[]
  /** Cells (source · number of targets + target) that the planner must compute, because no block is right for them. */
  readonly singles: readonly number[]
  /** Indexes of points without a road nearby. Their cells are empty. */
  readonly lostSources: readonly number[]
  readonly lostTargets: readonly number[]
  /** The roads of the points in `all`, nearest first. */
  readonly sourceSnaps: readonly (readonly Snap[])[]
  readonly targetSnaps: readonly (readonly Snap[])[]
}

/** Fills all cells except the `singles`. */
export function fillPlaced(query: MatrixQuery, metric: Metric, { all, islands }: Placement, cells: MatrixCells): void {
  query.fill(metric, all.sourceEnds, all.targetEnds, cells)
  for (const block of islands) {
    const { by, fadeCs } = cells.measured ?? {}
    const own = createCells(block.sources.length, block.targets.length, by, fadeCs)
    query.fill(metric, block.sourceEnds, block.targetEnds, own)
    copyBlock(block, own, cells)
  }
}

function copyBlock({ sources, targets }: PlacedBlock, from: MatrixCells, to: MatrixCells): void {
  sources.forEach((source, s) => {
    targets.forEach((target, t) => {
      const cell = source * to.targetCount + target
      const own = s * from.targetCount + t
      to.weight[cell] = from.weight[own]
      if (!to.measured || !from.measured) return
      to.measured.lengthCm[cell] = from.measured.lengthCm[own]
      to.measured.durationCs[cell] = from.measured.durationCs[own]
    })
  })
}
