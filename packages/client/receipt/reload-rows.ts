import type { MatrixRows } from './points.ts'
import type { OptimizeRoute } from './replies.ts'

/** Returns the matrix row of each depot where a route reloads, keyed by the number of visits before the reload. */
export function listReloadRows({ points }: MatrixRows, { trips = [] }: OptimizeRoute): Map<number, number> {
  const rows = new Map<number, number>()
  let visits = 0
  for (const { stops, depot } of trips) {
    const depotPoint = depot?.at
    const row = depotPoint
      ? points.findLastIndex((point) => point[0] === depotPoint[0] && point[1] === depotPoint[1])
      : depot?.stop
    if (row !== undefined) rows.set(visits, row)
    visits += stops.length
  }
  return rows
}
