import { MIN_DRIVEN_CM } from '../../route/path-to-leg.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { durationUntil, type MatrixCells } from '../matrix/matrix-cells.ts'
import type { Metric } from '../metric.ts'
import type { Path } from '../path.ts'
import type { PathQuery } from '../path-query.ts'
import type { MatrixPoint } from '../points/matrix-point.ts'
import type { Endpoints } from '../sources-targets.ts'
import type { PathAttributes } from './path-attributes.ts'
import { attributesOfPath } from './path-attributes-of.ts'

/** Attributes of the part of a path between its first and last arcs, including the growth of the duration. */
interface MiddleAttributes {
  readonly lengthCm: number
  readonly durationCs: number
  readonly growth: number
}

/**
 * Returns the best path that leaves its first arc at least once. The result is a view that the next search overwrites.
 */
export function searchPath(query: PathQuery, metric: Metric, sources: Endpoints, targets: Endpoints): Path | undefined {
  return query.search(metric, sources, targets, { mustLeaveArc: true }) < INFINITE_WEIGHT ? query.path() : undefined
}

/** A path between two road arcs that is reused for all points on these arcs. */
export class CachedPath {
  readonly path: Path
  private middle: MiddleAttributes | undefined

  private constructor(path: Path) {
    this.path = path
  }

  /**
   * Finds the path between two arcs. `source` is the index of the first arc among the sources of a point, and `target`
   * is the index of the last arc among the targets.
   */
  static find(
    query: PathQuery,
    metric: Metric,
    from: number,
    to: number,
    source: number,
    target: number,
  ): CachedPath | undefined {
    const path = searchPath(query, metric, toEndpoints(from), toEndpoints(to))
    return path && new CachedPath({ ...path, source, target, arcs: path.arcs.slice(), turns: path.turns.slice() })
  }

  /** Writes the length and the duration from a point on the first arc to a point on the last arc. */
  write(sources: MatrixPoint, targets: MatrixPoint, cell: number, { attributes }: MatrixCells): void {
    if (!attributes) return
    const { fadeCs = Number.POSITIVE_INFINITY } = attributes
    const { arcLengthCm, arcDurationCs, arcGrowth } = attributes.pathAttributes
    const { arcs, source, target } = this.path
    const first = arcs[0]
    const last = arcs[arcs.length - 1]
    const sourceShare = 1 - sources.along[source]
    const targetShare = targets.along[target]
    if (sourceShare * arcLengthCm[first] <= MIN_DRIVEN_CM || targetShare * arcLengthCm[last] <= MIN_DRIVEN_CM) {
      const exactAttributes = attributesOfPath(attributes.pathAttributes, this.path, sources, targets)
      attributes.lengthCm[cell] = exactAttributes.lengthCm
      attributes.durationCs[cell] = durationUntil(exactAttributes.durationCs, fadeCs)
      return
    }
    this.middle ??= attributesOfMiddle(attributes.pathAttributes, this.path)
    const { lengthCm, durationCs, growth } = this.middle
    const sourceDurationCs = sourceShare * arcDurationCs[first]
    const targetArrivalCs = sourceDurationCs + durationCs + growth * sourceDurationCs
    const addedDurationCs = arcGrowth ? arcGrowth[last] * targetArrivalCs : 0
    attributes.lengthCm[cell] = sourceShare * arcLengthCm[first] + lengthCm + targetShare * arcLengthCm[last]
    attributes.durationCs[cell] = durationUntil(
      targetArrivalCs + targetShare * (arcDurationCs[last] + addedDurationCs),
      fadeCs,
    )
  }
}

function attributesOfMiddle(
  { arcLengthCm, arcDurationCs, arcGrowth, turnDurationCs }: PathAttributes,
  { arcs, turns }: Path,
): MiddleAttributes {
  let lengthCm = 0
  let durationCs = turnDurationCs[turns[0]]
  let growth = 0
  for (let i = 1; i < arcs.length - 1; i++) {
    const arcGrowthRate = arcGrowth ? arcGrowth[arcs[i]] : 0
    lengthCm += arcLengthCm[arcs[i]]
    durationCs += arcDurationCs[arcs[i]] + arcGrowthRate * durationCs + turnDurationCs[turns[i]]
    growth += arcGrowthRate + arcGrowthRate * growth
  }
  return { lengthCm, durationCs, growth }
}

function toEndpoints(arc: number): Endpoints {
  return { count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) }
}
