import { bearingDegrees } from '@fairway/geo'
import type { RoadNetwork } from '../network/network.ts'
import { type ExactPoint, snapAt } from './line/shape-positions.ts'
import { endOfPath, type PathPosition, startOfPath, type TracedPath } from './traced-path.ts'

/** Returns the coordinates of a position on a path, in microdegrees. */
export function pointOnPath(network: RoadNetwork, path: TracedPath, place: PathPosition): ExactPoint {
  const exactPoint = isSamePosition(place, startOfPath(path))
    ? path.first
    : isSamePosition(place, endOfPath(path))
      ? path.last
      : undefined
  return exactPoint ?? snapAt(network, network.arcs.edgeSide[path.arcs[place.index]], place.position, undefined)
}

/** Returns the driving direction at a position on the path in degrees, or -1 if there is none. */
export function bearingOnPath(
  { arcs, edges }: RoadNetwork,
  path: TracedPath,
  { index, position }: PathPosition,
): number {
  const { shapeFirst, shapeLatitude, shapeLongitude } = edges
  const edgeSide = arcs.edgeSide[path.arcs[index]]
  const isReversed = (edgeSide & 1) === 1
  const last = shapeFirst[(edgeSide >>> 1) + 1] - 2
  const segment = Math.max(
    shapeFirst[edgeSide >>> 1],
    Math.min(last, isReversed ? Math.ceil(position) - 1 : Math.floor(position)),
  )
  const [from, to] = isReversed ? [segment + 1, segment] : [segment, segment + 1]
  if (shapeLatitude[from] === shapeLatitude[to] && shapeLongitude[from] === shapeLongitude[to]) return -1
  return bearingDegrees(
    shapeLatitude[from] / 1e6,
    shapeLongitude[from] / 1e6,
    shapeLatitude[to] / 1e6,
    shapeLongitude[to] / 1e6,
  )
}

function isSamePosition(a: PathPosition, b: PathPosition): boolean {
  return a.index === b.index && a.position === b.position
}
