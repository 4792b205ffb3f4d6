import type { Point } from '../route/points.ts'
import type { OwnMatrix } from './own-matrix.ts'

/**
 * Returns the place of each matrix row, as the first row at the same place. Rows with equal coordinates are at the same
 * place, unless the matrix of the request has a driving time between them: with such a matrix, coordinates may be
 * placeholders.
 */
export function listPlaces(points: readonly Point[], durations: OwnMatrix['durations_min']): number[] {
  const rowsByPosition = new Map<string, number[]>()
  const isSamePlace = (a: number, b: number): boolean =>
    !durations || (durations[a]?.[b] === 0 && durations[b]?.[a] === 0)
  return points.map((point, row) => {
    const position = point.join()
    const firstRows = rowsByPosition.get(position) ?? []
    const firstRow = firstRows.find((candidate) => isSamePlace(candidate, row))
    if (firstRow !== undefined) return firstRow
    firstRows.push(row)
    rowsByPosition.set(position, firstRows)
    return row
  })
}
