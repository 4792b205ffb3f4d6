/**
 * Memory layout of a metric, in bytes. Used by both sides: the kernels, where these are memory offsets, and the classes
 * that fill the memory and read results.
 */

/** The header: sizes and array offsets. */
export const VERTEX_COUNT: usize = 0
export const HEIGHT: usize = 4
export const VERTICES: usize = 8
export const UPPER_DEPTH: usize = 12
export const WEIGHT: usize = 16
export const PARTS: usize = 20
/** A unique name of the metric, two words. */
export const METRIC_NAME: usize = 24
/** Offset and size of the scratch memory pieces, and the number in use. */
export const SCRATCH: usize = 32
export const SCRATCH_BYTES: usize = 36
export const SCRATCH_COUNT: usize = 40
/** Offset and size of the path attribute pieces, the number in use and the total number. */
export const MEASURES: usize = 44
export const MEASURES_BYTES: usize = 48
export const MEASURES_COUNT: usize = 52
export const MEASURES_MOST: usize = 56
export const HEADER_BYTES: usize = 64

/** All vertex data that a search reads is contiguous: one cache line per step. */
export const VERTEX_BYTES: usize = 16
export const PARENT: usize = 0
export const DEPTH: usize = 4
export const UP_FIRST: usize = 8
export const DOWN_FIRST: usize = 12

/** Maximum number of sources or targets per side. The plain search handles more. */
export const MOST_ENDS: usize = 16

/** Scratch memory begins with the input and the results of the search. */
export const STRETCH: usize = 0
export const OFFSET: usize = 8
export const BEST: usize = 12
export const BEST_VERTEX: usize = 16
export const BOUND: usize = 20
export const CANDIDATE_COUNT: usize = 24
export const PATH_SOURCE: usize = 28
export const PATH_TARGET: usize = 32
/** The used part of a path's chain of arcs. */
export const CHAIN_BEGIN: usize = 36
export const CHAIN_END: usize = 40
/** Number of rows of each side already filled with infinite labels. */
export const ROWS_READY: usize = 44

/** Followed by the two sides. */
export const FORWARD: usize = 64
export const BACKWARD: usize = 64 + 512
export const END_COUNT: usize = 0
/** Number of active rows; their indexes and current vertices are the first entries of two arrays. */
export const CLIMBING: usize = 4
export const CLIMBING_ROW: usize = 16
export const CLIMBING_AT: usize = 80
/** The depth range of vertices settled by a row: from its start up to where it was merged into another. */
export const ROW_BOTTOM: usize = 144
export const ROW_TOP: usize = 208
export const END_VERTEX: usize = 272
export const END_WEIGHT: usize = 336
export const END_ROAD_ARC: usize = 400

/** Followed by the rows of the forward side, then those of the backward side. */
export const ROWS: usize = 64 + 2 * 512

/** A row: for every depth the label, the settled label, and the settled vertex. */
export function rowBytes(height: usize): usize {
  return height * 24
}

/** Possible via nodes of alternatives, and the weights of the paths through them. */
export function candidates(height: usize): usize {
  return ROWS + 2 * MOST_ENDS * rowBytes(height)
}
export function mostCandidates(height: usize): usize {
  return MOST_ENDS * height
}

/** The hierarchy arcs of a path: the forward side before the middle, the backward side after it. */
export function chain(height: usize): usize {
  return candidates(height) + 8 * mostCandidates(height)
}

/** Maximum number of turns in a road path. The plain unpacker handles longer ones. */
export const MOST_TURNS: u32 = 16384

/** Its arcs and turns; then the linked list it is built from, the queue of arcs to unpack, and the prefetched data. */
export function pathArcs(height: usize): usize {
  return chain(height) + 8 * (height + 2)
}
export function pathTurns(height: usize): usize {
  return pathArcs(height) + 4 * (MOST_TURNS + 4)
}
export function listItems(height: usize): usize {
  return pathTurns(height) + 4 * (MOST_TURNS + 4)
}
export function listQueue(height: usize): usize {
  return listItems(height) + 16 * (MOST_TURNS + 4)
}
export function fetchedParts(height: usize): usize {
  return listQueue(height) + 8 * (MOST_TURNS + 4)
}
export function scratchBytes(height: usize): usize {
  return fetchedParts(height) + 8 * (MOST_TURNS + 4)
}
