import type { PathAttributes } from '../attributes/path-attributes.ts'

/** Results of a matrix, with one row per source and one number per target. */
export interface MatrixCells {
  readonly targetCount: number
  /** Weight of the path, or INFINITE_WEIGHT if the target is unreachable. */
  readonly weight: Int32Array
  /** Length and duration of the paths, or Infinity if the target is unreachable. */
  readonly attributes?: {
    readonly pathAttributes: PathAttributes
    readonly lengthCm: Float64Array
    readonly durationCs: Float64Array
    /**
     * Time after departure during which durations grow. The duration is NaN if a trip may reach a road with a growing
     * duration later than that. The default is unlimited.
     */
    readonly fadeCs?: number
  }
}

/** One half of a path, before or after the meeting node. VertexLabel describes the fields. */
export interface HalfPath {
  readonly durationCs: number
  readonly growth: number
  readonly steadyCs: number
}

/**
 * Returns the duration of a path that consists of two halves. The duration of the second half grows with that of the
 * first.
 */
export function durationOfHalves(firstHalf: HalfPath, secondHalf: HalfPath, fadeCs: number): number {
  const durationCs = firstHalf.durationCs + secondHalf.durationCs + secondHalf.growth * firstHalf.durationCs
  if (durationCs < fadeCs) return durationCs
  // A duration beyond `fadeCs` is valid if the trip leaves the last road with a growing duration before the fading
  // ends.
  const growingUntilCs =
    secondHalf.steadyCs < Number.POSITIVE_INFINITY
      ? durationCs - secondHalf.steadyCs
      : firstHalf.durationCs - firstHalf.steadyCs
  return growingUntilCs < fadeCs ? durationCs : Number.NaN
}

/**
 * Returns the duration, or NaN if the path ends after the fading ends. Without the two halves of a path, only the total
 * duration can be checked.
 */
export function durationUntil(durationCs: number, fadeCs: number): number {
  return durationCs < fadeCs ? durationCs : Number.NaN
}

/** Creates cells in shared memory, because separate threads fill large matrices. */
export function createCells(
  sourceCount: number,
  targetCount: number,
  pathAttributes?: PathAttributes,
  fadeCs = Number.POSITIVE_INFINITY,
): MatrixCells {
  const size = sourceCount * targetCount
  const weight = new Int32Array(new SharedArrayBuffer(4 * size))
  const createDoubles = () => new Float64Array(new SharedArrayBuffer(8 * size))
  const cells = { targetCount, weight }
  return pathAttributes
    ? { ...cells, attributes: { pathAttributes, lengthCm: createDoubles(), durationCs: createDoubles(), fadeCs } }
    : cells
}

/** Reuses memory for successive matrices, because allocating new pages costs more than filling them. */
export class CellsScratch {
  private weight = new Int32Array(0)
  private lengthCm = new Float64Array(0)
  private durationCs = new Float64Array(0)
  /** The most recent views, which repeated requests of the same size reuse. */
  private lastViews: { readonly size: number; readonly views: [Int32Array, Float64Array, Float64Array] } | undefined

  /** Returns cells that are valid until the next call. The cells initially contain values from earlier use. */
  takeCells(
    sourceCount: number,
    targetCount: number,
    pathAttributes: PathAttributes,
    fadeCs = Number.POSITIVE_INFINITY,
  ): MatrixCells {
    const size = sourceCount * targetCount
    if (this.lastViews?.size !== size) this.lastViews = { size, views: this.viewsOf(size) }
    const [weight, lengthCm, durationCs] = this.lastViews.views
    return { targetCount, weight, attributes: { pathAttributes, lengthCm, durationCs, fadeCs } }
  }

  private viewsOf(size: number): [Int32Array, Float64Array, Float64Array] {
    if (this.weight.length < size) {
      this.weight = new Int32Array(size)
      this.lengthCm = new Float64Array(size)
      this.durationCs = new Float64Array(size)
    }
    return [this.weight.subarray(0, size), this.lengthCm.subarray(0, size), this.durationCs.subarray(0, size)]
  }
}
