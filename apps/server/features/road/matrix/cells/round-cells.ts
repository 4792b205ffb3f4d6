import { NO_WAY } from './matrix-numbers.ts'

/** What two ways of adding up the same numbers, and dividing them, may differ by, in steps of the rounding. */
const NOISE = 1e-6
const EDGE = 0.5 - NOISE

/** Cells that are looked at again; memory that is used again. */
let odd = new Uint32Array(0)

/**
 * Rounds to whole steps as Math.round does. Calls `onEdge` for those that lie so near to where rounding turns that adding
 * up in another order could turn them: only adding up as the route does can tell.
 */
export function roundAll(values: Float64Array, step: number, into: Int32Array, onEdge: (cell: number) => void): void {
  if (odd.length < into.length) odd = new Uint32Array(into.length)
  const count = roundPlain(values, 1 / step, into, odd)
  for (let index = 0; index < count; index++) {
    const cell = odd[index] as number
    const value = values[cell] as number
    if (value === Number.POSITIVE_INFINITY) into[cell] = NO_WAY
    else {
      // Where the last bit matters, it is divided as the route does.
      into[cell] = Math.round(value / step)
      onEdge(cell)
    }
  }
}

/** One number; undefined where adding up in another order could turn it. */
export function roundSurely(value: number, step: number): number | undefined {
  const steps = value / step
  const rounded = Math.round(steps)
  return Math.abs(steps - rounded) < EDGE ? rounded : undefined
}

/** The loop that takes the time: nothing in it is called. Returns how many cells are on an edge, or no number. */
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
