import type { PathAttributes } from '../attributes/path-attributes.ts'

/** One row per source, one number per target. */
export interface MatrixCells {
  readonly targetCount: number
  /** INFINITE_WEIGHT if unreachable. */
  readonly weight: Int32Array
  /** Length and duration of the paths; Infinity if unreachable. */
  readonly attributes?: {
    readonly pathAttributes: PathAttributes
    readonly lengthCm: Float64Array
    readonly durationCs: Float64Array
    /**
     * Durations grow only for this long after departure. A trip that may reach a road with a growing duration later
     * than that has no duration (NaN). Default: unlimited.
     */
    readonly fadeCs?: number
  }
}

/** One half of a path, before or after the meeting node, as in VertexLabel. */
export interface HalfPath {
  readonly durationCs: number
  readonly growth: number
  readonly steadyCs: number
}

/** The duration of a path that consists of two halves. The duration of the second half grows with that of the first. */
export function durationOfHalves(firstHalf: HalfPath, secondHalf: HalfPath, fadeCs: number): number {
  const durationCs = firstHalf.durationCs + secondHalf.durationCs + secondHalf.growth * firstHalf.durationCs
  if (durationCs < fadeCs) return durationCs
  // A longer duration is valid if the last road with a growing duration is driven before the fading ends.
  const growingUntilCs =
    secondHalf.steadyCs < Number.POSITIVE_INFINITY
      ? durationCs - secondHalf.steadyCs
      : firstHalf.durationCs - firstHalf.steadyCs
  return growingUntilCs < fadeCs ? durationCs : Number.NaN
}

/** If only the total duration of a path is known, it is valid only if the path ends before the fading ends. */
export function durationUntil(durationCs: number, fadeCs: number): number {
  return durationCs < fadeCs ? durationCs : Number.NaN
}

/** Uses shared memory, because the threads that fill large matrices are not the ones that respond. */
export function createCells(
  sources: number,
  targets: number,
  pathAttributes?: PathAttributes,
  fadeCs = Number.POSITIVE_INFINITY,
): MatrixCells {
  const size = sources * targets
  const weight = new Int32Array(new SharedArrayBuffer(4 * size))
  const createDoubles = () => new Float64Array(new SharedArrayBuffer(8 * size))
  const cells = { targetCount: targets, weight }
  return pathAttributes
    ? { ...cells, attributes: { pathAttributes, lengthCm: createDoubles(), durationCs: createDoubles(), fadeCs } }
    : cells
}

/** Reuses memory for successive matrices, because new pages cost more than filling them. */
export class CellsScratch {
  private weight = new Int32Array(0)
  private lengthCm = new Float64Array(0)
  private durationCs = new Float64Array(0)
  /** The last views, so that repeated requests of the same size need no new ones. */
  private lastViews: { readonly size: number; readonly views: [Int32Array, Float64Array, Float64Array] } | undefined

  /** Valid until the next call. The initial content is left over from earlier use. */
  takeCells(
    sources: number,
    targets: number,
    pathAttributes: PathAttributes,
    fadeCs = Number.POSITIVE_INFINITY,
  ): MatrixCells {
    const size = sources * targets
    if (this.lastViews?.size !== size) this.lastViews = { size, views: this.viewsOf(size) }
    const [weight, lengthCm, durationCs] = this.lastViews.views
    return { targetCount: targets, weight, attributes: { pathAttributes, lengthCm, durationCs, fadeCs } }
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
