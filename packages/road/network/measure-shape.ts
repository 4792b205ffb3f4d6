import { rulerAt, wrapMicrodegrees } from '@fairway/geo'
import type { EdgeTable } from './network.ts'

/**
 * Writes the distance of every shape point along its edge, starting at `distances[first]`, and returns the last
 * distance. The distances are ground lengths in an internal unit (millionths of a meter). Callers that need centimeters
 * scale the distances to the edge length in the table.
 */
export function measureShape(edges: EdgeTable, edge: number, distances: Float64Array, first: number): number {
  const { shapeFirst, shapeLatitude, shapeLongitude } = edges
  const begin = shapeFirst[edge]
  const end = shapeFirst[edge + 1] - 1
  const ruler = rulerAt(shapeLatitude[begin] * 1e-6)
  let sum = 0
  distances[first] = 0
  for (let i = begin; i < end; i++) {
    const x = wrapMicrodegrees(shapeLongitude[i + 1] - shapeLongitude[i]) * ruler.perLongitudeDegree
    const y = (shapeLatitude[i + 1] - shapeLatitude[i]) * ruler.perLatitudeDegree
    sum += Math.sqrt(x * x + y * y)
    distances[first + i + 1 - begin] = sum
  }
  return sum
}
