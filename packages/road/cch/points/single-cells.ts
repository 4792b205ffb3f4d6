import { searchPath } from '../attributes/cached-path.ts'
import { hasTouched } from '../matrix/begin-search.ts'
import type { MatrixCells } from '../matrix/matrix-cells.ts'
import type { Metric } from '../metric.ts'
import type { PathQuery } from '../path-query.ts'
import { OneStreet, writePath } from './one-street.ts'
import type { MatrixPoint } from './point-searches.ts'
import { groupByStreet, type Street, visitCommon, visitFew } from './streets.ts'

/** Fills the cells of some points one by one. */
export function searchCells(
  query: PathQuery,
  metric: Metric,
  sources: readonly MatrixPoint[],
  targets: readonly MatrixPoint[],
  cells: MatrixCells,
  points: readonly MatrixPoint[],
): void {
  sources.forEach((source, s) => {
    targets.forEach((target, t) => {
      if (!points.includes(source) && !points.includes(target)) return
      writePath(cells, s * targets.length + t, searchPath(query, metric, source, target), source, target)
    })
  })
}

/** Recomputes pairs of points on one arc, because the rows combine them regardless of which is ahead. */
export function driveOneArc(
  query: PathQuery,
  metric: Metric,
  sources: readonly MatrixPoint[],
  targets: readonly MatrixPoint[],
  cells: MatrixCells,
): void {
  const drive = (street: Street, other: Street): void =>
    new OneStreet(query, metric, street, other).fill(sources, targets, cells)
  if (sources.length * targets.length > FEW_CELLS) visitCommon(groupByStreet(sources), groupByStreet(targets), drive)
  else visitFew(sources, targets, drive)
}

/** For fewer cells, checking all is faster than grouping or filtering them. */
const FEW_CELLS = 400

/**
 * Recomputes paths whose halves meet at the start of one of them, on a road that is only touched there. These are too
 * rare for a faster method.
 */
export function measureTouching(
  query: PathQuery,
  metric: Metric,
  sources: readonly MatrixPoint[],
  targets: readonly MatrixPoint[],
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
  // Only such points have cells without attributes, so the others need no check.
  const touched = [...targets.keys()].filter((t) => hasTouched(measured.by, targets[t], 'target'))
  for (let s = 0; s < sources.length; s++) {
    if (hasTouched(measured.by, sources[s], 'source')) for (let t = 0; t < wide; t++) measureAgain(s, t)
    else for (const t of touched) measureAgain(s, t)
  }
}
