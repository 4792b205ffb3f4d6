/**
 * Memory layout for customization, in bytes. The header contains the array offsets. The arrays have the same names as
 * in Topology, Triangles and Metric. The fast layout stores the target of every triangle, and a second copy of the
 * triangles that is grouped by target. A map whose triangles do not fit in the memory uses the compact layout. The
 * compact layout stores the upper vertices of arcs instead, and the kernels search for the target when they need it.
 */
export const C_VERTEX_COUNT: usize = 0
export const C_ARC_COUNT: usize = 4
/** Number of slots in a metric, excluding the spare slot after them. */
export const C_SLOT_COUNT: usize = 8
export const C_UP_FIRST: usize = 12
export const C_DOWN_FIRST: usize = 16
export const C_TRIANGLE_FIRST: usize = 20
/** The targets of all triangles in the fast layout, or of the current vertex in the compact layout. */
export const C_TARGET: usize = 24
export const C_LEAVES: usize = 28
export const C_TURN_WEIGHT: usize = 32
export const C_WEIGHT: usize = 36
export const C_CHILDREN: usize = 40
/** Fields that are used only for updates. */
export const C_LOWER: usize = 44
/**
 * The pairs x→v and v→y of every arc, which exist only in the fast layout. The pairs of arc `a` are
 * `pairs[pairFirst[a]]` to `pairs[pairFirst[a + 1] - 1]`.
 */
export const C_PAIR_FIRST: usize = 48
export const C_PAIRS: usize = 52
/** The pending action of every arc and one bit per pending vertex. */
export const C_PENDING: usize = 56
export const C_WAITING: usize = 60
/** Arcs of the current vertex that became shorter or longer. */
export const C_SHORTER: usize = 64
export const C_LONGER: usize = 68
/** Slots whose weight or shortcut children an update may have changed. */
export const C_TOUCHED: usize = 72
export const C_TOUCHED_COUNT: usize = 76
/** Turns with changed weights. */
export const C_CHANGED: usize = 80
export const C_TURN_COUNT: usize = 84
export const C_SLOT_OF_TURN: usize = 88
/** Fields that are used only in the compact layout, and 0 otherwise. */
export const C_UPPER: usize = 92
export const C_UP_BELOW_FIRST: usize = 96
export const C_UP_BELOW: usize = 100
export const C_DOWN_BELOW_FIRST: usize = 104
export const C_DOWN_BELOW: usize = 108
export const CUSTOMIZATION_HEADER_BYTES: usize = 128
