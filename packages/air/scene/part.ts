import type { Vector } from '@fairway/geo'
import { type Convex, containsStrictly, convexHull, turn } from '../geometry/convex.ts'
import type { Frame, Point } from '../geometry/frame.ts'
import { octagon } from './shapes.ts'

/** A unit of the search: one convex shape, or the shapes of several consecutive edges. */
export interface Part {
  readonly pieces: readonly Convex[]
  /** West, south, east and north of each piece. */
  readonly boxes: Float64Array
  /**
   * Corners where paths may bend, six numbers each: the corner, its predecessor and its successor, counterclockwise.
   */
  readonly corners: Float64Array
}

export function onePiece(piece: Convex): Part {
  const { xs, ys } = piece
  const count = xs.length
  const corners = new Float64Array(6 * count)
  for (let at = 0; at < count; at++) {
    const last = at === 0 ? count - 1 : at - 1
    const next = at + 1 === count ? 0 : at + 1
    corners.set([xs[at], ys[at], xs[last], ys[last], xs[next], ys[next]], 6 * at)
  }
  return { pieces: [piece], boxes: boxesOf([piece]), corners }
}

/**
 * Builds each edge with its margin. Octagons are built once per endpoint, so adjacent edges share bit-identical
 * corners.
 */
export function edgePieces(frame: Frame, edges: readonly (readonly [Vector, Vector])[], marginMeters: number): Part {
  const made = new Map<Vector, Point[]>()
  const around = (end: Vector) => {
    const found = made.get(end) ?? octagon(frame, end, marginMeters)
    made.set(end, found)
    return found
  }
  const pieces = edges.map(([from, to]) => convexHull([...around(from), ...around(to)]))
  const boxes = boxesOf(pieces)
  return { pieces, boxes, corners: outerCorners(pieces, boxes) }
}

function boxesOf(pieces: readonly Convex[]): Float64Array {
  const boxes = new Float64Array(4 * pieces.length)
  pieces.forEach(({ xs, ys }, at) => {
    boxes.set([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], 4 * at)
  })
  return boxes
}

export function isInBox(boxes: Float64Array, box: number, x: number, y: number): boolean {
  const at = 4 * box
  return x >= boxes[at] && y >= boxes[at + 1] && x <= boxes[at + 2] && y <= boxes[at + 3]
}

interface Corner {
  readonly at: Point
  last: Point
  next: Point
}

/**
 * Returns each corner that is not inside another piece, with its outermost neighbors. No shortest path bends where the
 * union of the pieces is concave.
 */
function outerCorners(pieces: readonly Convex[], boxes: Float64Array): Float64Array {
  const found = new Map<number, Corner[]>()
  pieces.forEach((piece, own) => {
    const { xs, ys } = piece
    const point = (at: number): Point => ({ x: xs[at], y: ys[at] })
    for (let at = 0; at < xs.length; at++) {
      const [x, y] = [xs[at], ys[at]]
      const isBuried = pieces.some(
        (other, index) => index !== own && isInBox(boxes, index, x, y) && containsStrictly(other, x, y),
      )
      if (isBuried) continue
      const last = point(at === 0 ? xs.length - 1 : at - 1)
      const next = point(at + 1 === xs.length ? 0 : at + 1)
      const there = found.get(xs[at]) ?? []
      found.set(xs[at], there)
      const same = there.find((corner) => corner.at.y === ys[at])
      if (same) widen(same, last, next)
      else there.push({ at: point(at), last, next })
    }
  })
  const corners = [...found.values()].flat().filter(({ at, last, next }) => side(at, next, last) > 0)
  return Float64Array.from(corners.flatMap(({ at, last, next }) => [at.x, at.y, last.x, last.y, next.x, next.y]))
}

/** All pieces at a corner contain the center of its octagon, so the piece rotated farther is farther out. */
function widen(corner: Corner, last: Point, next: Point): void {
  if (side(corner.at, corner.last, last) > 0) corner.last = last
  if (side(corner.at, corner.next, next) < 0) corner.next = next
}

function side(from: Point, a: Point, b: Point): number {
  return turn(from.x, from.y, a.x, a.y, b.x, b.y)
}
