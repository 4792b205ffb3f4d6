import type { PathMeasures } from '../attributes/path-attributes.ts'

/** One row per source, one number per target. */
export interface MatrixCells {
  readonly targetCount: number
  /** INFINITE_WEIGHT where there is no way. */
  readonly weight: Int32Array
  /** Length and duration of the ways, Infinity where there is none. */
  readonly measured?: {
    readonly by: PathMeasures
    readonly lengthCm: Float64Array
    readonly durationCs: Float64Array
    /**
     * Growing durations grow only so long after departure. A trip that may come to a growing road later has no duration
     * (NaN). Default: they grow for ever.
     */
    readonly fadeCs?: number
  }
}

/** Half of a way, up to where two labels meet or from there on: as in VertexLabel. */
export interface HalfWay {
  readonly durationCs: number
  readonly growth: number
  readonly steadyCs: number
}

/** The duration of a way in two halves, of which the second grows by the time the first has taken. */
export function joinedCs(there: HalfWay, back: HalfWay, fadeCs: number): number {
  const durationCs = there.durationCs + back.durationCs + back.growth * there.durationCs
  if (durationCs < fadeCs) return durationCs
  // It may take longer, if the last road that grows lies behind one who drives it by then.
  const grownCs =
    back.steadyCs < Number.POSITIVE_INFINITY ? durationCs - back.steadyCs : there.durationCs - there.steadyCs
  return grownCs < fadeCs ? durationCs : Number.NaN
}

/** What a way takes of which nothing but that is known: it must be over before roads grow no more. */
export function inTime(durationCs: number, fadeCs: number): number {
  return durationCs < fadeCs ? durationCs : Number.NaN
}

/** In memory that threads share: large ones are filled beside the threads that answer. */
export function createCells(
  sources: number,
  targets: number,
  by?: PathMeasures,
  fadeCs = Number.POSITIVE_INFINITY,
): MatrixCells {
  const size = sources * targets
  const weight = new Int32Array(new SharedArrayBuffer(4 * size))
  const doubles = () => new Float64Array(new SharedArrayBuffer(8 * size))
  const cells = { targetCount: targets, weight }
  return by ? { ...cells, measured: { by, lengthCm: doubles(), durationCs: doubles(), fadeCs } } : cells
}

/** Cells for one matrix after the other, in memory that is used again: new pages cost more than filling them. */
export class CellsScratch {
  private weight = new Int32Array(0)
  private lengthCm = new Float64Array(0)
  private durationCs = new Float64Array(0)
  /** The views taken last: those who ask again and again for ten points need no new ones. */
  private last: { readonly size: number; readonly views: [Int32Array, Float64Array, Float64Array] } | undefined

  /** Good until the next ones are taken; what is in them is left from before. */
  take(sources: number, targets: number, by: PathMeasures, fadeCs = Number.POSITIVE_INFINITY): MatrixCells {
    const size = sources * targets
    if (this.last?.size !== size) this.last = { size, views: this.viewsOf(size) }
    const [weight, lengthCm, durationCs] = this.last.views
    return { targetCount: targets, weight, measured: { by, lengthCm, durationCs, fadeCs } }
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
