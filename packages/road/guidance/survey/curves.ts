import { angleBetween, deflectionBetween } from '../angles.ts'
import type { EdgeShape } from './edge-shape.ts'

const LANE_WIDTH_METERS = 3.25

/** Returns true for one continuous bend and false for a corner between straight roads. */
export function isCurve(shape: EdgeShape, roadWidth: number): boolean {
  const { x, y, count, along, length } = shape
  if (length <= 2 * roadWidth) return false
  const first = shape.bearing(0, along[1])
  const last = shape.bearing(along[count - 2], length)
  if (angleBetween(first, last) <= 20) return false
  const chord = Math.hypot(x[count - 1], y[count - 1])
  let deviationSign = 0
  let maxDeviation = 0
  let maxDeviationAt = 0
  let isDecreasing = false
  for (let i = 1; i + 1 < count; i++) {
    const deviation = (x[count - 1] * y[i] - y[count - 1] * x[i]) / chord
    if (deviationSign !== 0 && Math.sign(deviation) !== deviationSign) return false
    deviationSign = Math.sign(deviation)
    if (Math.abs(deviation) > maxDeviation) {
      if (isDecreasing) return false
      maxDeviation = Math.abs(deviation)
      maxDeviationAt = i
    } else isDecreasing = true
  }
  const isPeakEarly = along[maxDeviationAt] <= 0.35 * length
  const isFlat = maxDeviation < Math.max(0.3 * roadWidth, 0.5 * LANE_WIDTH_METERS)
  if ((isPeakEarly || isFlat) && length > 10) return false
  return !hasLongStraight(shape, roadWidth)
}

/**
 * Returns true if a third of the length is straight or if the road bends to the other side. Such a road has a corner.
 */
function hasLongStraight({ x, y, count, along, length }: EdgeShape, roadWidth: number): boolean {
  let straightMeters = Math.max(0, along[1] - roadWidth)
  let wasStraight = false
  let previousTurn = 0
  for (let i = 1; i + 1 < count; i++) {
    const entryAngle = Math.atan2(x[i] - x[i - 1], y[i] - y[i - 1])
    const exitAngle = Math.atan2(x[i + 1] - x[i], y[i + 1] - y[i])
    const turn = deflectionBetween((entryAngle * 180) / Math.PI, (exitAngle * 180) / Math.PI)
    if (i > 1) {
      if (Math.abs(previousTurn) > 25 && Math.abs(turn) > 25 && previousTurn > 0 !== turn > 0) return true
      const isStraight = Math.abs(turn) < 5
      const segmentMeters = along[i] - along[i - 1]
      if (isStraight) straightMeters += segmentMeters
      if ((!isStraight || wasStraight) && straightMeters > 0.3 * length) return true
      if (!isStraight) straightMeters = segmentMeters
      wasStraight = isStraight
    }
    previousTurn = turn
  }
  return false
}
