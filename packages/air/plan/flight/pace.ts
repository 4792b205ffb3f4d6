import { metersBetween, toVector } from '../../geometry/ellipsoid.ts'
import type { LegTiming } from '../../search/path.ts'
import type { ProjectedPoint } from '../../search/travel.ts'
import type { FlightPlanner } from '../planner.ts'
import { buildProfile } from './profile.ts'
import { makeSegment } from './trace.ts'

/**
 * Computes the pace of a leg over known ground from its profile. The leg is slower where the ground is steeper than the
 * aircraft can climb.
 */
export function computeLegTiming(planner: FlightPlanner, from: ProjectedPoint, to: ProjectedPoint): LegTiming {
  const piece = makeSegment(planner, from, to)
  const shares = [0]
  const seconds = [0]
  let [meters, sum, before] = [0, 0, toVector(piece.from)]
  for (const point of buildProfile(planner, piece)) {
    const vector = toVector(point.at)
    meters += metersBetween(before, vector)
    sum += point.seconds
    shares.push(meters)
    seconds.push(sum)
    before = vector
  }
  return {
    seconds: sum,
    secondsAt: (share) => {
      const off = share * meters
      let at = shares.findIndex((end) => end >= off)
      if (at < 0) return sum
      at = Math.max(1, at)
      const length = shares[at] - shares[at - 1]
      const fraction = length > 0 ? (off - shares[at - 1]) / length : 1
      return seconds[at - 1] + (seconds[at] - seconds[at - 1]) * fraction
    },
  }
}
