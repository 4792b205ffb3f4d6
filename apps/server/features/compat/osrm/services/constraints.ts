import type { OsrmError } from '../errors.ts'
import type { NativeRoute, NativeStep } from '../reply/native-route.ts'
import type { Approach, Bearing, GeneralOptions } from '../request/parameters.ts'

const ANY_DIRECTION_DEGREES = 180

/** Returns whether an option restricts the direction in which the vehicle leaves or reaches coordinates. */
export function hasConstraints({ bearings, approaches }: GeneralOptions): boolean {
  return (
    bearings.some(restrictsBearing) || approaches.some((approach) => approach === 'curb' || approach === 'opposite')
  )
}

function restrictsBearing(bearing: Bearing | undefined): boolean {
  return bearing !== undefined && bearing.rangeDegrees < ANY_DIRECTION_DEGREES
}

/** Returns the direction in which the vehicle must start, for the route request. */
export function toHeading({ bearings }: GeneralOptions): { readonly heading?: number } {
  const [first] = bearings
  return first && restrictsBearing(first) ? { heading: first.degrees } : {}
}

/**
 * Finds a restriction that a route violates. Fairway routes accept a direction only at the start. If the best
 * unrestricted route satisfies all restrictions, it is also the best restricted route. Otherwise, OSRM would return
 * another route, which Fairway cannot find.
 */
export function findBrokenConstraint(route: NativeRoute, options: GeneralOptions): OsrmError | undefined {
  for (const step of route.steps ?? []) {
    const { type, bearing_after, bearing_before } = step.maneuver
    if (type !== 'depart' && type !== 'arrive') continue
    const coordinate = type === 'depart' ? step.leg : step.leg + 1
    const bearing = options.bearings[coordinate]
    if (bearing && !isWithin(type === 'depart' ? bearing_after : bearing_before, bearing))
      return toNotImplemented('bearings', coordinate)
    if (!isOnSide(step, options.approaches[coordinate])) return toNotImplemented('approaches', coordinate)
  }
  return undefined
}

/** Returns whether a direction is within the range of a bearing. */
export function isWithin(degrees: number, { degrees: bearingDegrees, rangeDegrees }: Bearing): boolean {
  return Math.abs(((degrees - bearingDegrees + 540) % 360) - 180) <= rangeDegrees
}

/**
 * Returns whether a stop is on the required side of the road. The modifier of a departure or arrival specifies the
 * side.
 */
function isOnSide({ maneuver: { modifier }, driving_side }: NativeStep, approach: Approach = 'unrestricted'): boolean {
  if (approach === 'unrestricted' || (modifier !== 'left' && modifier !== 'right')) return true
  return (modifier === driving_side) === (approach === 'curb')
}

function toNotImplemented(option: string, coordinate: number): OsrmError {
  const message = `No route was found for the value of ${option} at coordinate ${coordinate}; leave it empty there`
  return { code: 'NotImplemented', message }
}
