import { MIN_DRIVEN_CM } from '../../route/path-to-leg.ts'
import type { PathAttributes } from '../attributes/path-attributes.ts'
import type { MatrixPoint } from '../points/matrix-point.ts'

/** Sources use the up arcs of the hierarchy, and targets use the down arcs. */
export type Side = 'source' | 'target'

/** Contribution of a source or target to a path that begins or ends there, as consecutive numbers. */
export const EndpointAttributes = {
  SIZE: 4,
  LENGTH: 0,
  DURATION: 1,
  GROWTH: 2,
  /**
   * Factor by which the turn duration is multiplied before it is added. The factor is 0 unless the path only touches
   * the arc.
   */
  TURN_FACTOR: 3,
} as const

/**
 * Writes the contribution of a source or target to a path. Hierarchy arcs begin with a full road arc, so a source
 * subtracts the part of the arc behind it. If durations grow, the subtracted amount is adjusted, so that the time at
 * the end of the arc includes only the remaining part. A target adds the part of the arc before it. If the path only
 * touches the arc, the result includes the full arc or none of it, and the turn is corrected as well.
 */
export function writeEndpointAttributes(
  { arcLengthCm, arcDurationCs, arcGrowth }: PathAttributes,
  { arc, along }: MatrixPoint,
  index: number,
  endpointSide: Side,
  to: Float64Array,
  offset: number,
): void {
  const lengthCm = arcLengthCm[arc[index]]
  const durationCs = arcDurationCs[arc[index]]
  const growth = arcGrowth ? arcGrowth[arc[index]] : 0
  const isSource = endpointSide === 'source'
  const isTouched = (isSource ? 1 - along[index] : along[index]) * lengthCm <= MIN_DRIVEN_CM
  const inverseGrowth = 1 / (1 + growth)
  const arcFraction = isTouched ? (isSource ? -1 : 0) : isSource ? -along[index] : along[index]
  to[offset + EndpointAttributes.LENGTH] = arcFraction * lengthCm
  to[offset + EndpointAttributes.DURATION] = isSource
    ? arcFraction * durationCs * (Math.abs(inverseGrowth) < MAX_INVERSE_GROWTH ? inverseGrowth : Number.NaN)
    : arcFraction * durationCs
  to[offset + EndpointAttributes.GROWTH] = isSource ? 0 : arcFraction * growth
  to[offset + EndpointAttributes.TURN_FACTOR] = isTouched ? (isSource ? -inverseGrowth : -1) : 0
}

/**
 * Maximum of 1 / (1 + growth) for an arc. Live traffic fades within an hour. If an arc takes an hour longer than usual,
 * all entry times therefore lead to the same exit time. In this case, the quotient is infinite, and the result is NaN.
 */
const MAX_INVERSE_GROWTH = 1e6

/** Returns true if a path may begin or end on an arc whose attributes depend on the next arc. */
export function touchesArc(attributes: PathAttributes, point: MatrixPoint, endpointSide: Side): boolean {
  for (let index = 0; index < point.count; index++) {
    writeEndpointAttributes(attributes, point, index, endpointSide, scratch, 0)
    if (scratch[EndpointAttributes.TURN_FACTOR] !== 0 || Number.isNaN(scratch[EndpointAttributes.DURATION])) return true
  }
  return false
}

const scratch = new Float64Array(EndpointAttributes.SIZE)
