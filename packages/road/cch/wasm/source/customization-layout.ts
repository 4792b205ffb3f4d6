/**
 * Memory layout for customization, in bytes. The header contains the array offsets. The arrays are those of Topology,
 * Triangles and Metric, under the same names.
 */
export const W_VERTEX_COUNT: usize = 0
export const W_ARC_COUNT: usize = 4
/** The slots of a metric without the spare one, which comes after them. */
export const W_SLOT_COUNT: usize = 8
export const W_UP_FIRST: usize = 12
export const W_DOWN_FIRST: usize = 16
export const W_TRIANGLE_FIRST: usize = 20
export const W_TARGET: usize = 24
export const W_LEAVES: usize = 28
export const W_TURN_WEIGHT: usize = 32
export const W_WEIGHT: usize = 36
export const W_PARTS: usize = 40
/** Only for updates. */
export const W_LOWER: usize = 44
/** The pairs x→v and v→y of every arc: those of arc a are pairs[pairFirst[a]] up to pairs[pairFirst[a + 1]]. */
export const W_PAIR_FIRST: usize = 48
export const W_PAIRS: usize = 52
/** The pending action of every arc, and one bit per pending vertex. */
export const W_PENDING: usize = 56
export const W_WAITING: usize = 60
/** Arcs of the current vertex that became shorter or longer. */
export const W_SHORTER: usize = 64
export const W_LONGER: usize = 68
/** The slots whose weight or shortcut children an update has, or may have, changed. */
export const W_TOUCHED: usize = 72
export const W_TOUCHED_COUNT: usize = 76
/** The turns with changed weights. */
export const W_CHANGED: usize = 80
export const W_TURN_COUNT: usize = 84
export const W_SLOT_OF_TURN: usize = 88
export const WORKSHOP_HEADER_BYTES: usize = 128
