import { type Climb, HEIGHT_UNIT_METERS, type JsonWriter, NO_HEIGHT, type RouteShape } from '@fairway/road'
import { keys } from './reply-keys.ts'

const TENTHS_PER_UNIT = 10 * HEIGHT_UNIT_METERS

/**
 * Writes one height for every point of the line, or null if the height is unknown. Writes nothing if the map has no
 * heights.
 */
export function writeHeights(json: JsonWriter, { height, length, hasHeights }: RouteShape): void {
  if (!hasHeights) return
  json.literal(keys.heights)
  for (let point = 0; point < length; point++) {
    if (point > 0) json.literal(keys.comma)
    const value = height[point] ?? NO_HEIGHT
    if (value === NO_HEIGHT) json.literal(keys.none)
    else json.tenths(Math.round(value * TENTHS_PER_UNIT))
  }
  json.literal(keys.closeList)
}

export function writeClimb(json: JsonWriter, { ascentMeters, descentMeters }: Climb): void {
  json.literal(keys.ascent).tenths(Math.round(ascentMeters * 10))
  json.literal(keys.descent).tenths(Math.round(descentMeters * 10))
}

export function addClimbs(climbs: readonly (Climb | undefined)[]): Climb {
  let [ascentMeters, descentMeters] = [0, 0]
  for (const climb of climbs) {
    ascentMeters += climb?.ascentMeters ?? 0
    descentMeters += climb?.descentMeters ?? 0
  }
  return { ascentMeters, descentMeters }
}
