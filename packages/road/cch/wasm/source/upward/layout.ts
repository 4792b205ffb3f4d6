/**
 * Scratch memory layout of upward searches, in bytes. It uses a piece of a metric's scratch memory with a different
 * layout than path searches. Every point has a separate lane, and several are processed at a time. In small matrices
 * all points keep their lanes until they have met.
 */
export const MOST_LANES: u32 = 24

/** Number of points processed at a time. */
export const COLUMNS: u32 = 12

/** Maximum number of sources or targets per point, matching EndList of the planner. */
export const MOST_CLIMB_ENDS: usize = 64

/** Number of rows already filled with infinite labels, and whether the columns are. */
export const CLIMB_ROWS_READY: usize = 0
export const CLIMB_COLUMNS_READY: usize = 4
/** Counter of small matrices. */
export const LITTLE_NUMBER: usize = 8
/** Current vertex of the point in each column. */
export const CLIMB_STANDS: usize = 16

/** A lane begins with the input and the results: the number of vertices settled before its sources or targets met. */
export const LANE_END_COUNT: usize = 0
export const LANE_APART: usize = 4
/** The vertex where the sources or targets meet, or vertexCount. */
export const LANE_JOINT: usize = 8
/** For each source or target: its vertex, its weight (never negative), and its current vertex until all have met. */
export const LANE_VERTEX: usize = 64
export const LANE_WEIGHT: usize = 64 + 256
export const LANE_AT: usize = 64 + 512
/** Four doubles for each source or target: see Begin in matrix/begin.ts. */
export const LANE_BEGIN: usize = 64 + 768
export const BEGIN_BYTES: usize = 32
export const BEGIN_DURATION: usize = 8
export const BEGIN_GROWTH: usize = 16
export const BEGIN_TURN_FACTOR: usize = 24
const ARRAYS: usize = 64 + 768 + 64 * 32

/**
 * Maximum number of vertices settled before the sources or targets meet. The plain search handles points that exceed
 * it.
 */
export function mostApart(height: usize): usize {
  return 2 * height
}

/**
 * Settled vertices have slots: first by depth, from the vertex where the sources or targets met. After all depths come
 * the vertices settled before, lowest first. A multiple of four, to keep the following data aligned.
 */
export function mostPlaces(height: usize): usize {
  return 4 * ((height + mostApart(height) + 3) >> 2)
}

/** By slot: the weight, the vertex (only for those settled before the meeting), and its first arc. */
export function placeWeights(_height: usize): usize {
  return ARRAYS
}
export function placeVertices(height: usize): usize {
  return ARRAYS + 4 * mostPlaces(height)
}
export function placeArcs(height: usize): usize {
  return ARRAYS + 8 * mostPlaces(height)
}
/** The origin of the label as a vertex code and the index of its arc: 16 bits each. */
export function placeOrigins(height: usize): usize {
  return ARRAYS + 12 * mostPlaces(height)
}
/**
 * Length and duration of the path to the label, next to each other; and the growth of the duration (see PathMeasures).
 */
export function placeMeasures(height: usize): usize {
  return ARRAYS + 16 * mostPlaces(height)
}
export function placeGrowths(height: usize): usize {
  return ARRAYS + 32 * mostPlaces(height)
}
/** The number of the small matrix for which the label's attributes were computed: see LITTLE_NUMBER. */
export function placeStamps(height: usize): usize {
  return ARRAYS + 40 * mostPlaces(height)
}
/** Duration of the last part of the path, after everything that grows: see `steadyCs` in matrix/label-rows.ts. */
export function placeSteady(height: usize): usize {
  return ARRAYS + 44 * mostPlaces(height)
}
export function laneBytes(height: usize): usize {
  return ARRAYS + 52 * mostPlaces(height)
}
export function laneAt(height: usize, lane: u32): usize {
  return 64 + (lane as usize) * laneBytes(height)
}

/**
 * After the lanes: the labels of the active points from the vertex where their sources or targets met. One column per
 * point, by depth, so that points processed together are adjacent. There are more columns than needed, so that offsets
 * can be computed by shifting.
 */
export const COLUMNS_SHIFT: usize = 7
export const COLUMNS_BYTES: usize = 128
export function labelColumns(height: usize): usize {
  return 64 * ((laneAt(height, MOST_LANES) + 63) >> 6)
}

/** Followed by a list of slots. */
export function chainOfPlaces(height: usize): usize {
  return labelColumns(height) + COLUMNS_BYTES * height
}

/** Followed by rows of labels by depth for the sources or targets of one point, until they meet. */
export function endRows(height: usize): usize {
  return chainOfPlaces(height) + 4 * mostPlaces(height)
}

/**
 * Followed by the cells of a small matrix, by source and target: the minimum sums, the depths of the meeting nodes, and
 * the path attributes.
 */
const LITTLE_CELLS: usize = 144
export function littleBest(height: usize): usize {
  return 16 * ((endRows(height) + MOST_CLIMB_ENDS * height * 8 + 15) >> 4)
}
export function littleMet(height: usize): usize {
  return littleBest(height) + 4 * LITTLE_CELLS
}
export function littleMeasures(height: usize): usize {
  return littleBest(height) + 8 * LITTLE_CELLS
}
export function climbBytes(height: usize): usize {
  return littleBest(height) + 24 * LITTLE_CELLS
}

/**
 * Origin codes of vertices: among equal labels, the lowest vertex wins. Vertices settled before the meeting use their
 * numbers, the others count down with depth, and a source or target at a path start comes last.
 */
export const ORIGIN_END: u32 = 0xffff
export const ORIGIN_DEPTH: u32 = 0xfffe

/** An infinite label has the code of a source or target as origin. Its value is unused, but it may be read. */
export const INFINITE_CLIMB: i64 = ((0x3fffffff as i64) << 32) | (0xffff0000 as i64)
