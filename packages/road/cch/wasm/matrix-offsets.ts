import { MemoryOffsets } from './memory-offsets.ts'
import {
  BLOCK_SOURCES,
  BLOCK_TARGETS,
  M_BEST,
  M_MEETING_DEPTH,
  M_OUT_DURATION,
  M_OUT_LENGTH,
  M_OUT_WEIGHT,
  M_SOURCE_ATTRIBUTES,
  M_SOURCE_LABELS,
  M_SOURCE_MIN_WEIGHT,
  M_SOURCE_STEADY,
  M_TARGET_ATTRIBUTES,
  M_TARGET_DURATION_GROWTHS,
  M_TARGET_LABELS,
  M_TARGET_MIN_WEIGHT,
  M_TARGET_POINT,
  M_TARGET_ROW,
  M_TARGET_STEADY,
  MATRIX_HEADER_BYTES,
  targetRowBytes,
} from './source/matrix/layout.ts'

/**
 * Returns the size of a row for the given number of targets. A row has an odd number of full cache lines, so that the
 * elements of a column do not all map to the same cache set.
 */
export function strideOf(targetCount: number): number {
  return 16 * (Math.ceil(targetCount / 16) | 1)
}

/** Returns the offsets in the memory of matrices, by header field. */
export function matrixOffsets(height: number) {
  const offsets = new MemoryOffsets(MATRIX_HEADER_BYTES)
  const stride = strideOf(BLOCK_TARGETS)
  const fieldOffsets = {
    [M_SOURCE_LABELS]: offsets.take(4 * BLOCK_SOURCES * height),
    [M_SOURCE_ATTRIBUTES]: offsets.take(16 * BLOCK_SOURCES * height),
    [M_TARGET_LABELS]: offsets.take(4 * stride * height),
    [M_TARGET_ATTRIBUTES]: offsets.take(16 * stride * height),
    [M_TARGET_DURATION_GROWTHS]: offsets.take(8 * stride * height),
    [M_SOURCE_STEADY]: offsets.take(8 * BLOCK_SOURCES * height),
    [M_TARGET_STEADY]: offsets.take(8 * stride * height),
    [M_TARGET_ROW]: offsets.take(targetRowBytes(height)),
    [M_BEST]: offsets.take(4 * BLOCK_SOURCES * stride),
    [M_MEETING_DEPTH]: offsets.take(4 * BLOCK_SOURCES * stride),
    [M_SOURCE_MIN_WEIGHT]: offsets.take(4 * BLOCK_SOURCES),
    [M_TARGET_MIN_WEIGHT]: offsets.take(4 * BLOCK_TARGETS),
    [M_TARGET_POINT]: offsets.take(4 * BLOCK_TARGETS),
    [M_OUT_WEIGHT]: offsets.take(4 * BLOCK_TARGETS),
    [M_OUT_LENGTH]: offsets.take(8 * BLOCK_TARGETS),
    [M_OUT_DURATION]: offsets.take(8 * BLOCK_TARGETS),
  }
  return { at: fieldOffsets, end: offsets.end }
}
