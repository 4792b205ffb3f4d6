/** No vertex, no arc, no edge. */
export const NO_ID = 0xffffffff

/**
 * Weights are whole numbers below this. Twice it still fits a signed 32-bit integer, so two weights can be added
 * without asking first whether one of them is infinite.
 */
export const INFINITE_WEIGHT = 0x3fffffff
