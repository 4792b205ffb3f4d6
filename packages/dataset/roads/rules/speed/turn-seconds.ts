/** Additional seconds for a full turn. A bend in the road costs nothing. */
const MAX_TURN_SECONDS = 7.5
/** Turning across oncoming traffic costs more than turning to the near side. */
const TURN_SIDE_BIAS = 1.075
const UTURN_SECONDS = 20

/**
 * Time lost by turning, as a function of the angle in degrees (0 straight on, positive to the right, ±180 back). The
 * function is a smooth step: nearly zero up to 45°, half at about 90°, and the full cost for a U-turn.
 */
export function carTurnSeconds(angle: number, leftHandTraffic: boolean, isUturn: boolean): number {
  const bias = leftHandTraffic ? 1 / TURN_SIDE_BIAS : TURN_SIDE_BIAS
  const exponent = angle >= 0 ? (13 / bias) * (angle / 180) - 6.5 * bias : 13 * bias * (-angle / 180) - 6.5 / bias
  return MAX_TURN_SECONDS / (1 + Math.exp(-exponent)) + (isUturn ? UTURN_SECONDS : 0)
}
