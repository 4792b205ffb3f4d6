import { writeDegrees } from './digits.ts'

const COMMA = 44
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const CLOSE_BRACKET_AND_COMMA = CLOSE_BRACKET | (COMMA << 8)

/** Maximum size of a point: two numbers of at most twelve characters each, plus brackets and commas. */
export const MAX_POINT_BYTES = 2 * 12 + 4

/** Writes `[latitude,longitude]` in degrees. */
export function writePoint(view: DataView, offset: number, latitude: number, longitude: number): number {
  let position = offset
  view.setUint8(position++, OPEN_BRACKET)
  position = writeDegrees(view, position, latitude)
  view.setUint8(position++, COMMA)
  position = writeDegrees(view, position, longitude)
  view.setUint8(position++, CLOSE_BRACKET)
  return position
}

/** Writes `[[latitude,longitude],…]` with the points from `from` to `to - 1`. */
export function writePoints(
  view: DataView,
  offset: number,
  latitude: Int32Array,
  longitude: Int32Array,
  from: number,
  to: number,
): number {
  view.setUint8(offset, OPEN_BRACKET)
  let position = (offset + 1) | 0
  for (let i = from; i < to; i++) {
    view.setUint8(position, OPEN_BRACKET)
    position = writeDegrees(view, (position + 1) | 0, latitude[i])
    view.setUint8(position, COMMA)
    position = writeDegrees(view, (position + 1) | 0, longitude[i])
    view.setInt16(position, CLOSE_BRACKET_AND_COMMA, true)
    position = (position + 2) | 0
  }
  // There is no comma after the last point.
  const end = from < to ? position - 1 : position
  view.setUint8(end, CLOSE_BRACKET)
  return end + 1
}
