/** Seconds a full turn costs on top; a bend of the road costs nothing. */
const FULL_TURN_SECONDS = 7.5
/** Turning across the oncoming traffic costs more than turning away from it. */
const SIDE_BIAS = 1.075
const UTURN_SECONDS = 20

/**
 * Time lost by turning, from the angle in degrees (0 straight on, positive to the right, ±180 back). A smooth step:
 * nearly nothing up to 45°, half at about 90°, all of it when going back.
 */
export function turnSeconds(angle: number, leftHandTraffic: boolean, isUturn: boolean): number {
  const bias = leftHandTraffic ? 1 / SIDE_BIAS : SIDE_BIAS
  const exponent = angle >= 0 ? (13 / bias) * (angle / 180) - 6.5 * bias : 13 * bias * (-angle / 180) - 6.5 / bias
  return FULL_TURN_SECONDS / (1 + Math.exp(-exponent)) + (isUturn ? UTURN_SECONDS : 0)
}

/** From the bearing driven before to the one after, -180 up to 180. */
export function turnAngle(bearingBefore: number, bearingAfter: number): number {
  const difference = (((bearingAfter - bearingBefore) % 360) + 360) % 360
  return difference > 180 ? difference - 360 : difference
}
