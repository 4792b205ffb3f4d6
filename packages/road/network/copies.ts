import { ArcFlag } from './attributes.ts'
import type { RoadNetwork } from './network.ts'

/**
 * The copies of every arc that has copies. A copy is the same street for traffic from a particular arc, so a route to
 * the street may arrive on any copy.
 */
export type ArcCopies = ReadonlyMap<number, readonly number[]>

export function listArcCopies({ arcs, edges }: RoadNetwork): ArcCopies {
  const copies = new Map<number, number[]>()
  for (let arc = 0; arc < arcs.count; arc++) {
    if ((arcs.flags[arc] & ArcFlag.copy) === 0) continue
    const original = edges.arc[arcs.edgeSide[arc]]
    const existingCopy = copies.get(original)
    if (existingCopy) existingCopy.push(arc)
    else copies.set(original, [arc])
  }
  return copies
}
