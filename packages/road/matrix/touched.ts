import { firstPart, secondPart } from '../hierarchy/parts.ts'
import type { Path } from '../hierarchy/path-query.ts'
import type { PathMeasures } from './path-measures.ts'
import type { PointEnds } from './point-ends.ts'

/** As in toLeg: a road of which less is driven is only touched, and is no part of the trip, nor is the turn there. */
const TOUCHED_CM = 5

export interface Measure {
  readonly lengthCm: number
  readonly durationCs: number
}

/**
 * What an end adds to a path that begins or ends there: for a source what lies behind it on its arc, below zero, for a
 * target what lies before it. NaN where the arc is only touched: then it is for the next arc of the hierarchy to say.
 */
export function measureEnd(measures: PathMeasures, { arc, along }: PointEnds, end: number, sign: -1 | 1): Measure {
  const lengthCm = measures.arcLengthCm[arc[end]]
  const driven = (sign < 0 ? 1 - along[end] : along[end]) * lengthCm
  if (driven <= TOUCHED_CM) return { lengthCm: Number.NaN, durationCs: Number.NaN }
  return {
    lengthCm: sign * along[end] * lengthCm,
    durationCs: sign * along[end] * measures.arcDurationCs[arc[end]],
  }
}

/** An arc of the hierarchy away from a touched source, or to a touched target. */
export function measureFromTouched(measures: PathMeasures, arc: number, roadArc: number, sign: -1 | 1): Measure {
  const { parts, turnDurationCs } = measures
  let pair = parts[arc]
  while (pair >= 0) pair = parts[sign < 0 ? firstPart(pair) : secondPart(pair)]
  const turnCs = turnDurationCs[firstPart(-1 - pair)]
  const isSource = sign < 0
  return {
    lengthCm: measures.lengthCm[arc] - (isSource ? measures.arcLengthCm[roadArc] : 0),
    durationCs: measures.durationCs[arc] - turnCs - (isSource ? measures.arcDurationCs[roadArc] : 0),
  }
}

/** Of a path between two points, arc by arc. */
export function measurePath(measures: PathMeasures, path: Path, sources: PointEnds, targets: PointEnds): Measure {
  const { arcs, turns } = path
  let first = 0
  let last = arcs.length - 1
  let from = sources.along[path.source]
  let to = targets.along[path.target]
  if (first < last && (1 - from) * measures.arcLengthCm[arcs[first]] <= TOUCHED_CM) {
    first++
    from = 0
  }
  if (first < last && to * measures.arcLengthCm[arcs[last]] <= TOUCHED_CM) {
    last--
    to = 1
  }
  let lengthCm = 0
  let durationCs = 0
  for (let i = first; i <= last; i++) {
    const share = (i === last ? to : 1) - (i === first ? from : 0)
    lengthCm += measures.arcLengthCm[arcs[i]] * share
    durationCs += measures.arcDurationCs[arcs[i]] * share + (i > first ? measures.turnDurationCs[turns[i - 1]] : 0)
  }
  return { lengthCm, durationCs }
}
