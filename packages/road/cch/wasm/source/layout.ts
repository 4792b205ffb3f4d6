/**
 * Where things lie in the memory of a metric, in bytes. Read by both sides: the kernels, where these are addresses, and
 * the classes that fill the memory and read results from it.
 */

/** The header: sizes, and where the arrays begin. */
export const VERTEX_COUNT: usize = 0
export const HEIGHT: usize = 4
export const VERTICES: usize = 8
export const UPPER_DEPTH: usize = 12
export const WEIGHT: usize = 16
export const PARTS: usize = 20
/** A name that no other metric has, of two words. */
export const METRIC_NAME: usize = 24
/** Where the pieces of scratch memory begin, how large each is, and how many are in use. */
export const SCRATCH: usize = 32
export const SCRATCH_BYTES: usize = 36
export const SCRATCH_COUNT: usize = 40
/** Where the pieces for measures begin, how large each is, how many are in use and how many there are. */
export const MEASURES: usize = 44
export const MEASURES_BYTES: usize = 48
export const MEASURES_COUNT: usize = 52
export const MEASURES_MOST: usize = 56
export const HEADER_BYTES: usize = 64

/** What a search reads of a vertex lies together: one line of the cache for each step. */
export const VERTEX_BYTES: usize = 16
export const PARENT: usize = 0
export const DEPTH: usize = 4
export const UP_FIRST: usize = 8
export const DOWN_FIRST: usize = 12

/** A search has at most so many ends on each side; those with more are left to the plain search. */
export const MOST_ENDS: usize = 16

/** Scratch memory begins with what the search is asked and what it found. */
export const STRETCH: usize = 0
export const OFFSET: usize = 8
export const BEST: usize = 12
export const BEST_VERTEX: usize = 16
export const BOUND: usize = 20
export const CANDIDATE_COUNT: usize = 24
export const PATH_SOURCE: usize = 28
export const PATH_TARGET: usize = 32
/** The part of a path's chain of arcs that is in use. */
export const CHAIN_BEGIN: usize = 36
export const CHAIN_END: usize = 40
/** So many rows of each side have been filled with infinite labels. */
export const ROWS_READY: usize = 44

/** Then the two sides. */
export const FORWARD: usize = 64
export const BACKWARD: usize = 64 + 512
export const END_COUNT: usize = 0
/** How many rows still climb; which they are and where they stand, the first entries of two arrays. */
export const CLIMBING: usize = 4
export const CLIMBING_ROW: usize = 16
export const CLIMBING_AT: usize = 80
/** The depths between which a row has passed vertices: from where it began up to where it was merged into another. */
export const ROW_BOTTOM: usize = 144
export const ROW_TOP: usize = 208
export const END_VERTEX: usize = 272
export const END_WEIGHT: usize = 336
export const END_ROAD_ARC: usize = 400

/** Then the rows of the forward side, and those of the backward side. */
export const ROWS: usize = 64 + 2 * 512

/** A row: for every depth the label, the label it had when the search passed, and the vertex that was passed. */
export function rowBytes(height: usize): usize {
  return height * 24
}

/** Vertices over which there may be an alternative, and the weights of the paths over them. */
export function candidates(height: usize): usize {
  return ROWS + 2 * MOST_ENDS * rowBytes(height)
}
export function mostCandidates(height: usize): usize {
  return MOST_ENDS * height
}

/** The arcs of the hierarchy that a path is made of, the forward side's before the middle, the backward side's after. */
export function chain(height: usize): usize {
  return candidates(height) + 8 * mostCandidates(height)
}

/** A path of the road has at most so many turns; longer ones are left to the plain unpacker. */
export const MOST_TURNS: u32 = 16384

/** Its arcs and turns; then the list that it is made from, the queue of what has to be unpacked, and what was fetched. */
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
