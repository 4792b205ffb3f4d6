/**
 * Where the search can be: at a node, and when corridors must be used, in one of three phases: before the first corridor, within them, after
 * the last one.
 */
const PHASES = 3

/** The first nodes of every search; the start is the first state, too. */
export const START = 0
export const GOAL = 1
export const FIRST_LANE_PLACE = 2

export const nodeOf = (state: number) => Math.floor(state / PHASES)

/** Where a leg to a node leads from a state; -1 when it may not be flown. */
export function stateAfter(state: number, node: number, isLane: boolean, mustUseLanes: boolean): number {
  const first = node * PHASES
  if (!mustUseLanes) return first
  const phase = state % PHASES
  if (isLane) return phase === 2 ? -1 : first + 1
  if (phase === 0) return node === GOAL ? -1 : first
  return first + 2
}
