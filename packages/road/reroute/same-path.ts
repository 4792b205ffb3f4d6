import type { RoadNetwork } from '../network/network.ts'
import type { RouteLeg } from '../route/leg.ts'

/** Returns true if two routes via the same stops use the same arcs, apart from rounding at their ends. */
export function isSamePath(legs: readonly RouteLeg[], otherLegs: readonly RouteLeg[]): boolean {
  return legs.length === otherLegs.length && legs.every((leg, i) => haveSameArcs(leg.arcs, otherLegs[i].arcs))
}

function haveSameArcs(arcs: Uint32Array, otherArcs: Uint32Array): boolean {
  if (arcs.length !== otherArcs.length) return false
  for (let i = 0; i < arcs.length; i++) if (arcs[i] !== otherArcs[i]) return false
  return true
}

/**
 * Returns true if two routes from the same position follow the same streets, regardless of their stops and arc copies.
 * A vehicle at a junction may be at the end of one street or already on the next.
 */
export function isAlongSameStreets(
  network: RoadNetwork,
  legs: readonly RouteLeg[],
  otherLegs: readonly RouteLeg[],
): boolean {
  const [longerPath, shorterPath] = [sidesOf(network, legs), sidesOf(network, otherLegs)].sort(
    (a, b) => b.length - a.length,
  )
  const extraSideCount = longerPath.length - shorterPath.length
  return extraSideCount <= 1 && shorterPath.every((edgeSide, i) => edgeSide === longerPath[i + extraSideCount])
}

function sidesOf({ arcs: { edgeSide } }: RoadNetwork, legs: readonly RouteLeg[]): number[] {
  const sides: number[] = []
  for (const { arcs } of legs) for (const arc of arcs) if (sides.at(-1) !== edgeSide[arc]) sides.push(edgeSide[arc])
  return sides
}
