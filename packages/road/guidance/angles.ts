/**
 * All angles are in degrees. A bearing is clockwise from north, from 0 to less than 360. A deflection is the change of
 * direction: 0 is straight, 90 is right, -90 is left, and 180 is a U-turn.
 */

/** Maximum deflection that is not considered a turn. */
export const STRAIGHT_DEGREES = 20
/** Maximum deflection of a slight turn. */
export const SLIGHT_DEGREES = 40
/** Maximum deflection of a normal turn. A larger deflection is a sharp turn. */
const SHARP_DEGREES = 120

/** Directions, as indexes into `maneuverModifiers`. */
export const Direction = {
  uturn: 0,
  sharpRight: 1,
  right: 2,
  slightRight: 3,
  straight: 4,
  slightLeft: 5,
  left: 6,
  sharpLeft: 7,
} as const
export type Direction = (typeof Direction)[keyof typeof Direction]

export function deflectionBetween(bearingIn: number, bearingOut: number): number {
  const bearingDifference = bearingOut - bearingIn
  // Normalized bearings have a fast path, because a floating-point remainder is slower than the remaining computation.
  if (bearingDifference > -360 && bearingDifference < 360) {
    const positiveDegrees = bearingDifference + 360
    const clockwise = positiveDegrees >= 360 ? positiveDegrees - 360 : positiveDegrees
    return clockwise > 180 ? clockwise - 360 : clockwise
  }
  const remainder = ((bearingDifference % 360) + 360) % 360
  return remainder > 180 ? remainder - 360 : remainder
}

export function reverseBearing(bearing: number): number {
  return bearing >= 180 ? bearing - 180 : bearing + 180
}

/** Returns the smaller angle between two bearings or two deflections, from 0 to 180. */
export function angleBetween(a: number, b: number): number {
  const difference = Math.abs(a - b) % 360
  return difference > 180 ? 360 - difference : difference
}

export function toDirection(deflection: number): Direction {
  const absoluteDeflection = Math.abs(deflection)
  if (absoluteDeflection <= STRAIGHT_DEGREES) return Direction.straight
  if (absoluteDeflection >= 180) return Direction.uturn
  const isRight = deflection > 0
  if (absoluteDeflection <= SLIGHT_DEGREES) return isRight ? Direction.slightRight : Direction.slightLeft
  if (absoluteDeflection <= SHARP_DEGREES) return isRight ? Direction.right : Direction.left
  return isRight ? Direction.sharpRight : Direction.sharpLeft
}

export const isRightward = (direction: Direction): boolean =>
  direction >= Direction.sharpRight && direction <= Direction.slightRight

export const isLeftward = (direction: Direction): boolean => direction >= Direction.slightLeft

/** Returns the direction with left and right swapped. */
export const mirrorDirection = (direction: Direction): Direction => ((8 - direction) & 7) as Direction
