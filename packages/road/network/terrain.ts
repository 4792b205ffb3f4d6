/** Heights along the roads. Only maps that were compiled with elevation tiles have heights. */
export interface TerrainTable {
  /** Height of each shape point in units of HEIGHT_UNIT_METERS above sea level, or NO_HEIGHT. */
  readonly shapeHeight: Int16Array
  /** Ascent and descent of each edge in its direction, in decimeters. An edge without heights is level. */
  readonly ascentDm: Uint16Array
  readonly descentDm: Uint16Array
  /** Share of the length that rises in the direction of the edge, in units of 1/255. */
  readonly risingShare: Uint8Array
  /** Grade of the steepest section in the direction of the edge, uphill or downhill, in units of half a percent. */
  readonly steepest: Int8Array
}

/** Unit of heights in meters, which allows heights up to 8,191 m above sea level. */
export const HEIGHT_UNIT_METERS = 0.25
export const NO_HEIGHT = -32_768
export const MAX_RISING_SHARE = 255
/** Number of units per percent in `steepest`. */
export const STEEPEST_UNITS_PER_PERCENT = 2

/**
 * Returns the ascent of one direction of an edge in decimeters. The descent of a direction is the ascent of the
 * opposite direction.
 */
export function ascentDmOf({ ascentDm, descentDm }: TerrainTable, edgeSide: number): number {
  return (edgeSide & 1) === 0 ? ascentDm[edgeSide >>> 1] : descentDm[edgeSide >>> 1]
}

/** Returns the grade in percent, which is positive uphill in this direction. */
export function steepestPercentOf({ steepest }: TerrainTable, edgeSide: number): number {
  const percent = steepest[edgeSide >>> 1] / STEEPEST_UNITS_PER_PERCENT
  return (edgeSide & 1) === 0 ? percent : -percent
}
