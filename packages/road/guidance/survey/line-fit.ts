import { toBearing } from './edge-shape.ts'

export interface FittedLine {
  /** Direction of the line from the first point to the last. */
  readonly bearing: number
  /** Distance of the farthest point from the line. */
  readonly maxDeviationMeters: number
}

/** Returns the best-fitting straight line (principal axis) of the points from `start` to `end - 1`. */
export function fitLine(x: Float64Array, y: Float64Array, start: number, end: number): FittedLine {
  const count = end - start
  let meanX = 0
  let meanY = 0
  for (let i = start; i < end; i++) {
    meanX += x[i] / count
    meanY += y[i] / count
  }
  let xx = 0
  let yy = 0
  let xy = 0
  for (let i = start; i < end; i++) {
    xx += (x[i] - meanX) ** 2
    yy += (y[i] - meanY) ** 2
    xy += (x[i] - meanX) * (y[i] - meanY)
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy)
  let [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  let maxOffsetMeters = 0
  for (let i = start; i < end; i++) {
    maxOffsetMeters = Math.max(maxOffsetMeters, Math.abs((x[i] - meanX) * dy - (y[i] - meanY) * dx))
  }
  if ((x[end - 1] - x[start]) * dx + (y[end - 1] - y[start]) * dy < 0) [dx, dy] = [-dx, -dy]
  return { bearing: toBearing(dx, dy), maxDeviationMeters: maxOffsetMeters }
}
