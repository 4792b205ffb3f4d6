import { encodePolyline as encode, type PolylinePrecision, parsePolylinePoints } from '@fairway/geo'
import type { Point } from '../api-types.ts'

/** Decodes an encoded polyline. `precision` is 5 for `geometry: 'polyline'` and 6 for `polyline6`. */
export function decodePolyline(text: string, precision: PolylinePrecision = 5): readonly Point[] {
  const points = parsePolylinePoints(text, precision)
  if (points) return points
  throw new RangeError(
    `'${text.slice(0, 40)}' is not a valid polyline with a precision of ${precision} decimals; its precision may be ${precision === 5 ? 6 : 5}, or it may be truncated`,
  )
}

export function encodePolyline(points: readonly Point[], precision: PolylinePrecision = 5): string {
  return encode(points, precision)
}
