/**
 * Number of phases. A search state is a node in one of four phases. At a corridor point, the phase depends on how the
 * flight arrives. A flight that arrives from outside must follow the corridor, because it could otherwise use the point
 * to loiter. If corridors are mandatory, the state also records whether the path has left them.
 */
const PHASE_COUNT = 4
export const PHASE_FREE = 0
/** The flight is at a corridor point and about to follow the corridor. */
export const PHASE_ENTERING = 1
/** The flight is at a corridor point after following the corridor. */
export const PHASE_FOLLOWING = 2
/** The path has left corridors permanently. */
const PHASE_AFTER_LANES = 3

/** First nodes of every search. The start is also the first state. */
export const START_NODE = 0
export const GOAL_NODE = 1
export const FIRST_LANE_NODE = 2

export const nodeOf = (state: number) => Math.floor(state / PHASE_COUNT)
export const phaseOf = (state: number) => state % PHASE_COUNT

/** Returns the state after a lane to a node. Lanes start only at corridor points. */
export function stateAfterLane(node: number): number {
  return node * PHASE_COUNT + PHASE_FOLLOWING
}

/** Returns the state after a leg outside corridors, or -1 if the leg is not allowed. */
export function stateAfterLeg(state: number, node: number, isLaneNode: boolean, mustUseLanes: boolean): number {
  const phase = phaseOf(state)
  if (phase === PHASE_ENTERING) return -1
  const firstState = node * PHASE_COUNT
  if (!mustUseLanes) return firstState + (isLaneNode ? PHASE_ENTERING : PHASE_FREE)
  if (phase === PHASE_FREE) return node === GOAL_NODE ? -1 : firstState + (isLaneNode ? PHASE_ENTERING : PHASE_FREE)
  return isLaneNode ? -1 : firstState + PHASE_AFTER_LANES
}
