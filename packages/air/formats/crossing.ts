import type { Position } from '@fairway/geo'
import Flatbush from 'flatbush'
import { orient2d } from 'robust-predicates'

/** Two crossing edges and their intersection. */
export interface Crossing {
  readonly first: readonly [Position, Position]
  readonly second: readonly [Position, Position]
  readonly at: Position
}

/** Up to this many edges, comparing all pairs is faster than an index. */
const FEW_EDGES = 48

/**
 * Limits on compared edge pairs: a minimum, and a number per edge of a large outline. They suffice for any coast.
 * Outlines crafted to waste time would take minutes.
 */
const PAIRS = 200_000
const PAIRS_PER_EDGE = 50

/** Edges as x1, y1, x2, y2, with continuous longitudes across the antimeridian. */
export type Edges = readonly number[]

/**
 * The first pair of crossing edges of these rings. Edges that touch or overlap do not count, because outlines connected
 * to their holes by a bridge in both directions are common.
 */
export function findCrossing(rings: readonly (readonly Position[])[]): Crossing | 'too tangled' | undefined {
  const edges = unrolledEdges(rings)
  const count = edges.length / 4
  if (count > FEW_EDGES) return findCrossingIndexed(edges, count)
  for (let one = 0; one < count; one++) {
    for (let other = one + 1; other < count; other++) {
      if (doCross(edges, one, other)) return crossingOf(edges, one, other)
    }
  }
  return undefined
}

/** All edges of the rings. Later rings are shifted next to the first. */
export function unrolledEdges(rings: readonly (readonly Position[])[]): number[] {
  const edges: number[] = []
  const home = rings[0]?.[0]?.[1] ?? 0
  for (const ring of rings) {
    if (ring.length === 0) continue
    // Adds whole turns and not longitude differences, whose sums would not close the ring exactly.
    let turns = turnsBetween(home, ring[0][1])
    for (let corner = 0; corner < ring.length; corner++) {
      const [latitude, longitude] = ring[corner]
      const [nextLatitude, nextLongitude] = ring[(corner + 1) % ring.length]
      const nextTurns = turns + turnsBetween(longitude, nextLongitude)
      edges.push(longitude + turns * 360, latitude, nextLongitude + nextTurns * 360, nextLatitude)
      turns = nextTurns
    }
  }
  return edges
}

/** The full turns to add to the second longitude to take the shorter direction. */
function turnsBetween(from: number, to: number): number {
  return to - from > 180 ? -1 : to - from < -180 ? 1 : 0
}

export function shorterWay(from: number, to: number): number {
  return to - from + turnsBetween(from, to) * 360
}

function findCrossingIndexed(edges: Edges, count: number): Crossing | 'too tangled' | undefined {
  const index = new Flatbush(count)
  for (let edge = 0; edge < edges.length; edge += 4) {
    const [x1, y1, x2, y2] = [edges[edge], edges[edge + 1], edges[edge + 2], edges[edge + 3]]
    index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2))
  }
  index.finish()
  const most = Math.max(PAIRS, PAIRS_PER_EDGE * count)
  let pairs = 0
  for (let one = 0; one < count; one++) {
    const [x1, y1, x2, y2] = [edges[one * 4], edges[one * 4 + 1], edges[one * 4 + 2], edges[one * 4 + 3]]
    const near = index.search(
      Math.min(x1, x2),
      Math.min(y1, y2),
      Math.max(x1, x2),
      Math.max(y1, y2),
      (other) => other > one && pairs++ < most && doCross(edges, one, other),
    )
    if (pairs > most) return 'too tangled'
    if (near.length > 0) return crossingOf(edges, one, Math.min(...near))
  }
  return undefined
}

function doCross(edges: Edges, one: number, other: number): boolean {
  const [ax, ay, bx, by] = [edges[one * 4], edges[one * 4 + 1], edges[one * 4 + 2], edges[one * 4 + 3]]
  const [cx, cy, dx, dy] = [edges[other * 4], edges[other * 4 + 1], edges[other * 4 + 2], edges[other * 4 + 3]]
  return (
    Math.sign(orient2d(ax, ay, bx, by, cx, cy)) * Math.sign(orient2d(ax, ay, bx, by, dx, dy)) < 0 &&
    Math.sign(orient2d(cx, cy, dx, dy, ax, ay)) * Math.sign(orient2d(cx, cy, dx, dy, bx, by)) < 0
  )
}

function crossingOf(edges: Edges, one: number, other: number): Crossing {
  const [ax, ay, bx, by] = edges.slice(one * 4, one * 4 + 4)
  const [cx, cy, dx, dy] = edges.slice(other * 4, other * 4 + 4)
  const left = Math.abs(orient2d(cx, cy, dx, dy, ax, ay))
  const share = left / (left + Math.abs(orient2d(cx, cy, dx, dy, bx, by)))
  const position = (x: number, y: number): Position => [y, shorterWay(0, x % 360)]
  return {
    first: [position(ax, ay), position(bx, by)],
    second: [position(cx, cy), position(dx, dy)],
    at: position(ax + (bx - ax) * share, ay + (by - ay) * share),
  }
}
