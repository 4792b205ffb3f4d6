import { rulerAt } from '@fairway/geo'
import type { EdgeTable } from './network.ts'

/**
 * Writes how far along its edge every shape point lies, from `along[first]` on, and returns the last of these. They are
 * lengths on the ground in a unit of their own (millionths of a metre): whoever wants centimetres scales them, so that
 * they end where the edge does in its table.
 */
export function measureShape(edges: EdgeTable, edge: number, along: Float64Array, first: number): number {
  const { shapeFirst, shapeLatitude, shapeLongitude } = edges
  const begin = shapeFirst[edge]
  const end = shapeFirst[edge + 1] - 1
  const ruler = rulerAt(shapeLatitude[begin] * 1e-6)
  let sum = 0
  along[first] = 0
  for (let i = begin; i < end; i++) {
    const x = shortWay(shapeLongitude[i + 1] - shapeLongitude[i]) * ruler.perLongitudeDegree
    const y = (shapeLatitude[i + 1] - shapeLatitude[i]) * ruler.perLatitudeDegree
    sum += Math.sqrt(x * x + y * y)
    along[first + i + 1 - begin] = sum
  }
  return sum
}

/** A difference of longitudes, the shorter way around the globe. */
export function shortWay(microDegrees: number): number {
  if (microDegrees > 180e6) return microDegrees - 360e6
  return microDegrees < -180e6 ? microDegrees + 360e6 : microDegrees
}
