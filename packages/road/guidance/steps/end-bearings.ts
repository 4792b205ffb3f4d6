import { rulerAt, wrapMicrodegrees } from '@fairway/geo'
import type { RoadNetwork } from '../../network/network.ts'

/**
 * Distance along the road, in meters, over which the bearing at a stop is measured. The same distance is used at
 * junctions.
 */
const BEARING_DISTANCE_METERS = 10
/** Minimum length of a stretch with a reliable bearing, in meters. */
const MIN_STRETCH_METERS = 1

/** A vector in meters: `x` points east, and `y` points north. */
interface Vector {
  readonly x: number
  readonly y: number
}

/**
 * Returns the bearing at which a route leaves a stop at the position `from` on its first arc. The route is followed for
 * ten meters, but not beyond the next maneuver, which is `meters` away. A stop right before a junction is followed onto
 * the next road. Returns undefined if the stretch is too short.
 */
export function bearingFrom(
  network: RoadNetwork,
  path: Uint32Array | readonly number[],
  from: number,
  to: number,
  meters: number,
): number | undefined {
  const maxMeters = Math.min(BEARING_DISTANCE_METERS, meters)
  let x = 0
  let y = 0
  let covered = 0
  for (let i = 0; i < path.length && covered < maxMeters; i++) {
    const length = metersOf(network, path[i])
    const begin = i === 0 ? from : 0
    const end = Math.min(i === path.length - 1 ? to : 1, begin + (maxMeters - covered) / length)
    const vector = vectorBetween(network, path[i], begin, end)
    x += vector.x
    y += vector.y
    covered += (end - begin) * length
  }
  return covered < MIN_STRETCH_METERS ? undefined : bearingOf({ x, y })
}

/** Returns the bearing at which a route that follows an arc from `from` reaches a stop at `to`. */
export function bearingInto(network: RoadNetwork, arc: number, from: number, to: number): number | undefined {
  const length = metersOf(network, arc)
  const begin = Math.max(from, to - BEARING_DISTANCE_METERS / length)
  return (to - begin) * length < MIN_STRETCH_METERS ? undefined : bearingOf(vectorBetween(network, arc, begin, to))
}

function metersOf({ arcs, edges }: RoadNetwork, arc: number): number {
  return Math.max(1, edges.lengthCm[arcs.edgeSide[arc] >> 1]) / 100
}

function bearingOf({ x, y }: Vector): number | undefined {
  return x === 0 && y === 0 ? undefined : ((Math.atan2(x, y) * 180) / Math.PI + 360) % 360
}

function vectorBetween({ arcs, edges }: RoadNetwork, arc: number, from: number, to: number): Vector {
  const edge = arcs.edgeSide[arc] >> 1
  const isReversed = (arcs.edgeSide[arc] & 1) === 1
  const { shapeFirst, shapeLatitude, shapeLongitude, lengthCm } = edges
  const ruler = rulerAt(shapeLatitude[shapeFirst[edge]] * 1e-6)
  const lowCm = (isReversed ? 1 - to : from) * lengthCm[edge]
  const highCm = (isReversed ? 1 - from : to) * lengthCm[edge]
  let x = 0
  let y = 0
  let alongCm = 0
  for (let i = shapeFirst[edge]; i + 1 < shapeFirst[edge + 1] && alongCm < highCm; i++) {
    const dx = wrapMicrodegrees(shapeLongitude[i + 1] - shapeLongitude[i]) * 1e-6 * ruler.perLongitudeDegree
    const dy = (shapeLatitude[i + 1] - shapeLatitude[i]) * 1e-6 * ruler.perLatitudeDegree
    const segmentCm = 100 * Math.sqrt(dx * dx + dy * dy)
    const coveredCm = Math.min(highCm, alongCm + segmentCm) - Math.max(lowCm, alongCm)
    if (coveredCm > 0) {
      x += (dx * coveredCm) / segmentCm
      y += (dy * coveredCm) / segmentCm
    }
    alongCm += segmentCm
  }
  return isReversed ? { x: -x, y: -y } : { x, y }
}
