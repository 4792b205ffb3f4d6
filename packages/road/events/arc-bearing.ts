import { rulerAt, wrapMicrodegrees } from '@fairway/geo'
import type { MatchMap } from '../match/match-map.ts'

/** Returns the bearing of an arc at a given fraction of its length, in degrees clockwise from north. */
export function arcBearing({ map: { network }, shapeAlong }: MatchMap, arc: number, fraction: number): number {
  const { shapeFirst, shapeLatitude, shapeLongitude, lengthCm } = network.edges
  const edgeSide = network.arcs.edgeSide[arc]
  const edge = edgeSide >>> 1
  const isReversed = (edgeSide & 1) === 1
  const alongCm = (isReversed ? 1 - fraction : fraction) * lengthCm[edge]
  const last = shapeFirst[edge + 1] - 2
  let segment = shapeFirst[edge]
  while (segment < last && shapeAlong[segment + 1] < alongCm) segment++
  // A zero-length segment has no bearing.
  while (segment > shapeFirst[edge] && shapeAlong[segment + 1] === shapeAlong[segment]) segment--
  while (segment < last && shapeAlong[segment + 1] === shapeAlong[segment]) segment++
  const ruler = rulerAt(shapeLatitude[segment] * 1e-6)
  const east = wrapMicrodegrees(shapeLongitude[segment + 1] - shapeLongitude[segment]) * ruler.perLongitudeDegree
  const north = (shapeLatitude[segment + 1] - shapeLatitude[segment]) * ruler.perLatitudeDegree
  return (Math.atan2(east, north) * 180) / Math.PI + (isReversed ? 180 : 0)
}

/** Returns the angle between two bearings, in degrees from 0 to 180. */
export function degreesApart(a: number, b: number): number {
  return Math.abs(((((a - b) % 360) + 540) % 360) - 180)
}
