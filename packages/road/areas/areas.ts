import type { EdgeTable, RoadNetwork } from '../network/network.ts'
import { edgeTouches, type Ring, toShape } from './area-shape.ts'

/** Closes the arcs of all roads that touch one of the areas. */
export function closeAreas({ edges, arcs }: RoadNetwork, areas: readonly Ring[], closed: Uint8Array): void {
  if (areas.length === 0) return
  const touchesArea = createAreaTest(edges, areas)
  const edgeIsInside = new Uint8Array(edges.count)
  for (let edge = 0; edge < edges.count; edge++) if (touchesArea(edge)) edgeIsInside[edge] = 1
  for (let arc = 0; arc < arcs.count; arc++) if (edgeIsInside[arcs.edgeSide[arc] >>> 1] === 1) closed[arc] = 1
}

/** Returns a predicate that tests whether an edge touches one of the areas. */
export function createAreaTest(edges: EdgeTable, areas: readonly Ring[]): (edge: number) => boolean {
  const shapes = areas.map(toShape)
  return (edge) => shapes.some((shape) => edgeTouches(shape, edges, edge))
}
