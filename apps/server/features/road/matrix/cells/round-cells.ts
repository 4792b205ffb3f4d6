import { NO_WAY } from './matrix-numbers.ts'

/** Maximum difference between two summation orders, in rounding steps. */
const NOISE = 1e-6
const EDGE = 0.5 - NOISE

/** Cells to check again. The memory is reused. */
let odd = new Uint32Array(0)

/**
 * Rounds to whole steps like Math.round. Calls `onEdge` for values so close to a rounding boundary that another
 * summation order could change the result. Only the route's own summation decides those.
 */
export function roundAll(values: Float64Array, step: number, into: Int32Array, onEdge: (cell: number) => void): void {
  if (odd.length < into.length) odd = new Uint32Array(into.length)
  const count = roundPlain(values, 1 / step, into, odd)
  for (let index = 0; index < count; index++) {
    const cell = odd[index] as number
    const value = values[cell] as number
    if (value === Number.POSITIVE_INFINITY) into[cell] = NO_WAY
    else {
      // The last bit matters here, so divide exactly as the route does.
      into[cell] = Math.round(value / step)
      onEdge(cell)
    }
  }
}

/** Rounds one number; undefined if another summation order could change the result. */
export function roundSurely(value: number, step: number): number | undefined {
  const steps = value / step
  const rounded = Math.round(steps)
  return Math.abs(steps - rounded) < EDGE ? rounded : undefined
}

/** The hot loop, without calls. Returns the number of cells that are on a rounding boundary or not a number. */
function roundPlain(values: Float64Array, perStep: number, into: Int32Array, found: Uint32Array): number {
  const { length } = into
  let count = 0
  for (let cell = 0; cell < length; cell++) {
    const steps = (values[cell] as number) * perStep
    const rounded = Math.floor(steps + 0.5)
    into[cell] = rounded
    if (!(Math.abs(steps - rounded) < EDGE)) found[count++] = cell
  }
  return count
}
