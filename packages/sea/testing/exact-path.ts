import { distanceNm, type Position } from '@fairway/geo'

/** A land polygon, given by its corners. */
export type LandPolygon = readonly Position[]

/**
 * Computes the shortest path around polygons by brute force. Runs Dijkstra's algorithm over all corners and all lines
 * between them that cross no side (Lozano-Pérez and Wesley, 1979). Lines are straight on the chart, so use this
 * function only near the equator.
 */
export function exactShortestNm(lands: readonly LandPolygon[], from: Position, to: Position): number {
  const points = [from, to, ...lands.flat()]
  const sides = lands.flatMap((land) =>
    land.map((corner, at): [Position, Position] => [corner, land[(at + 1) % land.length]]),
  )
  const isSide = (a: Position, b: Position) => sides.some(([c, d]) => (a === c && b === d) || (a === d && b === c))
  const isClear = (a: Position, b: Position) =>
    isSide(a, b) ||
    (!sides.some(([c, d]) => segmentsCross(a, b, c, d)) && !lands.some((land) => isInside(land, midpoint(a, b))))
  const best = points.map((_, at) => (at === 0 ? 0 : Number.POSITIVE_INFINITY))
  const isDone = points.map(() => false)
  for (;;) {
    let next = -1
    for (let at = 0; at < points.length; at++) {
      if (!isDone[at] && (next < 0 || best[at] < best[next])) next = at
    }
    if (next === 1 || next < 0 || best[next] === Number.POSITIVE_INFINITY) return best[1]
    isDone[next] = true
    for (let at = 0; at < points.length; at++) {
      const sum = best[next] + distanceNm(...points[next], ...points[at])
      if (!isDone[at] && sum < best[at] && isClear(points[next], points[at])) best[at] = sum
    }
  }
}

function midpoint(a: Position, b: Position): Position {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
}

/** Returns whether two segments properly cross. Touching a corner or running along a side does not count. */
function segmentsCross(a: Position, b: Position, c: Position, d: Position): boolean {
  const orientation = (p: Position, q: Position, r: Position) =>
    Math.sign((q[1] - p[1]) * (r[0] - p[0]) - (q[0] - p[0]) * (r[1] - p[1]))
  return orientation(a, b, c) * orientation(a, b, d) < 0 && orientation(c, d, a) * orientation(c, d, b) < 0
}

export function isInside(land: LandPolygon, [latitude, longitude]: Position): boolean {
  let isIn = false
  land.forEach(([lat, lon], at) => {
    const [nextLat, nextLon] = land[(at + 1) % land.length]
    if (lat > latitude === nextLat > latitude) return
    if (longitude < lon + ((latitude - lat) / (nextLat - lat)) * (nextLon - lon)) isIn = !isIn
  })
  return isIn
}

/** Returns whether any point along the lines, sampled every tenth of a nautical mile, is inside land. */
export function touchesLand(lands: readonly LandPolygon[], line: readonly Position[]): boolean {
  return line.some((point, at) => {
    const before = line[at - 1]
    if (!before) return false
    const pieces = Math.ceil(distanceNm(...before, ...point) / 0.1)
    return Array.from({ length: pieces + 1 }, (_, piece): Position => {
      const share = piece / Math.max(1, pieces)
      return [before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share]
    }).some((position) => lands.some((land) => isInside(land, position)))
  })
}
