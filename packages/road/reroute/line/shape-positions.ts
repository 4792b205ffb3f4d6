import { rulerAt, wrapMicrodegrees } from '@fairway/geo'
import { DriveRecord } from '../../network/drive-column.ts'
import type { RoadNetwork } from '../../network/network.ts'
import type { Snap } from '../../snap/snapper.ts'

export interface ExactPoint {
  readonly latitude: number
  readonly longitude: number
}

/** A position on a shape is the index of a shape point plus a fraction of the segment after it. */

/** Returns the position of an arc's beginning on the shape of its edge. */
export function beginningOfArc({ arcs: { drive } }: RoadNetwork, arc: number): number {
  const base = arc * DriveRecord.SIZE
  return drive[base + ((drive[base + DriveRecord.EDGE_SIDE] & 1) === 1 ? DriveRecord.SHAPE_TO : DriveRecord.SHAPE_FROM)]
}
export function endOfArc({ arcs: { drive } }: RoadNetwork, arc: number): number {
  const base = arc * DriveRecord.SIZE
  return drive[base + ((drive[base + DriveRecord.EDGE_SIDE] & 1) === 1 ? DriveRecord.SHAPE_FROM : DriveRecord.SHAPE_TO)]
}

/** Converts a position to a fraction of the edge's length along its direction. */
export function fractionAt({ edges }: RoadNetwork, edge: number, position: number): number {
  const { shapeFirst, shapeLatitude } = edges
  const [begin, end] = [shapeFirst[edge], shapeFirst[edge + 1] - 1]
  if (position <= begin) return 0
  if (position >= end) return 1
  const ruler = rulerAt(shapeLatitude[begin] * 1e-6)
  let metersBefore = 0
  let total = 0
  for (let i = begin; i < end; i++) {
    const length = segmentMeters(edges, ruler, i)
    if (i + 1 <= position) metersBefore += length
    else if (i < position) metersBefore += (position - i) * length
    total += length
  }
  return total > 0 ? metersBefore / total : 0
}

/** Converts a fraction of the edge's length to a position. */
export function positionAtFraction({ edges }: RoadNetwork, edge: number, fraction: number): number {
  const { shapeFirst, shapeLatitude } = edges
  const [begin, end] = [shapeFirst[edge], shapeFirst[edge + 1] - 1]
  if (fraction <= 0) return begin
  if (fraction >= 1) return end
  const ruler = rulerAt(shapeLatitude[begin] * 1e-6)
  let total = 0
  for (let i = begin; i < end; i++) total += segmentMeters(edges, ruler, i)
  let remainingMeters = total * fraction
  for (let i = begin; i < end; i++) {
    const length = segmentMeters(edges, ruler, i)
    if (remainingMeters <= length && length > 0) return i + Math.min(1, remainingMeters / length)
    remainingMeters -= length
  }
  return end
}

/**
 * Converts a position to the snap that the planner would create for a departure or arrival along one side of the edge.
 */
export function snapAt(
  network: RoadNetwork,
  edgeSide: number,
  position: number,
  exactPoint: ExactPoint | undefined,
): Snap {
  const { shapeFirst, shapeLatitude, shapeLongitude } = network.edges
  const edge = edgeSide >>> 1
  const segment = Math.min(Math.floor(position), shapeFirst[edge + 1] - 2)
  const fraction = position - segment
  const eastwardDegrees = wrapMicrodegrees(shapeLongitude[segment + 1] - shapeLongitude[segment])
  const northwardDegrees = shapeLatitude[segment + 1] - shapeLatitude[segment]
  return {
    edge,
    fraction: fractionAt(network, edge, position),
    segment,
    segmentShare: fraction,
    latitude: exactPoint?.latitude ?? Math.round(shapeLatitude[segment] + fraction * northwardDegrees),
    longitude:
      exactPoint?.longitude ?? wrapMicrodegrees(Math.round(shapeLongitude[segment] + fraction * eastwardDegrees)),
    distanceMeters: 0,
    sides: 1 << (edgeSide & 1),
  }
}

function segmentMeters(
  { shapeLatitude, shapeLongitude }: RoadNetwork['edges'],
  ruler: { readonly perLatitudeDegree: number; readonly perLongitudeDegree: number },
  i: number,
): number {
  const x = wrapMicrodegrees(shapeLongitude[i + 1] - shapeLongitude[i]) * ruler.perLongitudeDegree
  const y = (shapeLatitude[i + 1] - shapeLatitude[i]) * ruler.perLatitudeDegree
  return Math.sqrt(x * x + y * y)
}
