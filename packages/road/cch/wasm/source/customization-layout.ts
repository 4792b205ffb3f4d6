/**
 * Where things lie in the memory in which metrics are made and changed, in bytes. Its header says where the arrays
 * begin. They are those of Topology, Triangles and Metric, under the same names.
 */
export const W_VERTEX_COUNT: usize = 0
export const W_ARC_COUNT: usize = 4
/** The slots of a metric but the spare one, which comes after them. */
export const W_SLOT_COUNT: usize = 8
export const W_UP_FIRST: usize = 12
export const W_DOWN_FIRST: usize = 16
export const W_TRIANGLE_FIRST: usize = 20
export const W_TARGET: usize = 24
export const W_LEAVES: usize = 28
export const W_TURN_WEIGHT: usize = 32
export const W_WEIGHT: usize = 36
export const W_PARTS: usize = 40
/** What only updates need. */
export const W_LOWER: usize = 44
/** For every arc, its pairs x→v and v→y: those of arc a are pairs[pairFirst[a]] up to pairs[pairFirst[a + 1]]. */
export const W_PAIR_FIRST: usize = 48
export const W_PAIRS: usize = 52
/** What is to be done with an arc when its lower vertex has its turn, and a bit for every vertex that waits for it. */
export const W_PENDING: usize = 56
export const W_WAITING: usize = 60
/** Arcs of the vertex at hand that have become shorter, or longer. */
export const W_SHORTER: usize = 64
export const W_LONGER: usize = 68
/** The slots whose weight or parts an update has changed, or may have. */
export const W_TOUCHED: usize = 72
export const W_TOUCHED_COUNT: usize = 76
/** The turns whose weights have changed. */
export const W_CHANGED: usize = 80
export const W_TURN_COUNT: usize = 84
export const W_SLOT_OF_TURN: usize = 88
export const WORKSHOP_HEADER_BYTES: usize = 128
