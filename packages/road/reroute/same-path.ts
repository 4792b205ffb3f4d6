import type { RoadNetwork } from '../network/network.ts'
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

/**
 * Whether two plans from one place are the same streets all along, wherever their stops cut them and whichever copies of
 * arcs they drive on. A vehicle at a junction may be about to leave the one street, or be on the next already.
 */
export function isAlongSameStreets(
  network: RoadNetwork,
  one: readonly RouteLeg[],
  other: readonly RouteLeg[],
): boolean {
  const [longer, shorter] = [sidesOf(network, one), sidesOf(network, other)].sort((a, b) => b.length - a.length)
  const more = longer.length - shorter.length
  return more <= 1 && shorter.every((side, i) => side === longer[i + more])
}

function sidesOf({ arcs: { edgeSide } }: RoadNetwork, legs: readonly RouteLeg[]): number[] {
  const sides: number[] = []
  for (const { arcs } of legs) for (const arc of arcs) if (sides.at(-1) !== edgeSide[arc]) sides.push(edgeSide[arc])
  return sides
}
