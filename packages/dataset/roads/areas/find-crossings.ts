import { flatDistanceMeters } from '@fairway/geo'
import { Corners } from './corners.ts'
import { RingGeometry } from './ring-geometry.ts'
import { type VisibilityEdge, VisibilityGraph } from './visibility-graph.ts'

/** Positions of raw nodes in microdegrees. */
export interface NodePositions {
  readonly latitude: Int32Array
  readonly longitude: Int32Array
}

/**
 * Maximum numbers of points and corners of an area. Larger areas are walked only along their outline, because the
 * computing time grows with the square of the first number and the cube of the second.
 */
const MAX_POINTS = 1000
const MAX_CORNERS = 250
const MAX_ENTRANCES = 80
/**
 * Maximum number of exact crossings. Areas with more crossings keep only those that shorten walks considerably, because
 * the number of turns grows with the cube of the number of entrances.
 */
const MAX_EXACT_CROSSINGS = 20
const MAX_STRETCH = 1.1

/**
 * Finds the straight paths that provide the shortest walks between all entrances of an area. Shortest paths inside a
 * polygon bend only at reflex corners and at corners of holes (Lozano-Pérez and Wesley, 1979), so these corners and the
 * entrances form a visibility graph. Only edges on a shortest path between two entrances are kept. Ring segments are
 * omitted, because the outline is already a way. Returns pairs of raw nodes, or an empty list if the rings are invalid.
 */
export function findCrossings(
  rings: readonly (readonly number[])[],
  isEntrance: (node: number) => boolean,
  positions: NodePositions,
): (readonly [number, number])[] {
  if (rings.reduce((sum, { length }) => sum + length, 0) > MAX_POINTS) return []
  const entranceNodes = rings.flat().filter(isEntrance)
  if (new Set(entranceNodes).size < 2) return []
  const geometry = new RingGeometry(rings, positions.latitude, positions.longitude)
  const nodeByPoint = new Map<number, number>()
  for (const [node, point] of geometry.pointByNode) nodeByPoint.set(point, node)
  for (const node of entranceNodes) nodeByPoint.set(geometry.pointByNode.get(node) ?? -1, node)
  const entrances = new Set(entranceNodes.map((node) => geometry.pointByNode.get(node) ?? -1))
  if (entrances.size < 2 || entrances.size > MAX_ENTRANCES || geometry.isBroken()) return []
  const graph = buildVisibilityGraph(geometry, entrances, positions, nodeByPoint)
  if (graph === undefined) return []
  const shortestPathEdges = graph.listShortestPathEdges([...entrances])
  const outline = graph.listOutline()
  const crossings = shortestPathEdges.filter(({ isOutline }) => !isOutline)
  const keptCrossings =
    crossings.length <= MAX_EXACT_CROSSINGS ? crossings : thinOut(geometry.pointCount, outline, crossings)
  return keptCrossings.map(({ a, b }) => [nodeByPoint.get(a) ?? -1, nodeByPoint.get(b) ?? -1])
}

function buildVisibilityGraph(
  geometry: RingGeometry,
  entrances: ReadonlySet<number>,
  { latitude, longitude }: NodePositions,
  nodeByPoint: ReadonlyMap<number, number>,
): VisibilityGraph | undefined {
  const corners = new Corners(geometry)
  const points = Array.from({ length: geometry.pointCount }, (_, point) => point).filter(
    (point) => entrances.has(point) || corners.canBend(point),
  )
  if (points.length > MAX_CORNERS) return undefined
  const graph = new VisibilityGraph(geometry.pointCount)
  const isUseful = (node: number, other: number) => entrances.has(node) || corners.isTangent(node, other)
  const metersBetween = (a: number, b: number): number => {
    const [p, q] = [nodeByPoint.get(a) ?? -1, nodeByPoint.get(b) ?? -1]
    return flatDistanceMeters(latitude[p] / 1e6, longitude[p] / 1e6, latitude[q] / 1e6, longitude[q] / 1e6)
  }
  for (const [index, a] of points.entries()) {
    for (const b of points.slice(0, index)) {
      const isOutline = corners.areNeighbors(a, b)
      if (!isOutline && !(isUseful(a, b) && isUseful(b, a) && geometry.isVisible(a, b))) continue
      graph.add({ a, b, meters: metersBetween(a, b), isOutline })
    }
  }
  return graph
}

/**
 * Removes crossings that save little, using the greedy spanner of Althöfer et al. (1993). Crossings are processed from
 * shortest to longest. A crossing is removed if the outline and the kept crossings form a path at most MAX_STRETCH
 * times as long.
 */
function thinOut(
  pointCount: number,
  outline: readonly VisibilityEdge[],
  crossings: readonly VisibilityEdge[],
): VisibilityEdge[] {
  const graph = new VisibilityGraph(pointCount)
  for (const edge of outline) graph.add(edge)
  const keptEdges: VisibilityEdge[] = []
  for (const edge of crossings.toSorted((p, q) => p.meters - q.meters || p.a - q.a || p.b - q.b)) {
    if (graph.isWithin(MAX_STRETCH * edge.meters, edge.a, edge.b)) continue
    graph.add(edge)
    keptEdges.push(edge)
  }
  return keptEdges
}
