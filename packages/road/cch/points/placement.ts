import type { Snap } from '../../snap/snapper.ts'
import { createCells, type MatrixCells } from '../matrix/matrix-cells.ts'
import type { MatrixQuery } from '../matrix/matrix-query.ts'
import type { Metric } from '../metric.ts'
import type { PointEnds } from './point-searches.ts'

/** Some sources and some targets, by their numbers, with the roads they have in trips among each other. */
export interface PlacedBlock {
  readonly sources: readonly number[]
  readonly targets: readonly number[]
  readonly sourceEnds: readonly PointEnds[]
  readonly targetEnds: readonly PointEnds[]
}

/** Points on roads, so that every cell is what the planner says of a trip between its two stops. */
export interface Placement {
  /** All sources and targets. */
  readonly all: PlacedBlock
  /** Those that have other roads among each other, because they lie on an island of the map; no cell is in two of them. */
  readonly islands: readonly PlacedBlock[]
  /** Cells (source · number of targets + target) that the planner must be asked about: no block has them right. */
  readonly singles: readonly number[]
  /** Numbers of points that have no road nearby. Their cells are empty. */
  readonly lostSources: readonly number[]
  readonly lostTargets: readonly number[]
  /** The roads of the points in `all`, the nearest first. */
  readonly sourceSnaps: readonly (readonly Snap[])[]
  readonly targetSnaps: readonly (readonly Snap[])[]
}

/** Fills all cells but the `singles`. */
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
