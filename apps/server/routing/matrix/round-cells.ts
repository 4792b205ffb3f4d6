import { NO_WAY } from './matrix-numbers.ts'

/** What two ways of adding up the same numbers, and dividing them, may differ by, in steps of the rounding. */
const NOISE = 1e-6

/**
 * Rounds to whole steps as Math.round does. Calls `onEdge` for those that lie so near to where rounding turns that adding
 * up in another order could turn them: only adding up as the route does can tell.
 */
export function roundAll(values: Float64Array, step: number, into: Int32Array, onEdge: (cell: number) => void): void {
  const edge = 0.5 - NOISE
  // Dividing takes three times as long; where the last bit matters, it is divided all the same.
  const perStep = 1 / step
  for (let cell = 0; cell < into.length; cell++) {
    const value = values[cell] as number
    const steps = value * perStep
    const rounded = Math.floor(steps + 0.5)
    const off = Math.abs(rounded - steps)
    if (off < edge) into[cell] = rounded
    else if (off >= edge) {
      into[cell] = Math.round(value / step)
      onEdge(cell)
    } else {
      // Infinity, whose difference is no number.
      into[cell] = NO_WAY
    }
  }
}
