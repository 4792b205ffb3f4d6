/**
 * Memory layout of a metric, in bytes. The kernels use these constants as memory offsets. The classes that fill the
 * memory and read results use them as well.
 */

/** Header with sizes and array offsets. */
export const VERTEX_COUNT: usize = 0
export const HEIGHT: usize = 4
export const VERTICES: usize = 8
export const UPPER_DEPTH: usize = 12
export const WEIGHT: usize = 16
export const CHILDREN: usize = 20
/** Unique name of the metric, in two words. */
export const METRIC_NAME: usize = 24
/** Offset and size of the scratch memory pieces, and the number of pieces in use. */
export const SCRATCH: usize = 32
export const SCRATCH_BYTES: usize = 36
export const SCRATCH_COUNT: usize = 40
/** Offset and size of the path attribute pieces, the number of pieces in use, and the total number. */
export const ATTRIBUTES: usize = 44
export const ATTRIBUTES_BYTES: usize = 48
export const ATTRIBUTES_COUNT: usize = 52
export const ATTRIBUTES_MAX: usize = 56
/** Total number of scratch memory pieces. */
export const SCRATCH_MAX: usize = 60
export const HEADER_BYTES: usize = 64

/** All vertex data that a search reads is contiguous, so each step reads one cache line. */
export const VERTEX_BYTES: usize = 16
export const PARENT: usize = 0
export const DEPTH: usize = 4
export const UP_FIRST: usize = 8
export const DOWN_FIRST: usize = 12

/** Maximum number of sources or targets of a search. */
export const MAX_ENDPOINTS: usize = 64

/** Scratch memory begins with the input and the results of the search. */
export const STRETCH: usize = 0
/**
 * Sum of the smallest source weight and the smallest target weight. All other weights of a search are relative to this
 * sum.
 */
export const OFFSET: usize = 8
export const BEST: usize = 12
export const BEST_VERTEX: usize = 16
export const BOUND: usize = 20
export const CANDIDATE_COUNT: usize = 24
export const PATH_SOURCE: usize = 28
export const PATH_TARGET: usize = 32
/** The range of the chain that contains the hierarchy arcs of a path. */
export const CHAIN_BEGIN: usize = 36
export const CHAIN_END: usize = 40
/** Number of rows of each side that are already filled with infinite labels. */
export const ROWS_READY: usize = 44
/** Number of pending arcs while a long path is unpacked in steps. */
export const STACK_SIZE: usize = 48
/**
 * Number of arcs with a source and a target that must not meet directly, and the number of these arcs that the search
 * has reached.
 */
export const SHARED_COUNT: usize = 52
export const SHARED_NEXT: usize = 56
/**
 * Kind of the best path. The best path either follows the labels at its meeting node, or it begins or ends on a shared
 * arc. For a shared arc, the next two fields contain the origins.
 */
export const BEST_KIND: usize = 60
export const BEST_FORWARD_ORIGIN: usize = 64
export const BEST_BACKWARD_ORIGIN: usize = 68
export const BY_LABELS: u32 = 0
export const BY_ORIGINS: u32 = 1
/** The path is like BY_ORIGINS, but it includes the round trip of the shared arc that was reached last. */
export const BY_ROUND_TRIP: u32 = 2
/** The shared arc of the round trip. */
export const BEST_SHARED_ARC: usize = 72

/** The data of the two sides follows. */
const SIDE_BYTES: usize = 1920
export const FORWARD: usize = 128
export const BACKWARD: usize = 128 + SIDE_BYTES
export const ENDPOINT_COUNT: usize = 0
/**
 * Number of active rows. The first entries of two arrays contain the indexes of these rows and their current vertices.
 */
export const ACTIVE_ROWS: usize = 4
/** The smallest weight among the endpoints. Labels are relative to this weight, so no label is negative. */
export const MIN_WEIGHT: usize = 8
export const ACTIVE_ROW: usize = 64
export const ACTIVE_VERTEX: usize = 64 + 256
/**
 * Depth range of the vertices that a row settled, from its start to the vertex where it was merged into another row.
 */
export const ROW_BOTTOM: usize = 64 + 2 * 256
export const ROW_TOP: usize = 64 + 3 * 256
export const ENDPOINT_VERTEX: usize = 64 + 4 * 256
export const ENDPOINT_WEIGHT: usize = 64 + 5 * 256
export const ENDPOINT_ROAD_ARC: usize = 64 + 6 * 256

/** The shared arcs follow, lowest vertex first. */
export const SHARED: usize = 128 + 2 * SIDE_BYTES
export const SHARED_BYTES: usize = 32
export const SHARED_VERTEX: usize = 0
/** The cheapest source and the cheapest target on the arc. */
export const SHARED_SOURCE: usize = 4
export const SHARED_TARGET: usize = 8
/** The best round trip from the arc back to itself via lower vertices: its weight and its one or two hierarchy arcs. */
export const TRIP_WEIGHT: usize = 12
export const TRIP_FIRST: usize = 16
export const TRIP_SECOND: usize = 20
/** Value that replaces the second arc if there is none. */
export const NO_ARC: u32 = 0xffffffff

/** The rows of the forward side follow, and then the rows of the backward side. */
export const ROWS: usize = SHARED + MAX_ENDPOINTS * SHARED_BYTES

/**
 * Returns the size of a row in bytes. For every depth, a row has the label, the settled label, and the settled vertex.
 */
export function rowBytes(height: usize): usize {
  return height * 24
}

/** Returns the offset of the possible via nodes of alternatives and the weights of the paths through them. */
export function candidates(height: usize): usize {
  return ROWS + 2 * MAX_ENDPOINTS * rowBytes(height)
}
export function maxCandidates(height: usize): usize {
  return MAX_ENDPOINTS * height
}

/**
 * Returns the offset of the hierarchy arcs of a path. Arcs of the forward side come before the middle, and arcs of the
 * backward side come after it.
 */
export function chain(height: usize): usize {
  return candidates(height) + 8 * maxCandidates(height)
}

/** Maximum number of turns to unpack at a time. */
export const MAX_TURNS: u32 = 16384

/**
 * Returns the offset of the arcs and turns of the path. The arcs and turns are followed by the linked list for
 * unpacking, the queue of arcs to unpack, and the prefetched data.
 */
export function pathArcs(height: usize): usize {
  return chain(height) + 8 * (height + 2)
}
export function pathTurns(height: usize): usize {
  return pathArcs(height) + 4 * (MAX_TURNS + 4)
}
export function listItems(height: usize): usize {
  return pathTurns(height) + 4 * (MAX_TURNS + 4)
}
export function listQueue(height: usize): usize {
  return listItems(height) + 16 * (MAX_TURNS + 4)
}
export function fetchedChildren(height: usize): usize {
  return listQueue(height) + 8 * (MAX_TURNS + 4)
}
export function scratchBytes(height: usize): usize {
  return fetchedChildren(height) + 8 * (MAX_TURNS + 4)
}
