import { NO_PATH } from './matrix-numbers.ts'

/** Maximum difference between the results of two summation orders, in rounding steps. */
const MAX_SUMMATION_ERROR = 1e-6
const ROUNDING_BOUNDARY = 0.5 - MAX_SUMMATION_ERROR

/** Reused buffer for the cells to check again. */
let ambiguousCells = new Uint32Array(0)

/**
 * Rounds to whole steps like `Math.round`. Calls `onEdge` for values so close to a rounding boundary that another
 * summation order could change the result. For these values, only the summation order of the route gives the correct
 * result.
 */
export function roundAll(
  values: Float64Array,
  step: number,
  targetValues: Int32Array,
  onEdge: (cell: number) => void,
): void {
  if (ambiguousCells.length < targetValues.length) ambiguousCells = new Uint32Array(targetValues.length)
  const count = roundAndCollectAmbiguous(values, 1 / step, targetValues, ambiguousCells)
  for (let index = 0; index < count; index++) {
    const cell = ambiguousCells[index] as number
    const value = values[cell] as number
    if (value === Number.POSITIVE_INFINITY) targetValues[cell] = NO_PATH
    else {
      // The last bit matters, so the code divides exactly as the route does.
      targetValues[cell] = Math.round(value / step)
      onEdge(cell)
    }
  }
}

/** Rounds one number. Returns undefined if another summation order could change the result. */
export function roundIfUnambiguous(value: number, step: number): number | undefined {
  const exactSteps = value / step
  const roundedSteps = Math.round(exactSteps)
  return Math.abs(exactSteps - roundedSteps) < ROUNDING_BOUNDARY ? roundedSteps : undefined
}

/**
 * Rounds all values in a hot loop without calls. Returns the number of cells that are NaN or on a rounding boundary.
 */
function roundAndCollectAmbiguous(
  values: Float64Array,
  perStep: number,
  targetValues: Int32Array,
  ambiguous: Uint32Array,
): number {
  const { length } = targetValues
  let count = 0
  for (let cell = 0; cell < length; cell++) {
    const steps = (values[cell] as number) * perStep
    const roundedValue = Math.floor(steps + 0.5)
    targetValues[cell] = roundedValue
    if (!(Math.abs(steps - roundedValue) < ROUNDING_BOUNDARY)) ambiguous[count++] = cell
  }
  return count
}
