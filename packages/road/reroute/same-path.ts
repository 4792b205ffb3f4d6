import type { RoadNetwork } from '../network/network.ts'
import type { RouteLeg } from '../route/leg.ts'

/** Whether two routes via the same stops use the same arcs, apart from rounding at their ends. */
export function isSamePath(one: readonly RouteLeg[], other: readonly RouteLeg[]): boolean {
  return one.length === other.length && one.every((leg, i) => haveSameArcs(leg.arcs, other[i].arcs))
}

function haveSameArcs(one: Uint32Array, other: Uint32Array): boolean {
  if (one.length !== other.length) return false
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false
  return true
}

/**
 * Whether two routes from one place follow the same streets, regardless of where their stops split them and which arc
 * copies they use. A vehicle at a junction may be at the end of one street or already on the next.
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
