/**
 * Where things lie in the memory in which one thread fills matrices, in bytes: the header, which tells where the arrays
 * begin. Rows of labels come from the memories of metrics; here they meet.
 */

/** A matrix is filled in blocks of so many sources and targets. */
export const BLOCK_SOURCES: usize = 256
export const BLOCK_TARGETS: usize = 1024

export const M_HEIGHT: usize = 0
export const M_TARGET_COUNT: usize = 4
/** Targets beside each other, in a row of best sums and among the labels of one depth. */
export const M_TARGET_STRIDE: usize = 8
/** Weights by depth, one row per source. */
export const M_SOURCE_LABELS: usize = 12
/** Length and duration by depth, a pair of doubles each, one row per source. */
export const M_SOURCE_MEASURES: usize = 16
/** The same of targets, with how the durations grow, but one row per depth: neighbours mostly meet at the same. */
export const M_TARGET_LABELS: usize = 20
export const M_TARGET_MEASURES: usize = 24
export const M_TARGET_GROWTHS: usize = 28
/** What one target has by depth, on its way there: weights, measures, growths, and how long it is steady. */
export const M_TARGET_ROW: usize = 32
/** The least sums so far, and the depths where they were met. */
export const M_BEST: usize = 36
export const M_MET: usize = 40
/** What the labels of each point count from. */
export const M_SOURCE_LEAST: usize = 44
export const M_TARGET_LEAST: usize = 48
/** Which target, in the caller's order, is at a place in the order of the tree. */
export const M_TARGET_POINT: usize = 52
/** One row of the result, in the caller's order. */
export const M_OUT_WEIGHT: usize = 56
export const M_OUT_LENGTH: usize = 60
export const M_OUT_DURATION: usize = 64
/** Of the labels of both: see `steadyCs` in matrix/label-rows.ts. */
export const M_SOURCE_STEADY: usize = 68
export const M_TARGET_STEADY: usize = 72
export const MATRIX_HEADER_BYTES: usize = 128

/** What is measured beside weights. */
export const MEASURE_NOTHING: u32 = 0
export const MEASURE_STEADY: u32 = 2
export const MEASURE_FADING: u32 = 3

/** One target's row: see M_TARGET_ROW. */
export function rowMeasures(height: usize): usize {
  return 16 * ((height + 3) >> 2)
}
export function rowGrowths(height: usize): usize {
  return rowMeasures(height) + 16 * height
}
export function rowSteady(height: usize): usize {
  return rowGrowths(height) + 8 * height
}
export function targetRowBytes(height: usize): usize {
  return rowSteady(height) + 8 * height
}
