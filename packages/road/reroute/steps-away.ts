/** How many arcs from a place of a path one may leave it, or come back: close by each of them, farther away fewer and fewer. */
export const STEPS_AWAY = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377] as const
