import { type OptimizeReply, type OptimizeRequest, rowsOf } from '@fairway/client'
import type { Point } from '../../points.ts'

/** Points of a tour, from its start to its end. */
export interface VehiclePath {
  readonly vehicle: number
  readonly points: readonly Point[]
}

/** Returns the path of each tour. Round trips are closed here because the service does not repeat the start. */
export function toVehiclePaths(body: OptimizeRequest, reply: Pick<OptimizeReply, 'routes'>): readonly VehiclePath[] {
  const { points, vehicles } = rowsOf(body)
  return reply.routes.map(({ vehicle, order }) => {
    const endpoints = vehicles[vehicle]
    const isRoundTrip = endpoints?.start !== undefined && endpoints.start === endpoints.end
    const rows = [...order, ...(isRoundTrip && endpoints.start !== undefined ? [endpoints.start] : [])]
    return { vehicle, points: pickPoints(points, rows) }
  })
}

/** Returns the paths of tours that visit the stops in the original order. */
export function toOriginalPaths(
  body: OptimizeRequest,
  originalTours: readonly (readonly number[])[],
): readonly VehiclePath[] {
  const { points, vehicles } = rowsOf(body)
  return originalTours.flatMap((visits, vehicle) => {
    if (visits.length === 0) return []
    const { start, end } = vehicles[vehicle] ?? { start: undefined, end: undefined }
    const rows = [start, ...visits, end].filter((row) => row !== undefined)
    return [{ vehicle, points: pickPoints(points, rows) }]
  })
}

function pickPoints(points: readonly (readonly number[])[], rows: readonly number[]): readonly Point[] {
  return rows.flatMap((row) => {
    const point = points[row]
    return point === undefined ? [] : [[point[0] ?? 0, point[1] ?? 0] as const]
  })
}
