import { searchPath } from '../attributes/cached-path.ts'
import { hasTouched } from '../matrix/begin-search.ts'
import type { MatrixCells } from '../matrix/matrix-cells.ts'
import type { Metric } from '../metric.ts'
import type { PathQuery } from '../path-query.ts'
import { OneStreet, writePath } from './one-street.ts'
import type { PointEnds } from './point-searches.ts'
import { groupByStreet, type Street, visitCommon, visitFew } from './streets.ts'

/** Pairs of points that lie on one arc: the rows let them meet there whichever is ahead. They are done again. */
export function driveOneArc(
  query: PathQuery,
  metric: Metric,
  sources: readonly PointEnds[],
  targets: readonly PointEnds[],
  cells: MatrixCells,
): void {
  const drive = (street: Street, other: Street): void =>
    new OneStreet(query, metric, street, other).fill(sources, targets, cells)
  if (sources.length * targets.length > FEW_CELLS) visitCommon(groupByStreet(sources), groupByStreet(targets), drive)
  else visitFew(sources, targets, drive)
}

/** Of fewer, it is quicker to look at all than to group them, or to find out which of them to look at. */
const FEW_CELLS = 400

/**
 * Ways whose halves meet right where one of them begins, on a road that is only touched there: too rare to be done in
 * another way than singly.
 */
export function measureTouching(
  query: PathQuery,
  metric: Metric,
  sources: readonly PointEnds[],
  targets: readonly PointEnds[],
  cells: MatrixCells,
): void {
  const { measured } = cells
  const wide = targets.length
  if (!measured || (sources.length * wide <= FEW_CELLS && !measured.lengthCm.some(Number.isNaN))) return
  const measureAgain = (s: number, t: number): void => {
    const cell = s * wide + t
    if (!Number.isNaN(measured.lengthCm[cell])) return
    writePath(cells, cell, searchPath(query, metric, sources[s], targets[t]), sources[s], targets[t])
  }
  // Only such points have cells that are not measured: there is no need to look at all.
  const touched = [...targets.keys()].filter((t) => hasTouched(measured.by, targets[t], 'target'))
  for (let s = 0; s < sources.length; s++) {
    if (hasTouched(measured.by, sources[s], 'source')) for (let t = 0; t < wide; t++) measureAgain(s, t)
    else for (const t of touched) measureAgain(s, t)
  }
}
