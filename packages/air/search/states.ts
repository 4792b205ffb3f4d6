/**
 * Where the search can be: at a node, and in one of four phases. At a point of a corridor it makes a difference how one came: whoever flew
 * there must follow the corridor, or its points would be places to lose time at. And when corridors must be used, a way has to know whether it
 * has left them.
 */
const PHASES = 4
export const FREE = 0
/** At a point of a corridor, to follow it from there. */
export const ENTERING = 1
/** At a point of a corridor, having followed it. */
export const FOLLOWING = 2
/** Corridors were left for good. */
export const LEFT = 3

/** The first nodes of every search; the start is the first state, too. */
export const START = 0
export const GOAL = 1
export const FIRST_LANE_PLACE = 2

export const nodeOf = (state: number) => Math.floor(state / PHASES)
export const phaseOf = (state: number) => state % PHASES

/** Where a lane to a node leads: only from a point of a corridor. */
export function stateByLane(node: number): number {
  return node * PHASES + FOLLOWING
}

/** Where a leg outside of corridors leads from a state; -1 when it may not be flown. */
export function stateByLeg(state: number, node: number, isLanePlace: boolean, mustUseLanes: boolean): number {
  const phase = phaseOf(state)
  if (phase === ENTERING) return -1
  const first = node * PHASES
  if (!mustUseLanes) return first + (isLanePlace ? ENTERING : FREE)
  if (phase === FREE) return node === GOAL ? -1 : first + (isLanePlace ? ENTERING : FREE)
  return isLanePlace ? -1 : first + LEFT
}
