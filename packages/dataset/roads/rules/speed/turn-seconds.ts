/** Maximum time lost in a turn, in seconds. */
const MAX_TURN_SECONDS = 7.5
/** Factor for turning across oncoming traffic, which takes longer than turning to the near side. */
const TURN_SIDE_BIAS = 1.075
const UTURN_SECONDS = 20

/**
 * Returns the time lost in a turn, in seconds. The angle is in degrees, with 0 for straight ahead, positive values to
 * the right and ±180 for a U-turn. The time is nearly zero up to 45°, half of the maximum at about 90°, and the maximum
 * at 180°.
 */
export function carTurnSeconds(angle: number, leftHandTraffic: boolean, isUturn: boolean): number {
  const bias = leftHandTraffic ? 1 / TURN_SIDE_BIAS : TURN_SIDE_BIAS
  const exponent = angle >= 0 ? (13 / bias) * (angle / 180) - 6.5 * bias : 13 * bias * (-angle / 180) - 6.5 / bias
  return MAX_TURN_SECONDS / (1 + Math.exp(-exponent)) + (isUturn ? UTURN_SECONDS : 0)
}
