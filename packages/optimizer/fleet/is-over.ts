import type { FleetOptions } from '../problem.ts'

export function isOver({ isOver, shouldStop }: FleetOptions): boolean {
  return isOver() || shouldStop?.() === true
}
