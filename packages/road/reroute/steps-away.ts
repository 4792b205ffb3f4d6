/**
 * Offsets, in arcs from a place of a path, at which it may be left or rejoined. Dense nearby and sparse farther away.
 */
export const STEPS_AWAY = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377] as const
