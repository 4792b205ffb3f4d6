import type { Position } from '@fairway/geo'
import Flatbush from 'flatbush'
import { orient2d } from 'robust-predicates'

/** Two crossing edges and their intersection. */
export interface Crossing {
  readonly first: readonly [Position, Position]
  readonly second: readonly [Position, Position]
  readonly at: Position
}

/**
 * Maximum number of edges for which all pairs are compared. For so few edges, this is faster than building an index.
 */
const MAX_EDGES_WITHOUT_INDEX = 48

/**
 * Maximum number of edge pairs to compare: a fixed number for small outlines, and a number per edge for large ones.
 * These numbers are sufficient for any coastline. Without a limit, checking a malicious outline could take minutes.
 */
const MIN_PAIR_LIMIT = 200_000
const PAIR_LIMIT_PER_EDGE = 50

/** Edges as x1, y1, x2, y2, with continuous longitudes across the antimeridian. */
export type EdgeCoordinates = readonly number[]

/**
 * Returns the first pair of crossing edges of these rings. Edges that touch or overlap do not count, because files
 * often connect an outline to each hole with two identical edges in opposite directions.
 */
export function findCrossing(rings: readonly (readonly Position[])[]): Crossing | 'too tangled' | undefined {
  const edges = unrollEdges(rings)
  const count = edges.length / 4
  if (count > MAX_EDGES_WITHOUT_INDEX) return findCrossingIndexed(edges, count)
  for (let edgeA = 0; edgeA < count; edgeA++) {
    for (let edgeB = edgeA + 1; edgeB < count; edgeB++) {
      if (edgesCross(edges, edgeA, edgeB)) return toCrossing(edges, edgeA, edgeB)
    }
  }
  return undefined
}

/** Lists all edges of the rings. Later rings are shifted by whole turns so that they are next to the first ring. */
export function unrollEdges(rings: readonly (readonly Position[])[]): number[] {
  const edges: number[] = []
  const baseLongitude = rings[0]?.[0]?.[1] ?? 0
  for (const ring of rings) {
    if (ring.length === 0) continue
    // Whole turns are added instead of longitude differences, because sums of differences would not close the ring
    // exactly.
    let fullTurnCount = fullTurnsBetween(baseLongitude, ring[0][1])
    for (let corner = 0; corner < ring.length; corner++) {
      const [latitude, longitude] = ring[corner]
      const [nextLatitude, nextLongitude] = ring[(corner + 1) % ring.length]
      const nextTurnCount = fullTurnCount + fullTurnsBetween(longitude, nextLongitude)
      edges.push(longitude + fullTurnCount * 360, latitude, nextLongitude + nextTurnCount * 360, nextLatitude)
      fullTurnCount = nextTurnCount
    }
  }
  return edges
}

/** Returns the number of full turns to add to the second longitude to take the shorter direction. */
function fullTurnsBetween(from: number, to: number): number {
  return to - from > 180 ? -1 : to - from < -180 ? 1 : 0
}

export function longitudeDelta(from: number, to: number): number {
  return to - from + fullTurnsBetween(from, to) * 360
}

function findCrossingIndexed(edges: EdgeCoordinates, count: number): Crossing | 'too tangled' | undefined {
  const index = new Flatbush(count)
  for (let edge = 0; edge < edges.length; edge += 4) {
    const [x1, y1, x2, y2] = [edges[edge], edges[edge + 1], edges[edge + 2], edges[edge + 3]]
    index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2))
  }
  index.finish()
  const maxPairs = Math.max(MIN_PAIR_LIMIT, PAIR_LIMIT_PER_EDGE * count)
  let pairCount = 0
  for (let edgeA = 0; edgeA < count; edgeA++) {
    const [x1, y1, x2, y2] = [edges[edgeA * 4], edges[edgeA * 4 + 1], edges[edgeA * 4 + 2], edges[edgeA * 4 + 3]]
    const nearbyEdges = index.search(
      Math.min(x1, x2),
      Math.min(y1, y2),
      Math.max(x1, x2),
      Math.max(y1, y2),
      (edgeB) => edgeB > edgeA && pairCount++ < maxPairs && edgesCross(edges, edgeA, edgeB),
    )
    if (pairCount > maxPairs) return 'too tangled'
    if (nearbyEdges.length > 0) return toCrossing(edges, edgeA, Math.min(...nearbyEdges))
  }
  return undefined
}

function edgesCross(edges: EdgeCoordinates, edgeA: number, edgeB: number): boolean {
  const [ax, ay, bx, by] = [edges[edgeA * 4], edges[edgeA * 4 + 1], edges[edgeA * 4 + 2], edges[edgeA * 4 + 3]]
  const [cx, cy, dx, dy] = [edges[edgeB * 4], edges[edgeB * 4 + 1], edges[edgeB * 4 + 2], edges[edgeB * 4 + 3]]
  return (
    Math.sign(orient2d(ax, ay, bx, by, cx, cy)) * Math.sign(orient2d(ax, ay, bx, by, dx, dy)) < 0 &&
    Math.sign(orient2d(cx, cy, dx, dy, ax, ay)) * Math.sign(orient2d(cx, cy, dx, dy, bx, by)) < 0
  )
}

function toCrossing(edges: EdgeCoordinates, edgeA: number, edgeB: number): Crossing {
  const [ax, ay, bx, by] = edges.slice(edgeA * 4, edgeA * 4 + 4)
  const [cx, cy, dx, dy] = edges.slice(edgeB * 4, edgeB * 4 + 4)
  const startDistance = Math.abs(orient2d(cx, cy, dx, dy, ax, ay))
  const fraction = startDistance / (startDistance + Math.abs(orient2d(cx, cy, dx, dy, bx, by)))
  const toPosition = (x: number, y: number): Position => [y, longitudeDelta(0, x % 360)]
  return {
    first: [toPosition(ax, ay), toPosition(bx, by)],
    second: [toPosition(cx, cy), toPosition(dx, dy)],
    at: toPosition(ax + (bx - ax) * fraction, ay + (by - ay) * fraction),
  }
}
