import { type OptimizeReply, type OptimizeRequest, rowsOf } from '@fairway/client'
import type { Point } from '../../points.ts'

/** The points of a tour, from its start to its end. */
export interface Path {
  readonly vehicle: number
  readonly points: readonly Point[]
}

/** Returns each tour of the reply. A round trip is closed here because the service does not repeat its start. */
export function pathsOf(body: OptimizeRequest, reply: Pick<OptimizeReply, 'routes'>): readonly Path[] {
  const { points, vehicles } = rowsOf(body)
  return reply.routes.map(({ vehicle, order }) => {
    const ends = vehicles[vehicle]
    const returns = ends?.start !== undefined && ends.start === ends.end
    const rows = [...order, ...(returns && ends.start !== undefined ? [ends.start] : [])]
    return { vehicle, points: pick(points, rows) }
  })
}

/** Returns the tours of the original order. */
export function givenPathsOf(body: OptimizeRequest, given: readonly (readonly number[])[]): readonly Path[] {
  const { points, vehicles } = rowsOf(body)
  return given.flatMap((visits, vehicle) => {
    if (visits.length === 0) return []
    const { start, end } = vehicles[vehicle] ?? { start: undefined, end: undefined }
    const rows = [start, ...visits, end].filter((row) => row !== undefined)
    return [{ vehicle, points: pick(points, rows) }]
  })
}

function pick(points: readonly (readonly number[])[], rows: readonly number[]): readonly Point[] {
  return rows.flatMap((row) => {
    const point = points[row]
    return point === undefined ? [] : [[point[0] ?? 0, point[1] ?? 0] as const]
  })
}
