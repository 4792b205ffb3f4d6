import type { Approach, Bearing, GeneralOptions } from '../request/parameters.ts'

const ANY_DIRECTION_DEGREES = 180

/** Constraint fields of Fairway's route and matrix requests. */
interface ConstraintFields {
  readonly approach?: readonly Approach[]
  readonly bearings?: readonly (object | null)[]
}

type Constraints = Pick<GeneralOptions, 'bearings' | 'approaches'>

/** Returns whether an option restricts the direction in which the vehicle leaves or reaches coordinates. */
export function hasConstraints({ bearings, approaches }: Constraints): boolean {
  return bearings.some(restrictsDirection) || hasApproaches({ approaches })
}

/** Returns whether an option restricts the side of the road on which the vehicle stops. */
export function hasApproaches({ approaches }: Pick<GeneralOptions, 'approaches'>): boolean {
  return approaches.some((approach) => approach === 'curb' || approach === 'opposite')
}

/** Returns whether a bearing restricts the direction. A range of 180 degrees to either side permits all directions. */
export function restrictsDirection(bearing: Bearing | undefined): bearing is Bearing {
  return bearing !== undefined && bearing.rangeDegrees < ANY_DIRECTION_DEGREES
}

/** Returns the constraints of the coordinates with these indices, in the format of Fairway's requests. */
export function toConstraintFields(
  { bearings, approaches }: Constraints,
  indices: readonly number[],
): ConstraintFields {
  return {
    ...(hasApproaches({ approaches }) && { approach: indices.map((index) => approaches[index] ?? 'unrestricted') }),
    ...(bearings.some(restrictsDirection) && { bearings: indices.map((index) => toBearingField(bearings[index])) }),
  }
}

function toBearingField(bearing: Bearing | undefined): object | null {
  return restrictsDirection(bearing) ? { bearing: bearing.degrees, tolerance: bearing.rangeDegrees } : null
}
