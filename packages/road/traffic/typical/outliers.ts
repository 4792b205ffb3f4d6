/** Ratio of the standard deviation to the median absolute deviation for a normal distribution. */
const DEVIATIONS_PER_MAD = 1.4826
const MAX_DEVIATIONS = 3
/** Minimum deviation as a share of the median. Without this limit, nearly equal values would produce outliers. */
const MIN_DEVIATION = 0.1

/** Returns the median of the first `count` values, which are sorted in place. */
function sortedMedian(values: Float64Array, count: number): number {
  const sorted = values.subarray(0, count).sort()
  const middle = count >>> 1
  return count % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * Returns the range outside which values are outliers. The range is three deviations around the median (Hampel
 * identifier).
 */
export function plausibleRange(
  values: Float64Array,
  count: number,
  scratch: Float64Array,
): [low: number, high: number] {
  for (let i = 0; i < count; i++) scratch[i] = values[i]
  const median = sortedMedian(scratch, count)
  for (let i = 0; i < count; i++) scratch[i] = Math.abs(values[i] - median)
  const deviation = Math.max(DEVIATIONS_PER_MAD * sortedMedian(scratch, count), MIN_DEVIATION * median)
  return [median - MAX_DEVIATIONS * deviation, median + MAX_DEVIATIONS * deviation]
}
