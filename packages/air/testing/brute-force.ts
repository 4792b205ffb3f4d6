import type { ConvexShape } from '../geometry/convex.ts'
import { turnDirection } from '../geometry/convex.ts'
import type { Frame } from '../geometry/frame.ts'
import type { ProjectedPoint, TravelTime } from '../search/travel.ts'

/**
 * Computes the shortest path around convex shapes by brute force. Runs Dijkstra's algorithm over all corners and all
 * lines between them that enter no shape (Lozano-Pérez and Wesley, 1979). Unlike the search, this function clips lines
 * against the half plane of every edge (Cyrus and Beck).
 */
export function bruteForceCost(
  frame: Frame,
  shapes: readonly ConvexShape[],
  start: ProjectedPoint,
  goal: ProjectedPoint,
  travel: TravelTime,
): number {
  const corners = shapes.flatMap(({ xs, ys }) =>
    Array.from(xs, (x, at): ProjectedPoint => ({ x, y: ys[at], vector: frame.unproject(x, ys[at]) })),
  )
  const points = [start, goal, ...corners]
  const best = points.map((_, at) => (at === 0 ? 0 : Number.POSITIVE_INFINITY))
  const isDone = points.map(() => false)
  for (;;) {
    let next = -1
    for (let at = 0; at < points.length; at++) if (!isDone[at] && (next < 0 || best[at] < best[next])) next = at
    if (next === 1 || next < 0 || best[next] === Number.POSITIVE_INFINITY) return best[1]
    isDone[next] = true
    for (let at = 0; at < points.length; at++) {
      if (isDone[at]) continue
      const sum = best[next] + travel(points[next], points[at])
      if (sum < best[at] && shapes.every((shape) => isOutside(shape, points[next], points[at]))) best[at] = sum
    }
  }
}

function isOutside({ xs, ys }: ConvexShape, a: ProjectedPoint, b: ProjectedPoint): boolean {
  let [first, last] = [0, 1]
  for (let at = 0; at < xs.length; at++) {
    const next = (at + 1) % xs.length
    const start = turnDirection(xs[at], ys[at], xs[next], ys[next], a.x, a.y)
    const end = turnDirection(xs[at], ys[at], xs[next], ys[next], b.x, b.y)
    if (start <= 0 && end <= 0) return true
    const cut = start / (start - end)
    if (start < end && start < 0) first = Math.max(first, cut)
    if (start > end && end < 0) last = Math.min(last, cut)
  }
  return first >= last - 1e-12
}
