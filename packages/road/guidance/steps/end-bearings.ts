import { rulerAt, wrapMicroDegrees } from '@fairway/geo'
import type { RoadNetwork } from '../../network/network.ts'

/** Distance along the road over which the bearing at a stop is measured, in meters. It is the same as at junctions. */
const BEARING_DISTANCE_METERS = 10
/** A shorter stretch, in meters, has no reliable bearing. */
const MIN_STRETCH_METERS = 1

/**
 * Returns the bearing at which a route leaves a stop at `from` on an arc. The route stays on the arc until `to`. The
 * bearing at the start of the arc can be entirely different, because roads bend. Returns undefined if the stretch is
 * too short.
 */
export function bearingFrom(network: RoadNetwork, arc: number, from: number, to: number): number | undefined {
  return bearingBetween(network, arc, from, Math.min(to, from + shareOf(network, arc)))
}

/** Returns the bearing at which a route that follows an arc from `from` reaches a stop at `to`. */
export function bearingInto(network: RoadNetwork, arc: number, from: number, to: number): number | undefined {
  return bearingBetween(network, arc, Math.max(from, to - shareOf(network, arc)), to)
}

function shareOf({ arcs, edges }: RoadNetwork, arc: number): number {
  return (100 * BEARING_DISTANCE_METERS) / Math.max(1, edges.lengthCm[arcs.edgeSide[arc] >> 1])
}

function bearingBetween({ arcs, edges }: RoadNetwork, arc: number, from: number, to: number): number | undefined {
  const edge = arcs.edgeSide[arc] >> 1
  const isReversed = (arcs.edgeSide[arc] & 1) === 1
  const { shapeFirst, shapeLatitude, shapeLongitude, lengthCm } = edges
  if (((to - from) * lengthCm[edge]) / 100 < MIN_STRETCH_METERS) return undefined
  const ruler = rulerAt(shapeLatitude[shapeFirst[edge]] * 1e-6)
  const [low, high] = isReversed ? [1 - to, 1 - from] : [from, to]
  const [lowCm, highCm] = [low * lengthCm[edge], high * lengthCm[edge]]
  let [x, y, alongCm] = [0, 0, 0]
  for (let i = shapeFirst[edge]; i + 1 < shapeFirst[edge + 1] && alongCm < highCm; i++) {
    const dx = wrapMicroDegrees(shapeLongitude[i + 1] - shapeLongitude[i]) * 1e-6 * ruler.perLongitudeDegree
    const dy = (shapeLatitude[i + 1] - shapeLatitude[i]) * 1e-6 * ruler.perLatitudeDegree
    const segmentCm = 100 * Math.sqrt(dx * dx + dy * dy)
    const coveredCm = Math.min(highCm, alongCm + segmentCm) - Math.max(lowCm, alongCm)
    if (coveredCm > 0) {
      x += (dx * coveredCm) / segmentCm
      y += (dy * coveredCm) / segmentCm
    }
    alongCm += segmentCm
  }
  if (x === 0 && y === 0) return undefined
  return ((Math.atan2(x, y) * 180) / Math.PI + (isReversed ? 540 : 360)) % 360
}
