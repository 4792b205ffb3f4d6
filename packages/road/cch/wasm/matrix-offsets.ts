import { Places } from './memory-offsets.ts'
import {
  BLOCK_SOURCES,
  BLOCK_TARGETS,
  M_BEST,
  M_MET,
  M_OUT_DURATION,
  M_OUT_LENGTH,
  M_OUT_WEIGHT,
  M_SOURCE_LABELS,
  M_SOURCE_LEAST,
  M_SOURCE_MEASURES,
  M_SOURCE_STEADY,
  M_TARGET_GROWTHS,
  M_TARGET_LABELS,
  M_TARGET_LEAST,
  M_TARGET_MEASURES,
  M_TARGET_POINT,
  M_TARGET_ROW,
  M_TARGET_STEADY,
  MATRIX_HEADER_BYTES,
  targetRowBytes,
} from './source/matrix/layout.ts'

/** Full cache lines, an odd number of them, so that a column does not map to a single cache set. */
export function strideOf(targets: number): number {
  return 16 * (Math.ceil(targets / 16) | 1)
}

/** Offsets in the memory of matrices, by their header fields. */
export function matrixPlaces(height: number) {
  const places = new Places(MATRIX_HEADER_BYTES)
  const stride = strideOf(BLOCK_TARGETS)
  const at = {
    [M_SOURCE_LABELS]: places.take(4 * BLOCK_SOURCES * height),
    [M_SOURCE_MEASURES]: places.take(16 * BLOCK_SOURCES * height),
    [M_TARGET_LABELS]: places.take(4 * stride * height),
    [M_TARGET_MEASURES]: places.take(16 * stride * height),
    [M_TARGET_GROWTHS]: places.take(8 * stride * height),
    [M_SOURCE_STEADY]: places.take(8 * BLOCK_SOURCES * height),
    [M_TARGET_STEADY]: places.take(8 * stride * height),
    [M_TARGET_ROW]: places.take(targetRowBytes(height)),
    [M_BEST]: places.take(4 * BLOCK_SOURCES * stride),
    [M_MET]: places.take(4 * BLOCK_SOURCES * stride),
    [M_SOURCE_LEAST]: places.take(4 * BLOCK_SOURCES),
    [M_TARGET_LEAST]: places.take(4 * BLOCK_TARGETS),
    [M_TARGET_POINT]: places.take(4 * BLOCK_TARGETS),
    [M_OUT_WEIGHT]: places.take(4 * BLOCK_TARGETS),
    [M_OUT_LENGTH]: places.take(8 * BLOCK_TARGETS),
    [M_OUT_DURATION]: places.take(8 * BLOCK_TARGETS),
  }
  return { at, end: places.end }
}
