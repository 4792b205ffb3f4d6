import type { RoadNetwork } from '../network/network.ts'
import { ascentDmOf } from '../network/terrain.ts'
import type { RouteLeg } from './leg.ts'

/** Total ascent and descent of a path, in meters. */
export interface Climb {
  readonly ascentMeters: number
  readonly descentMeters: number
}

/**
 * Returns the climb of a leg, or undefined if the map has no heights. A section of an arc contributes in proportion to
 * its length.
 */
export function climbOf({ arcs, terrain }: RoadNetwork, leg: RouteLeg): Climb | undefined {
  if (!terrain) return undefined
  const last = leg.arcs.length - 1
  let [ascentDm, descentDm] = [0, 0]
  for (let i = 0; i <= last; i++) {
    const edgeSide = arcs.edgeSide[leg.arcs[i]]
    const share = Math.max(0, (i === last ? leg.endFraction : 1) - (i === 0 ? leg.startFraction : 0))
    ascentDm += ascentDmOf(terrain, edgeSide) * share
    descentDm += ascentDmOf(terrain, edgeSide ^ 1) * share
  }
  return { ascentMeters: ascentDm / 10, descentMeters: descentDm / 10 }
}
