import type { TurnGraph } from '../cch/graph/turn-graph.ts'
import type { RoadNetwork } from './network.ts'

/** Builds the turn graph of a network for the hierarchy, from its arcs and turns. */
export function buildTurnGraph({ nodes, edges, arcs, turns }: RoadNetwork): TurnGraph {
  const arcTail = new Uint32Array(arcs.count)
  const arcHead = new Uint32Array(arcs.count)
  const turnFrom = new Uint32Array(turns.count)
  for (let arc = 0; arc < arcs.count; arc++) {
    const edge = arcs.edgeSide[arc] >>> 1
    const isReversed = (arcs.edgeSide[arc] & 1) === 1
    arcTail[arc] = isReversed ? edges.to[edge] : edges.from[edge]
    arcHead[arc] = isReversed ? edges.from[edge] : edges.to[edge]
    turnFrom.fill(arc, turns.first[arc], turns.first[arc + 1])
  }
  return {
    nodeCount: nodes.count,
    ...projectCoordinates(nodes.latitude, nodes.longitude),
    arcCount: arcs.count,
    arcTail,
    arcHead,
    turnCount: turns.count,
    turnFrom,
    turnTo: turns.to,
  }
}

/**
 * Returns coordinates in degrees, with longitudes scaled to the latitude of the map center. A map that crosses the
 * antimeridian stays contiguous.
 */
function projectCoordinates(latitude: Int32Array, longitude: Int32Array): { x: Float64Array; y: Float64Array } {
  let [south, north, west, east] = [90e6, -90e6, 180e6, -180e6]
  for (let node = 0; node < latitude.length; node++) {
    south = Math.min(south, latitude[node])
    north = Math.max(north, latitude[node])
    west = Math.min(west, longitude[node])
    east = Math.max(east, longitude[node])
  }
  const cosine = Math.cos((((south + north) / 2) * 1e-6 * Math.PI) / 180)
  const spansDateLine = east - west > 180e6
  const [x, y] = [new Float64Array(longitude.length), new Float64Array(latitude.length)]
  for (let node = 0; node < latitude.length; node++) {
    const value = longitude[node]
    x[node] = (spansDateLine && value < 0 ? value + 360e6 : value) * 1e-6 * cosine
    y[node] = latitude[node] * 1e-6
  }
  return { x, y }
}
