import { orient2d } from 'robust-predicates'
import type { Point } from './frame.ts'

/**
 * A convex shape with its corners in counterclockwise order, no three of them collinear. All tests use exact arithmetic
 * (Shewchuk's predicates). A segment that only touches an edge or corner is therefore never mistaken for one that
 * enters the shape.
 */
export interface ConvexShape {
  readonly xs: Float64Array
  readonly ys: Float64Array
}

/**
 * Returns a positive number if c is to the left of the line from a to b. `orient2d` has the opposite sign, because its
 * y axis points down.
 */
export function turnDirection(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return -orient2d(ax, ay, bx, by, cx, cy)
}

/** Computes the convex hull with Andrew's monotone chain. */
export function convexHull(points: readonly Point[]): ConvexShape {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y)
  const hull: Point[] = []
  for (const point of sorted) extendHull(hull, 0, point)
  // The last point of the lower chain is the first point of the upper chain.
  const upperChainStart = hull.length - 1
  for (let index = sorted.length - 2; index >= 0; index--) extendHull(hull, upperChainStart, sorted[index])
  hull.pop()
  return { xs: Float64Array.from(hull, ({ x }) => x), ys: Float64Array.from(hull, ({ y }) => y) }
}

/** Adds a point to a chain that only turns left, and drops points that violate this condition. */
function extendHull(chain: Point[], first: number, point: Point): void {
  while (chain.length > first + 1) {
    const last = chain[chain.length - 1]
    const secondLast = chain[chain.length - 2]
    if (turnDirection(secondLast.x, secondLast.y, last.x, last.y, point.x, point.y) > 0) break
    chain.pop()
  }
  const last = chain[chain.length - 1]
  if (!last || last.x !== point.x || last.y !== point.y) chain.push(point)
}

/** Returns whether a ring turns in only one direction and makes exactly one full turn. */
export function isConvexRing(ring: readonly Point[]): boolean {
  let [hasLeftTurn, hasRightTurn, sum] = [false, false, 0]
  for (let index = 0; index < ring.length; index++) {
    const [a, b, c] = [ring[index], ring[(index + 1) % ring.length], ring[(index + 2) % ring.length]]
    const turn = turnDirection(a.x, a.y, b.x, b.y, c.x, c.y)
    if (turn > 0) hasLeftTurn = true
    else if (turn < 0) hasRightTurn = true
    sum += Math.atan2(turn, (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y))
  }
  return hasLeftTurn !== hasRightTurn && Math.abs(Math.abs(sum) - 2 * Math.PI) < 1e-6
}

/**
 * Returns whether the segment from a to b has a point strictly inside the shape. Two convex sets are disjoint if a line
 * along an edge of one set separates them. The edge is an edge of the shape or the segment itself.
 */
export function entersInterior({ xs, ys }: ConvexShape, ax: number, ay: number, bx: number, by: number): boolean {
  const count = xs.length
  let isLeft = false
  let isRight = false
  for (let index = 0, previousIndex = count - 1; index < count; previousIndex = index++) {
    if (
      turnDirection(xs[previousIndex], ys[previousIndex], xs[index], ys[index], ax, ay) <= 0 &&
      turnDirection(xs[previousIndex], ys[previousIndex], xs[index], ys[index], bx, by) <= 0
    )
      return false
    const turn = turnDirection(ax, ay, bx, by, xs[index], ys[index])
    if (turn > 0) isLeft = true
    else if (turn < 0) isRight = true
  }
  return (isLeft && isRight) || (ax === bx && ay === by)
}

export function containsStrictly({ xs, ys }: ConvexShape, x: number, y: number): boolean {
  for (let index = 0, previousIndex = xs.length - 1; index < xs.length; previousIndex = index++) {
    if (turnDirection(xs[previousIndex], ys[previousIndex], xs[index], ys[index], x, y) <= 0) return false
  }
  return true
}

/**
 * Returns the part of the segment from a to b that is inside, as fractions, or undefined if there is none. Rounding is
 * acceptable, because the result is used only for times.
 */
export function findInsideFractions({ xs, ys }: ConvexShape, ax: number, ay: number, bx: number, by: number) {
  let [first, last] = [0, 1]
  for (let index = 0, previousIndex = xs.length - 1; index < xs.length; previousIndex = index++) {
    const start = turnDirection(xs[previousIndex], ys[previousIndex], xs[index], ys[index], ax, ay)
    const end = turnDirection(xs[previousIndex], ys[previousIndex], xs[index], ys[index], bx, by)
    if (start <= 0 && end <= 0) return undefined
    if (start < 0) first = Math.max(first, start / (start - end))
    else if (end < 0) last = Math.min(last, start / (start - end))
  }
  return first < last ? ([first, last] as const) : undefined
}
