import type { RoadNetwork } from '../../network/network.ts'

/**
 * Returns a fingerprint that two networks share only if their arcs refer to the same roads. Arcs are renumbered with
 * every dataset.
 */
export function networkFingerprint({ arcs, edges }: RoadNetwork): number {
  let hash = 0x811c9dc5
  for (let arc = 0; arc < arcs.count; arc++) {
    const edgeSide = arcs.edgeSide[arc]
    hash = Math.imul(hash ^ edgeSide, 0x01000193)
    hash = Math.imul(hash ^ edges.lengthCm[edgeSide >>> 1], 0x01000193)
  }
  return hash >>> 0
}
