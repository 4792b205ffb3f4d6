import { fail, ok, type Result } from '../../../platform/result.ts'
import type { RoutingFailure } from './api/failures.ts'

/** Point as `[latitude, longitude]`, the order used throughout the API. */
export type Point = readonly [number, number]

/** Returns whether `readPoint` accepts the coordinates. */
export function isValidPosition(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)
}

/** Validates two numbers as a coordinate. `field` is the caller's field name. */
export function readPoint(field: string, value: readonly number[]): Result<Point, RoutingFailure> {
  const [latitude = Number.NaN, longitude = Number.NaN] = value
  if (!(Math.abs(latitude) <= 90)) return fail({ kind: 'latitude-out-of-range', field, given: latitude })
  if (!(Math.abs(longitude) <= 180)) return fail({ kind: 'longitude-out-of-range', field, given: longitude })
  if (latitude === 0 && longitude === 0) return fail({ kind: 'null-island', field })
  return ok([latitude, longitude])
}
