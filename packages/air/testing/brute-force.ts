import type { Convex } from '../geometry/convex.ts'
import { turn } from '../geometry/convex.ts'
import type { Frame } from '../geometry/frame.ts'
import type { Place, Travel } from '../search/travel.ts'

/**
 * Computes the shortest path around convex shapes by brute force: all corners, all lines between them that enter no
 * shape, Dijkstra (Lozano-Pérez and Wesley, 1979). Unlike the search, it clips lines against the half plane of every
 * edge (Cyrus and Beck).
 */
export function bruteForceCost(
  frame: Frame,
  shapes: readonly Convex[],
  start: Place,
  goal: Place,
  travel: Travel,
): number {
  const corners = shapes.flatMap(({ xs, ys }) =>
    Array.from(xs, (x, at): Place => ({ x, y: ys[at], vector: frame.lift(x, ys[at]) })),
  )
  const places = [start, goal, ...corners]
  const best = places.map((_, at) => (at === 0 ? 0 : Number.POSITIVE_INFINITY))
  const isDone = places.map(() => false)
  for (;;) {
    let next = -1
    for (let at = 0; at < places.length; at++) if (!isDone[at] && (next < 0 || best[at] < best[next])) next = at
    if (next === 1 || next < 0 || best[next] === Number.POSITIVE_INFINITY) return best[1]
    isDone[next] = true
    for (let at = 0; at < places.length; at++) {
      if (isDone[at]) continue
      const sum = best[next] + travel(places[next], places[at])
      if (sum < best[at] && shapes.every((shape) => isOutside(shape, places[next], places[at]))) best[at] = sum
    }
  }
}

function isOutside({ xs, ys }: Convex, a: Place, b: Place): boolean {
  let [first, last] = [0, 1]
  for (let at = 0; at < xs.length; at++) {
    const next = (at + 1) % xs.length
    const start = turn(xs[at], ys[at], xs[next], ys[next], a.x, a.y)
    const end = turn(xs[at], ys[at], xs[next], ys[next], b.x, b.y)
    if (start <= 0 && end <= 0) return true
    const cut = start / (start - end)
    if (start < end && start < 0) first = Math.max(first, cut)
    if (start > end && end < 0) last = Math.min(last, cut)
  }
  return first >= last - 1e-12
}
