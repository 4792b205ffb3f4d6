import Flatbush from 'flatbush'
import { turnDirection } from './convex.ts'
import type { Point } from './frame.ts'

/** Returns the corners of a ring that are on its convex hull, in ring order. */
export function findHullCorners(ring: readonly Point[]): number[] {
  const sorted = ring.map((_, corner) => corner).sort((a, b) => ring[a].x - ring[b].x || ring[a].y - ring[b].y)
  const buildHullChain = (order: readonly number[]) => {
    const hull: number[] = []
    for (const corner of order) {
      while (hull.length > 1 && cornerTurnDirection(ring, hull[hull.length - 2], hull[hull.length - 1], corner) <= 0)
        hull.pop()
      hull.push(corner)
    }
    return hull
  }
  return [...new Set([...buildHullChain(sorted), ...buildHullChain(sorted.reverse())])].sort((a, b) => a - b)
}

function cornerTurnDirection(ring: readonly Point[], a: number, b: number, c: number): number {
  return turnDirection(ring[a].x, ring[a].y, ring[b].x, ring[b].y, ring[c].x, ring[c].y)
}

/** Returns whether two non-adjacent edges meet. */
export function crossesItself(ring: readonly Point[]): boolean {
  const count = ring.length
  if (count < 4) return false
  const tree = new Flatbush(count)
  const box = (edge: number) => {
    const [a, b] = [ring[edge], ring[(edge + 1) % count]]
    return [Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(a.x, b.x), Math.max(a.y, b.y)] as const
  }
  for (let edge = 0; edge < count; edge++) tree.add(...box(edge))
  tree.finish()
  for (let edge = 0; edge < count; edge++) {
    const crossingEdges = tree.search(...box(edge), (otherEdge) => otherEdge > edge && edgesMeet(ring, edge, otherEdge))
    if (crossingEdges.length > 0) return true
  }
  return false
}

function edgesMeet(ring: readonly Point[], edgeA: number, edgeB: number): boolean {
  const count = ring.length
  const [a, b, c, d] = [edgeA, (edgeA + 1) % count, edgeB, (edgeB + 1) % count]
  if (b === c || d === a) return false
  const areOnSameSide = (e: number, f: number, g: number, h: number) =>
    cornerTurnDirection(ring, e, f, g) * cornerTurnDirection(ring, e, f, h) > 0
  return !areOnSameSide(a, b, c, d) && !areOnSameSide(c, d, a, b)
}
