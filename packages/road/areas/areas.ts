import type { EdgeTable, RoadNetwork } from '../network/network.ts'
import { type AreaShape, edgeTouches, type Ring, toShape } from './area-shape.ts'

/** Closes the arcs of all roads that touch one of the areas. */
export function closeAreas({ edges, arcs }: RoadNetwork, areas: readonly Ring[], isArcClosed: Uint8Array): void {
  if (areas.length === 0) return
  const touchesArea = createAreaTest(edges, areas)
  const edgeIsInside = new Uint8Array(edges.count)
  for (let edge = 0; edge < edges.count; edge++) if (touchesArea(edge)) edgeIsInside[edge] = 1
  for (let arc = 0; arc < arcs.count; arc++) if (edgeIsInside[arcs.edgeSide[arc] >>> 1] === 1) isArcClosed[arc] = 1
}

/**
 * Returns one array per area, with 1 for every edge that touches the area. The bounding box of each edge is computed
 * once for all areas.
 */
export function markTouchedEdges(edges: EdgeTable, areas: readonly Ring[]): Uint8Array[] {
  const shapes = areas.map(toShape)
  const marks = shapes.map(() => new Uint8Array(edges.count))
  if (shapes.length === 0) return marks
  const { shapeFirst, shapeLatitude, shapeLongitude } = edges
  for (let edge = 0; edge < edges.count; edge++) {
    const first = shapeFirst[edge]
    const end = shapeFirst[edge + 1]
    let [south, north, west, east] = [
      shapeLatitude[first],
      shapeLatitude[first],
      shapeLongitude[first],
      shapeLongitude[first],
    ]
    for (let i = first + 1; i < end; i++) {
      south = Math.min(south, shapeLatitude[i])
      north = Math.max(north, shapeLatitude[i])
      west = Math.min(west, shapeLongitude[i])
      east = Math.max(east, shapeLongitude[i])
    }
    for (let i = 0; i < shapes.length; i++) {
      const shape = shapes[i]
      if (north < shape.south || south > shape.north || !overlapsInLongitude(shape, west, east)) continue
      if (edgeTouches(shape, edges, edge)) marks[i][edge] = 1
    }
  }
  return marks
}

function overlapsInLongitude(shape: AreaShape, west: number, east: number): boolean {
  // The edge crosses the antimeridian.
  if (east - west > 180e6) return true
  for (let worldShift = -360e6; worldShift <= 360e6; worldShift += 360e6) {
    if (east + worldShift >= shape.west && west + worldShift <= shape.east) return true
  }
  return false
}

/** Returns a predicate that tests whether an edge touches one of the areas. */
export function createAreaTest(edges: EdgeTable, areas: readonly Ring[]): (edge: number) => boolean {
  const shapes = areas.map(toShape)
  return (edge) => shapes.some((shape) => edgeTouches(shape, edges, edge))
}
