import type { FleetOptions } from '../problem.ts'

/** Whether the search has to end now, for whatever reason. */
export function isOver({ isOver, shouldStop }: FleetOptions): boolean {
  return isOver() || shouldStop?.() === true
}
