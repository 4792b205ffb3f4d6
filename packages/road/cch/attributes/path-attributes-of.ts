import { MIN_DRIVEN_CM } from '../../route/path-to-leg.ts'
import type { Path } from '../path.ts'
import type { MatrixPoint } from '../points/matrix-point.ts'
import type { PathAttributes } from './path-attributes.ts'

export interface LengthAndDuration {
  readonly lengthCm: number
  readonly durationCs: number
}

/** Computes the attributes of a path between two points, arc by arc. */
export function attributesOfPath(
  attributes: PathAttributes,
  path: Path,
  sources: MatrixPoint,
  targets: MatrixPoint,
): LengthAndDuration {
  const { arcLengthCm, arcDurationCs, arcGrowth, turnDurationCs } = attributes
  const { arcs, turns } = path
  let first = 0
  let last = arcs.length - 1
  let from = sources.along[path.source]
  let to = targets.along[path.target]
  if (first < last && (1 - from) * arcLengthCm[arcs[first]] <= MIN_DRIVEN_CM) {
    first++
    from = 0
  }
  if (first < last && to * arcLengthCm[arcs[last]] <= MIN_DRIVEN_CM) {
    last--
    to = 1
  }
  let lengthCm = 0
  let durationCs = 0
  for (let i = first; i <= last; i++) {
    const drivenFraction = (i === last ? to : 1) - (i === first ? from : 0)
    lengthCm += arcLengthCm[arcs[i]] * drivenFraction
    if (i > first) durationCs += turnDurationCs[turns[i - 1]]
    const addedDurationCs = arcGrowth ? arcGrowth[arcs[i]] * durationCs : 0
    durationCs += (arcDurationCs[arcs[i]] + addedDurationCs) * drivenFraction
  }
  return { lengthCm, durationCs }
}
