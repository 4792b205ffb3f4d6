/**
 * Where things lie in the scratch memory of climbs, in bytes: one piece of a metric's scratch memory, used in another way
 * than searches use theirs. Every point climbs in a lane of its own, some at a time; of little matrices all points keep
 * their lanes until they have met.
 */
export const MOST_LANES: u32 = 24

/** So many points climb at a time. */
export const COLUMNS: u32 = 12

/** A point has at most so many ends: no more than EndList of the planner has. */
export const MOST_CLIMB_ENDS: usize = 64

/** So many rows of ends have been filled with infinite labels; and whether the columns have. */
export const CLIMB_ROWS_READY: usize = 0
export const CLIMB_COLUMNS_READY: usize = 4
/** How many little matrices there were. */
export const LITTLE_NUMBER: usize = 8
/** At which vertex the point of each column stands. */
export const CLIMB_STANDS: usize = 16

/** A lane begins with what is asked and what was found: how many vertices were passed before the ends had met. */
export const LANE_END_COUNT: usize = 0
export const LANE_APART: usize = 4
/** Where the ends meet, or vertexCount. */
export const LANE_JOINT: usize = 8
/** Of every end: its vertex, its weight (none below zero), and where it stands while the ends climb apart. */
export const LANE_VERTEX: usize = 64
export const LANE_WEIGHT: usize = 64 + 256
export const LANE_AT: usize = 64 + 512
/** Of every end, four doubles: see Begin in matrix/begin.ts. */
export const LANE_BEGIN: usize = 64 + 768
export const BEGIN_BYTES: usize = 32
export const BEGIN_DURATION: usize = 8
export const BEGIN_GROWTH: usize = 16
export const BEGIN_TURN_FACTOR: usize = 24
const ARRAYS: usize = 64 + 768 + 64 * 32

/** More vertices than these are not passed before the ends have met; points that do are left to the plain climber. */
export function mostApart(height: usize): usize {
  return 2 * height
}

/**
 * The vertices that were passed have places: from where the ends have met their depths, and after all depths those
 * before, the lowest first. A multiple of four, so that whatever lies behind lies where it may lie.
 */
export function mostPlaces(height: usize): usize {
  return 4 * ((height + mostApart(height) + 3) >> 2)
}

/** By place: the weight, the vertex (only of those passed before the ends had met), and where its arcs begin. */
export function placeWeights(_height: usize): usize {
  return ARRAYS
}
export function placeVertices(height: usize): usize {
  return ARRAYS + 4 * mostPlaces(height)
}
export function placeArcs(height: usize): usize {
  return ARRAYS + 8 * mostPlaces(height)
}
/** Which vertex the label came from, as a code, and by the how-manieth of its arcs: 16 bits each. */
export function placeOrigins(height: usize): usize {
  return ARRAYS + 12 * mostPlaces(height)
}
/** Length and duration of the path to the label, side by side; and how the duration grows (see PathMeasures). */
export function placeMeasures(height: usize): usize {
  return ARRAYS + 16 * mostPlaces(height)
}
export function placeGrowths(height: usize): usize {
  return ARRAYS + 32 * mostPlaces(height)
}
/** In which little matrix the label was measured: see LITTLE_NUMBER. */
export function placeStamps(height: usize): usize {
  return ARRAYS + 40 * mostPlaces(height)
}
/** How long the last part of the path takes, behind all that grows: see `steadyCs` in matrix/label-rows.ts. */
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
 * After the lanes, the labels of the points that climb, from where the ends of each have met: a column for every point,
 * by depth, so that those who climb together have theirs beside each other. Some columns more than are used, because
 * places are found sooner by shifting.
 */
export const COLUMNS_SHIFT: usize = 7
export const COLUMNS_BYTES: usize = 128
export function labelColumns(height: usize): usize {
  return 64 * ((laneAt(height, MOST_LANES) + 63) >> 6)
}

/** Then a list of places. */
export function chainOfPlaces(height: usize): usize {
  return labelColumns(height) + COLUMNS_BYTES * height
}

/** Then rows of labels by depth for the ends of one point, until they meet. */
export function endRows(height: usize): usize {
  return chainOfPlaces(height) + 4 * mostPlaces(height)
}

/** Then the cells of a little matrix, by source and target: the least sums, the depths where they were met, measures. */
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
 * The codes of vertices as origins: of equal labels the one from the lowest vertex wins. Those passed before the ends met
 * have their numbers; the others count down with their depth; and an end, where a path begins, comes after all.
 */
export const ORIGIN_END: u32 = 0xffff
export const ORIGIN_DEPTH: u32 = 0xfffe

/** What is infinite comes from nowhere, that is from an end: nobody looks at it, but it may be read. */
export const INFINITE_CLIMB: i64 = ((0x3fffffff as i64) << 32) | (0xffff0000 as i64)
