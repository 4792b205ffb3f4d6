import { rulerAt } from '@fairway/geo'

/**
 * Size of a grid cell, in meters. Points with the same name in adjacent cells form one street, and points farther apart
 * form separate streets.
 */
const CELL_SIZE_METERS = 700

/** Returns the cluster number of each point, starting at 0. Positions are in degrees. */
export function clusterPoints(latitude: ArrayLike<number>, longitude: ArrayLike<number>): Uint32Array {
  const count = latitude.length
  const cluster = new Uint32Array(count)
  if (count === 0) return cluster
  const ruler = rulerAt(latitude[0])
  const rows = ruler.perLatitudeDegree / CELL_SIZE_METERS
  // Limit the width of a cell to about three degrees, because degrees of longitude are very short near the poles.
  const columns = Math.max(0.3, ruler.perLongitudeDegree / CELL_SIZE_METERS)
  const width = Math.max(1, Math.floor(360 * columns))
  const cells = new Map<number, number[]>()
  const toCellKey = (row: number, column: number) => row * width + ((column + width) % width)
  for (let point = 0; point < count; point++) {
    const key = toCellKey(rowOf(point), columnOf(point))
    const cellPoints = cells.get(key)
    if (cellPoints) cellPoints.push(point)
    else cells.set(key, [point])
  }
  const visitedCells = new Set<number>()
  let clusterCount = 0
  for (const start of cells.keys()) {
    if (visitedCells.has(start)) continue
    visitedCells.add(start)
    const openCells = [start]
    for (let key = openCells.pop(); key !== undefined; key = openCells.pop()) {
      for (const point of cells.get(key) ?? []) cluster[point] = clusterCount
      const row = Math.floor(key / width)
      const column = key % width
      for (let rowOffset = -1; rowOffset <= 1; rowOffset++) {
        for (let columnOffset = -1; columnOffset <= 1; columnOffset++) {
          const neighborKey = toCellKey(row + rowOffset, column + columnOffset)
          if (!cells.has(neighborKey) || visitedCells.has(neighborKey)) continue
          visitedCells.add(neighborKey)
          openCells.push(neighborKey)
        }
      }
    }
    clusterCount++
  }
  return cluster

  function rowOf(point: number): number {
    return Math.floor((latitude[point] + 90) * rows)
  }
  function columnOf(point: number): number {
    return Math.floor((longitude[point] + 180) * columns) % width
  }
}
