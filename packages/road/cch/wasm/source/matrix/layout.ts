/**
 * Memory layout for filling matrices in one thread, in bytes. The header contains the array offsets. The kernels
 * combine rows of labels that come from the memories of metrics.
 */

/** Maximum number of sources and targets in a block of a matrix. */
export const BLOCK_SOURCES: usize = 256
export const BLOCK_TARGETS: usize = 1024

export const M_HEIGHT: usize = 0
export const M_TARGET_COUNT: usize = 4
/** Number of targets per row of minimum sums and per depth of labels. */
export const M_TARGET_STRIDE: usize = 8
/** Weights by depth, one row per source. */
export const M_SOURCE_LABELS: usize = 12
/** Length and duration by depth, as pairs of doubles, with one row per source. */
export const M_SOURCE_ATTRIBUTES: usize = 16
/**
 * Labels and attributes of targets, including the growth of durations. There is one row per depth, because adjacent
 * targets usually meet at the same depth.
 */
export const M_TARGET_LABELS: usize = 20
export const M_TARGET_ATTRIBUTES: usize = 24
export const M_TARGET_DURATION_GROWTHS: usize = 28
/** Input buffer for one target, by depth: weights, attributes, growths, and steady durations. */
export const M_TARGET_ROW: usize = 32
/** The minimum sums so far and the depths of their meeting nodes. */
export const M_BEST: usize = 36
export const M_MEETING_DEPTH: usize = 40
/** Base weight of each point's labels. */
export const M_SOURCE_MIN_WEIGHT: usize = 44
export const M_TARGET_MIN_WEIGHT: usize = 48
/** Index of the target in the caller's order, for each position in tree order. */
export const M_TARGET_POINT: usize = 52
/** One row of the result, in the caller's order. */
export const M_OUT_WEIGHT: usize = 56
export const M_OUT_LENGTH: usize = 60
export const M_OUT_DURATION: usize = 64
/** Steady durations of the labels of sources and targets; see `steadyCs` in matrix/label-rows.ts. */
export const M_SOURCE_STEADY: usize = 68
export const M_TARGET_STEADY: usize = 72
export const MATRIX_HEADER_BYTES: usize = 128

/** Path attributes to compute in addition to weights. */
export const NO_ATTRIBUTES: u32 = 0
export const STEADY_ATTRIBUTES: u32 = 2
export const FADING_ATTRIBUTES: u32 = 3

/** Returns the offset of the attributes in the row of one target; see M_TARGET_ROW. */
export function rowAttributes(height: usize): usize {
  return 16 * ((height + 3) >> 2)
}
export function rowGrowths(height: usize): usize {
  return rowAttributes(height) + 16 * height
}
export function rowSteady(height: usize): usize {
  return rowGrowths(height) + 8 * height
}
export function targetRowBytes(height: usize): usize {
  return rowSteady(height) + 8 * height
}
