import type { Vector } from '@fairway/geo'
import { type ConvexShape, containsStrictly, convexHull, turnDirection } from '../geometry/convex.ts'
import type { Frame, Point } from '../geometry/frame.ts'
import { makeOctagon } from './shapes.ts'

/** A unit of the search: one convex shape, or the shapes of several consecutive edges. */
export interface ShapePart {
  readonly pieces: readonly ConvexShape[]
  /** Western, southern, eastern, and northern bounds of each piece. */
  readonly boxes: Float64Array
  /**
   * Corners where paths may bend, as six numbers each: the corner, its predecessor, and its successor,
   * counterclockwise.
   */
  readonly corners: Float64Array
}

export function makeConvexPart(shape: ConvexShape): ShapePart {
  const { xs, ys } = shape
  const count = xs.length
  const corners = new Float64Array(6 * count)
  for (let cornerIndex = 0; cornerIndex < count; cornerIndex++) {
    const last = cornerIndex === 0 ? count - 1 : cornerIndex - 1
    const next = cornerIndex + 1 === count ? 0 : cornerIndex + 1
    corners.set([xs[cornerIndex], ys[cornerIndex], xs[last], ys[last], xs[next], ys[next]], 6 * cornerIndex)
  }
  return { pieces: [shape], boxes: boundingBoxes([shape]), corners }
}

/**
 * Builds each edge with its margin. Octagons are built once per endpoint, so adjacent edges share bit-identical
 * corners.
 */
export function makeEdgePart(
  frame: Frame,
  edges: readonly (readonly [Vector, Vector])[],
  marginMeters: number,
): ShapePart {
  const octagons = new Map<Vector, Point[]>()
  const octagonAround = (vertex: Vector) => {
    const corners = octagons.get(vertex) ?? makeOctagon(frame, vertex, marginMeters)
    octagons.set(vertex, corners)
    return corners
  }
  const pieces = edges.map(([from, to]) => convexHull([...octagonAround(from), ...octagonAround(to)]))
  const boxes = boundingBoxes(pieces)
  return { pieces, boxes, corners: findOuterCorners(pieces, boxes) }
}

function boundingBoxes(pieces: readonly ConvexShape[]): Float64Array {
  const boxes = new Float64Array(4 * pieces.length)
  pieces.forEach(({ xs, ys }, index) => {
    boxes.set([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], 4 * index)
  })
  return boxes
}

export function isInBox(boxes: Float64Array, box: number, x: number, y: number): boolean {
  const offset = 4 * box
  return x >= boxes[offset] && y >= boxes[offset + 1] && x <= boxes[offset + 2] && y <= boxes[offset + 3]
}

interface Corner {
  readonly point: Point
  previous: Point
  next: Point
}

/**
 * Returns each corner that is not inside another piece, with its outermost neighbors. No shortest path bends where the
 * union of the pieces is concave.
 */
function findOuterCorners(pieces: readonly ConvexShape[], boxes: Float64Array): Float64Array {
  const cornersByX = new Map<number, Corner[]>()
  pieces.forEach((piece, pieceIndex) => {
    const { xs, ys } = piece
    const point = (cornerIndex: number): Point => ({ x: xs[cornerIndex], y: ys[cornerIndex] })
    for (let cornerIndex = 0; cornerIndex < xs.length; cornerIndex++) {
      const [x, y] = [xs[cornerIndex], ys[cornerIndex]]
      const isInsideOtherPiece = pieces.some(
        (otherPiece, index) =>
          index !== pieceIndex && isInBox(boxes, index, x, y) && containsStrictly(otherPiece, x, y),
      )
      if (isInsideOtherPiece) continue
      const last = point(cornerIndex === 0 ? xs.length - 1 : cornerIndex - 1)
      const next = point(cornerIndex + 1 === xs.length ? 0 : cornerIndex + 1)
      const cornersAtX = cornersByX.get(xs[cornerIndex]) ?? []
      cornersByX.set(xs[cornerIndex], cornersAtX)
      const existingCorner = cornersAtX.find((corner) => corner.point.y === ys[cornerIndex])
      if (existingCorner) widenCorner(existingCorner, last, next)
      else cornersAtX.push({ point: point(cornerIndex), previous: last, next })
    }
  })
  const corners = [...cornersByX.values()]
    .flat()
    .filter(({ point, previous, next }) => turnDirectionAt(point, next, previous) > 0)
  return Float64Array.from(
    corners.flatMap(({ point, previous, next }) => [point.x, point.y, previous.x, previous.y, next.x, next.y]),
  )
}

/**
 * Updates the neighbors of a corner with the outermost piece. All pieces at a corner contain the center of its octagon,
 * so the piece that is rotated farther also reaches farther out.
 */
function widenCorner(corner: Corner, last: Point, next: Point): void {
  if (turnDirectionAt(corner.point, corner.previous, last) > 0) corner.previous = last
  if (turnDirectionAt(corner.point, corner.next, next) < 0) corner.next = next
}

function turnDirectionAt(from: Point, a: Point, b: Point): number {
  return turnDirection(from.x, from.y, a.x, a.y, b.x, b.y)
}
