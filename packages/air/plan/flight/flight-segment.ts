import type { Position } from '@fairway/geo'
import { metersBetween, toPosition } from '../../geometry/ellipsoid.ts'
import type { Corridor } from '../../model.ts'
import type { ProjectedPoint } from '../../search/travel.ts'
import { groundSpeed } from '../../search/wind.ts'
import type { FlightPlanner } from '../planner.ts'

/** A straight piece of the flown path. */
export interface FlightSegment {
  readonly from: Position
  readonly to: Position
  readonly meters: number
  readonly seconds: number
  readonly corridor?: Corridor
}

/** Creates a straight piece of a path. Its duration follows from the ground speed in the wind. */
export function makeSegment(
  { aircraft, wind }: FlightPlanner,
  from: ProjectedPoint,
  to: ProjectedPoint,
): FlightSegment {
  const meters = metersBetween(from.vector, to.vector)
  const speed = groundSpeed(aircraft.cruiseSpeedMs, wind, to.x - from.x, to.y - from.y)
  return {
    from: toPosition(from.vector),
    to: toPosition(to.vector),
    meters,
    seconds: meters === 0 ? 0 : meters / speed,
  }
}
