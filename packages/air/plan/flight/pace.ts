import { metersBetween, toVector } from '../../geometry/ellipsoid.ts'
import type { LegTiming } from '../../search/path.ts'
import type { ProjectedPoint } from '../../search/travel.ts'
import type { FlightPlanner } from '../planner.ts'
import { makeSegment } from './flight-segment.ts'
import { buildProfile } from './profile.ts'

/**
 * Computes the pace of a leg over known ground from its profile. The leg is slower where the ground is steeper than the
 * aircraft can climb.
 */
export function computeLegTiming(planner: FlightPlanner, from: ProjectedPoint, to: ProjectedPoint): LegTiming {
  const segment = makeSegment(planner, from, to)
  const cumulativeMeters = [0]
  const cumulativeSeconds = [0]
  let [meters, sum, previousVector] = [0, 0, toVector(segment.from)]
  for (const point of buildProfile(planner, segment)) {
    const vector = toVector(point.at)
    meters += metersBetween(previousVector, vector)
    sum += point.seconds
    cumulativeMeters.push(meters)
    cumulativeSeconds.push(sum)
    previousVector = vector
  }
  return {
    seconds: sum,
    secondsAt: (share) => {
      const distanceMeters = share * meters
      let index = cumulativeMeters.findIndex((end) => end >= distanceMeters)
      if (index < 0) return sum
      index = Math.max(1, index)
      const length = cumulativeMeters[index] - cumulativeMeters[index - 1]
      const fraction = length > 0 ? (distanceMeters - cumulativeMeters[index - 1]) / length : 1
      return cumulativeSeconds[index - 1] + (cumulativeSeconds[index] - cumulativeSeconds[index - 1]) * fraction
    },
  }
}
