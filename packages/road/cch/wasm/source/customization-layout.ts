/**
 * Memory layout for customization, in bytes. The header contains the array offsets. The arrays are those of Topology,
 * Triangles and Metric, under the same names. The fast layout stores the target of every triangle, and every triangle
 * again with its target. A map whose triangles do not fit in the memory uses the compact layout. It stores the upper
 * vertices of arcs instead, and the kernels search for the target whenever they need it.
 */
export const C_VERTEX_COUNT: usize = 0
export const C_ARC_COUNT: usize = 4
/** The slots of a metric without the spare one, which comes after them. */
export const C_SLOT_COUNT: usize = 8
export const C_UP_FIRST: usize = 12
export const C_DOWN_FIRST: usize = 16
export const C_TRIANGLE_FIRST: usize = 20
/** All targets in the fast layout, or only those of the current vertex in the compact layout. */
export const C_TARGET: usize = 24
export const C_LEAVES: usize = 28
export const C_TURN_WEIGHT: usize = 32
export const C_WEIGHT: usize = 36
export const C_CHILDREN: usize = 40
/** Only for updates. */
export const C_LOWER: usize = 44
/** Only in the fast layout. The pairs x→v and v→y of every arc: those of arc a are pairs[pairFirst[a]] up to pairs[pairFirst[a + 1]]. */
export const C_PAIR_FIRST: usize = 48
export const C_PAIRS: usize = 52
/** The pending action of every arc, and one bit per pending vertex. */
export const C_PENDING: usize = 56
export const C_WAITING: usize = 60
/** Arcs of the current vertex that became shorter or longer. */
export const C_SHORTER: usize = 64
export const C_LONGER: usize = 68
/** The slots whose weight or shortcut children an update may have changed. */
export const C_TOUCHED: usize = 72
export const C_TOUCHED_COUNT: usize = 76
/** The turns with changed weights. */
export const C_CHANGED: usize = 80
export const C_TURN_COUNT: usize = 84
export const C_SLOT_OF_TURN: usize = 88
/** Only in the compact layout, otherwise 0. */
export const C_UPPER: usize = 92
export const C_UP_BELOW_FIRST: usize = 96
export const C_UP_BELOW: usize = 100
export const C_DOWN_BELOW_FIRST: usize = 104
export const C_DOWN_BELOW: usize = 108
export const CUSTOMIZATION_HEADER_BYTES: usize = 128
