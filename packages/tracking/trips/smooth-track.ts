import { longitudeDifference, RADIANS_PER_DEGREE, wrapLongitude } from '@fairway/geo'
import { type Fix, getAccuracyM } from '../fixes/fix.ts'
import type { AssetKind } from '../state/kinds.ts'
import { tripLimits } from './trip-limits.ts'

const METERS_PER_DEGREE = 111_195
/** Ratio of the accuracy, a radius that contains two out of three fixes, to the standard deviation of each axis. */
const ACCURACY_PER_SIGMA = 1.515
const INITIAL_VELOCITY_VARIANCE = 900

/**
 * Computes the most likely positions of an asset whose velocity is constant except for random accelerations. Applies a
 * Kalman filter forward and the smoother of Rauch, Tung, and Striebel (1965) backward. Without smoothing, noise makes
 * tracks with one position per second longer than the road.
 */
export function smoothTrack(fixes: readonly Fix[], kind: AssetKind): Fix[] {
  if (fixes.length < 3) return [...fixes]
  const seconds = Float64Array.from(fixes, ({ timeMs }) => timeMs / 1000)
  const sigma = Float64Array.from(fixes, (fix) => getAccuracyM(fix, kind) / ACCURACY_PER_SIGMA)
  const origin = fixes[0]
  const cosine = Float64Array.from(fixes, ({ latitude }) => Math.max(0.01, Math.cos(latitude * RADIANS_PER_DEGREE)))
  const unitScale = new Float64Array(fixes.length).fill(1)
  const north = fixes.map(({ latitude }) => (latitude - origin.latitude) * METERS_PER_DEGREE)
  const east = fixes.map(({ longitude }) => longitudeDifference(origin.longitude, longitude) * METERS_PER_DEGREE)
  const { agility } = tripLimits[kind]
  const smoothNorth = smoothAxis(north, seconds, sigma, unitScale, agility)
  const smoothEast = smoothAxis(east, seconds, sigma, cosine, agility)
  return fixes.map((fix, i) => ({
    ...fix,
    latitude: origin.latitude + smoothNorth[i] / METERS_PER_DEGREE,
    longitude: wrapLongitude(origin.longitude + smoothEast[i] / METERS_PER_DEGREE),
  }))
}

/**
 * Smooths one axis. For each fix, `scale` is the length of a degree on this axis relative to a degree of latitude. It
 * is less than 1 for longitude away from the equator.
 */
function smoothAxis(
  measuredValues: readonly number[],
  seconds: Float64Array,
  sigma: Float64Array,
  scale: Float64Array,
  agility: number,
): Float64Array {
  const n = measuredValues.length
  // Each row contains a state (p, v) and its covariance (a b; b c), filtered or predicted.
  const filteredStates = new Float64Array(5 * n)
  const predictedStates = new Float64Array(5 * n)
  let [p, v] = [measuredValues[0], 0]
  let [a, b, c] = [(sigma[0] / scale[0]) ** 2, 0, INITIAL_VELOCITY_VARIANCE / scale[0] ** 2]
  filteredStates.set([p, v, a, b, c], 0)
  for (let i = 1; i < n; i++) {
    const dt = seconds[i] - seconds[i - 1]
    const q = agility / scale[i] ** 2
    const [p1, a1] = [p + v * dt, a + 2 * dt * b + dt * dt * c + (q * dt ** 3) / 3]
    const [b1, c1] = [b + dt * c + (q * dt * dt) / 2, c + q * dt]
    predictedStates.set([p1, v, a1, b1, c1], 5 * i)
    const gainDivisor = a1 + (sigma[i] / scale[i]) ** 2
    const [kp, kv] = [a1 / gainDivisor, b1 / gainDivisor]
    const innovation = measuredValues[i] - p1
    p = p1 + kp * innovation
    v += kv * innovation
    a = (1 - kp) * a1
    b = (1 - kp) * b1
    c = c1 - kv * b1
    filteredStates.set([p, v, a, b, c], 5 * i)
  }
  return smoothBackward(filteredStates, predictedStates, seconds)
}

/** Runs the backward pass. The gain is P Fᵀ P₁⁻¹, where P is the filtered and P₁ the next predicted covariance. */
function smoothBackward(
  filteredStates: Float64Array,
  predictedStates: Float64Array,
  seconds: Float64Array,
): Float64Array {
  const n = seconds.length
  const smooth = new Float64Array(n)
  let [p, v] = [filteredStates[5 * n - 5], filteredStates[5 * n - 4]]
  smooth[n - 1] = p
  for (let i = n - 2; i >= 0; i--) {
    const dt = seconds[i + 1] - seconds[i]
    const [a, b, c] = filteredStates.subarray(5 * i + 2, 5 * i + 5)
    const [p1, v1, a1, b1, c1] = predictedStates.subarray(5 * i + 5, 5 * i + 10)
    const determinant = a1 * c1 - b1 * b1
    const [m00, m01, m10, m11] = [a + b * dt, b, b + c * dt, c]
    const [dp, dv] = [p - p1, v - v1]
    const [x, y] = [(c1 * dp - b1 * dv) / determinant, (a1 * dv - b1 * dp) / determinant]
    p = filteredStates[5 * i] + m00 * x + m01 * y
    v = filteredStates[5 * i + 1] + m10 * x + m11 * y
    smooth[i] = p
  }
  return smooth
}
