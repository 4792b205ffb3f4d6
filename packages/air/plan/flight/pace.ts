import { metersBetween, toVector } from '../../geometry/ellipsoid.ts'
import type { Pace } from '../../search/path.ts'
import type { Place } from '../../search/travel.ts'
import type { FlightPlanner } from '../planner.ts'
import { profileOf } from './profile.ts'
import { pieceBetween } from './trace.ts'

/**
 * Computes the pace of a leg over known ground from its profile. The leg is slower where the ground is steeper than the
 * aircraft can climb.
 */
export function paceBetween(planner: FlightPlanner, from: Place, to: Place): Pace {
  const piece = pieceBetween(planner, from, to)
  const shares = [0]
  const seconds = [0]
  let [meters, sum, before] = [0, 0, toVector(piece.from)]
  for (const point of profileOf(planner, piece)) {
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
      const part = length > 0 ? (off - shares[at - 1]) / length : 1
      return seconds[at - 1] + (seconds[at] - seconds[at - 1]) * part
    },
  }
}
