import { parsePolylinePoints } from '@fairway/geo'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { ValhallaError } from './errors.ts'
import { isObject, type Point } from './request.ts'

type Fields = Readonly<Record<string, unknown>>

/** Line in a request: a list of positions, or an encoded polyline. */
export interface Shape {
  readonly points: readonly Point[]
  /** Times of the points in seconds, if any. */
  readonly times: readonly (number | undefined)[]
  /** Types of the points, if any. A leg ends at a `break`. */
  readonly types: readonly string[]
  /** Line as sent by the client, for replies that repeat it. */
  readonly given: { readonly shape: unknown } | { readonly encoded_polyline: string }
}

/**
 * Reads the `shape` field or `encoded_polyline`. The polyline has five decimals if `shape_format` is `polyline5`, and
 * otherwise six.
 */
export function readShape(fields: Fields, minPoints: number): Result<Shape, ValhallaError> {
  const { shape, encoded_polyline: encoded, shape_format: format } = fields
  if (typeof encoded === 'string') {
    const points = parsePolylinePoints(encoded, format === 'polyline5' ? 5 : 6)
    if (!points) return fail({ code: 134 })
    if (points.length < minPoints) return fail({ code: 123 })
    return ok({ points, times: [], types: [], given: { encoded_polyline: encoded } })
  }
  if (!Array.isArray(shape)) return fail({ code: 114 })
  if (shape.length < minPoints) return fail({ code: 123 })
  const points: Point[] = []
  const times: (number | undefined)[] = []
  const types: string[] = []
  for (const value of shape) {
    const { lat, lon, time, type } = isObject(value) ? value : {}
    const point = [Number(lat ?? Number.NaN), Number(lon ?? Number.NaN)] as const
    if (!(Math.abs(point[0]) <= 90 && Math.abs(point[1]) <= 180)) return fail({ code: 134 })
    points.push(point)
    times.push(typeof time === 'number' ? time : undefined)
    types.push(typeof type === 'string' ? type : '')
  }
  return ok({ points, times, types, given: { shape } })
}
