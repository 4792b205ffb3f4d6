import { longitudeDifference, rulerAt } from '@fairway/geo'
import type { RoadNetwork } from '../../network/network.ts'
import type { Position } from '../find-on-path.ts'
import { positionAtFraction, snapAt } from '../line/shape-positions.ts'
import { arcFractionAt, type PathPosition, type TracedPath } from '../traced-path.ts'

export function randomPositionOn(network: RoadNetwork, path: TracedPath, random: () => number): PathPosition {
  const index = Math.floor(random() * path.arcs.length)
  const [enter, leave] = [path.enter, path.leave].map((positions) =>
    arcFractionAt(network, path, { index, position: positions[index] }),
  )
  const share = enter + random() * (leave - enter)
  const side = network.arcs.edgeSide[path.arcs[index]]
  return { index, position: positionAtFraction(network, side >>> 1, (side & 1) === 0 ? share : 1 - share) }
}

/** Returns the coordinates of a position on a path, shifted east and north by the given numbers of meters. */
export function positionAt(
  network: RoadNetwork,
  path: TracedPath,
  { index, position }: PathPosition,
  [east, north]: readonly [number, number] = [0, 0],
): Position {
  const { latitude, longitude } = snapAt(network, network.arcs.edgeSide[path.arcs[index]], position, undefined)
  const ruler = rulerAt(latitude / 1e6)
  const moved = longitude / 1e6 + east / ruler.perLongitudeDegree
  return {
    latitude: latitude / 1e6 + north / ruler.perLatitudeDegree,
    longitude: longitudeDifference(0, moved),
  }
}
