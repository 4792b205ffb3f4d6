/** ID that means no vertex, no arc or no edge. */
export const NO_ID = 0xffffffff

/**
 * Weight of an unreachable vertex. All finite weights are integers below this value. Twice the value still fits in a
 * signed 32-bit integer, so two weights can be added without checking for infinity first.
 */
export const INFINITE_WEIGHT = 0x3fffffff
