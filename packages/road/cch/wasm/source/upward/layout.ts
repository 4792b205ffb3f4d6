/**
 * Scratch memory layout of upward searches, in bytes. These searches occupy part of a metric's scratch memory with a
 * different layout than path searches. Every point has a separate lane, and several points are processed at a time. In
 * small matrices, all points keep their lanes until the lanes are combined.
 */
export const MAX_LANES: u32 = 24

/** Number of points processed at a time. */
export const COLUMNS: u32 = 12

/** Maximum number of sources or targets per point, as in a path search. */
export const MAX_POINT_ENDPOINTS: usize = 64

/**
 * Number of rows that are already filled with infinite labels, and a flag that is 1 if the columns are filled as well.
 */
export const UPWARD_ROWS_READY: usize = 0
export const UPWARD_COLUMNS_READY: usize = 4
/** Number of the current small matrix. */
export const SMALL_MATRIX_NUMBER: usize = 8
/** Current vertex of the point in each column. */
export const UPWARD_VERTEX: usize = 16

/**
 * A lane begins with its input and results. The first fields are the number of sources or targets and the number of
 * vertices settled before they met.
 */
export const LANE_ENDPOINT_COUNT: usize = 0
export const LANE_SETTLED_BEFORE_JOINT: usize = 4
/** The vertex where the sources or targets meet, or `vertexCount` if there is none. */
export const LANE_JOINT: usize = 8
/**
 * Data of each source or target: its vertex, its weight (never negative), and its current vertex until all have met.
 */
export const LANE_VERTEX: usize = 64
export const LANE_WEIGHT: usize = 64 + 256
export const LANE_AT: usize = 64 + 512
/** Four doubles for each source or target; see EndpointAttributes in cch/matrix/endpoint-attributes.ts. */
export const LANE_BEGIN: usize = 64 + 768
export const BEGIN_BYTES: usize = 32
export const BEGIN_DURATION: usize = 8
export const BEGIN_GROWTH: usize = 16
export const BEGIN_TURN_FACTOR: usize = 24
const ARRAYS: usize = 64 + 768 + 64 * 32

/**
 * Returns the maximum number of vertices settled before the sources or targets meet. Points that exceed this number are
 * searched path by path; see MatrixQuery.
 */
export function maxSeparate(height: usize): usize {
  return 2 * height
}

/**
 * Returns the number of slots for settled vertices. The first slots are ordered by depth, from the vertex where the
 * sources or targets met. The slots after them are for the vertices settled before the meeting, lowest first. The
 * number of slots is a multiple of four, to keep the following data aligned.
 */
export function maxSlots(height: usize): usize {
  return 4 * ((height + maxSeparate(height) + 3) >> 2)
}

/**
 * Returns the offset of the weights by slot. The weights are followed by the vertices (only those settled before the
 * meeting) and their first arcs.
 */
export function slotWeights(_height: usize): usize {
  return ARRAYS
}
export function slotVertices(height: usize): usize {
  return ARRAYS + 4 * maxSlots(height)
}
export function slotArcs(height: usize): usize {
  return ARRAYS + 8 * maxSlots(height)
}
/**
 * Returns the offset of the label origins by slot. An origin consists of a vertex code and an arc index, with 16 bits
 * each.
 */
export function slotOrigins(height: usize): usize {
  return ARRAYS + 12 * maxSlots(height)
}
/**
 * Returns the offset of the lengths and durations of the paths to the labels, as pairs. The lengths and durations are
 * followed by the growth of the durations; see PathAttributes.
 */
export function slotAttributes(height: usize): usize {
  return ARRAYS + 16 * maxSlots(height)
}
export function slotGrowths(height: usize): usize {
  return ARRAYS + 32 * maxSlots(height)
}
/**
 * Returns the offset of the small matrix numbers for which the label attributes were computed; see SMALL_MATRIX_NUMBER.
 */
export function slotStamps(height: usize): usize {
  return ARRAYS + 40 * maxSlots(height)
}
/**
 * Returns the offset of the durations after the last growing part of each path; see `steadyCs` in matrix/label-rows.ts.
 */
export function slotSteady(height: usize): usize {
  return ARRAYS + 44 * maxSlots(height)
}
export function laneBytes(height: usize): usize {
  return ARRAYS + 52 * maxSlots(height)
}
export function laneAt(height: usize, lane: u32): usize {
  return 64 + (lane as usize) * laneBytes(height)
}

/**
 * The labels of the active points follow the lanes, starting at the vertex where their sources or targets met. Each
 * point has one column, indexed by depth, so that points processed together are adjacent. There are more columns than
 * needed, so that a shift can compute the offsets.
 */
export const COLUMNS_SHIFT: usize = 7
export const COLUMNS_BYTES: usize = 128
export function labelColumns(height: usize): usize {
  return 64 * ((laneAt(height, MAX_LANES) + 63) >> 6)
}

/** Returns the offset of a list of slots. */
export function slotChain(height: usize): usize {
  return labelColumns(height) + COLUMNS_BYTES * height
}

/**
 * Returns the offset of rows of labels by depth. The rows contain the labels of the sources or targets of one point
 * until they meet.
 */
export function endpointRows(height: usize): usize {
  return slotChain(height) + 4 * maxSlots(height)
}

/**
 * The cells of a small matrix follow, by source and target. Each cell has the minimum sum, the depth of the meeting
 * node, and the path attributes.
 */
const MAX_SMALL_CELLS: usize = 144
export function smallBest(height: usize): usize {
  return 16 * ((endpointRows(height) + MAX_POINT_ENDPOINTS * height * 8 + 15) >> 4)
}
export function smallMeetingDepth(height: usize): usize {
  return smallBest(height) + 4 * MAX_SMALL_CELLS
}
export function smallAttributes(height: usize): usize {
  return smallBest(height) + 8 * MAX_SMALL_CELLS
}
export function upwardScratchBytes(height: usize): usize {
  return smallBest(height) + 24 * MAX_SMALL_CELLS
}

/**
 * Origin codes of vertices. With these codes, the lowest vertex is the minimum among equal labels. Vertices settled
 * before the meeting use their numbers, and the codes of other vertices decrease with depth. A source or target at the
 * start of a path comes last.
 */
export const ORIGIN_ENDPOINT: u32 = 0xffff
export const ORIGIN_DEPTH: u32 = 0xfffe

/**
 * An infinite label, which has the code of a source or target as its origin. The origin is not used, but it may be
 * read.
 */
export const INFINITE_UPWARD: i64 = ((0x3fffffff as i64) << 32) | (0xffff0000 as i64)
