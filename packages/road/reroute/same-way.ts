import type { RouteLeg } from '../route/leg.ts'

/** Whether two plans over the same stops are the same arcs, whatever the last digits of their ends are. */
export function isSameWay(one: readonly RouteLeg[], other: readonly RouteLeg[]): boolean {
  return one.length === other.length && one.every((leg, i) => haveSameArcs(leg.arcs, other[i].arcs))
}

function haveSameArcs(one: Uint32Array, other: Uint32Array): boolean {
  if (one.length !== other.length) return false
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false
  return true
}
