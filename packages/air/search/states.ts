/**
 * A search state is a node in one of four phases. At a corridor point, the phase depends on the arrival. A flight that
 * arrives from outside must follow the corridor, because otherwise the point could be used to lose time. If corridors
 * are mandatory, the state must also record whether the path has left them.
 */
const PHASES = 4
export const FREE = 0
/** At a corridor point, about to follow the corridor. */
export const ENTERING = 1
/** At a corridor point, after following the corridor. */
export const FOLLOWING = 2
/** The path has left corridors for good. */
export const LEFT = 3

/** The first nodes of every search. The start is also the first state. */
export const START = 0
export const GOAL = 1
export const FIRST_LANE_PLACE = 2

export const nodeOf = (state: number) => Math.floor(state / PHASES)
export const phaseOf = (state: number) => state % PHASES

/** The state reached by a lane to a node. Lanes start only at corridor points. */
export function stateByLane(node: number): number {
  return node * PHASES + FOLLOWING
}

/** The state reached by a leg outside corridors, or -1 if the leg is not allowed. */
export function stateByLeg(state: number, node: number, isLanePlace: boolean, mustUseLanes: boolean): number {
  const phase = phaseOf(state)
  if (phase === ENTERING) return -1
  const first = node * PHASES
  if (!mustUseLanes) return first + (isLanePlace ? ENTERING : FREE)
  if (phase === FREE) return node === GOAL ? -1 : first + (isLanePlace ? ENTERING : FREE)
  return isLanePlace ? -1 : first + LEFT
}
