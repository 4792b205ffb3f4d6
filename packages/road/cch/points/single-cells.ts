import { searchPath } from '../attributes/cached-path.ts'
import { touchesArc } from '../matrix/endpoint-attributes.ts'
import type { MatrixCells } from '../matrix/matrix-cells.ts'
import type { Metric } from '../metric.ts'
import type { PathQuery } from '../path-query.ts'
import type { MatrixPoint } from './matrix-point.ts'
import { StreetCells, writePath } from './street-cells.ts'
import { forEachCommonArc, forEachPairWithCommonArc, groupByStreet, type Street } from './streets.ts'

/** Fills the cells of the given points one by one. */
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

/** Recomputes pairs of points on the same arc, because the rows ignore which point is ahead. */
export function fillSameArcCells(
  query: PathQuery,
  metric: Metric,
  sources: readonly MatrixPoint[],
  targets: readonly MatrixPoint[],
  cells: MatrixCells,
): void {
  const fillPair = (street: Street, otherStreet: Street): void =>
    new StreetCells(query, metric, street, otherStreet).fill(sources, targets, cells)
  if (sources.length * targets.length > MAX_CHECKED_CELLS)
    forEachCommonArc(groupByStreet(sources), groupByStreet(targets), fillPair)
  else forEachPairWithCommonArc(sources, targets, fillPair)
}

/**
 * Maximum number of cells to check one by one. For so few cells, checking all of them is faster than grouping or
 * filtering.
 */
const MAX_CHECKED_CELLS = 400

/**
 * Recomputes paths whose halves meet where one of them starts, on a road that the path only touches. Such paths are too
 * rare to justify a faster method.
 */
export function fillTouchingCells(
  query: PathQuery,
  metric: Metric,
  sources: readonly MatrixPoint[],
  targets: readonly MatrixPoint[],
  cells: MatrixCells,
): void {
  const { attributes } = cells
  const targetCount = targets.length
  if (!attributes || (sources.length * targetCount <= MAX_CHECKED_CELLS && !attributes.lengthCm.some(Number.isNaN)))
    return
  const searchAgain = (s: number, t: number): void => {
    const cell = s * targetCount + t
    if (!Number.isNaN(attributes.lengthCm[cell])) return
    writePath(cells, cell, searchPath(query, metric, sources[s], targets[t]), sources[s], targets[t])
  }
  // Only points that touch an arc can have cells without attributes, so other points need no check.
  const touchedTargets = [...targets.keys()].filter((t) => touchesArc(attributes.pathAttributes, targets[t], 'target'))
  for (let s = 0; s < sources.length; s++) {
    if (touchesArc(attributes.pathAttributes, sources[s], 'source'))
      for (let t = 0; t < targetCount; t++) searchAgain(s, t)
    else for (const t of touchedTargets) searchAgain(s, t)
  }
}
