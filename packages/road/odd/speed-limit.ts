import type { RoadNetwork } from '../network/network.ts'

/** The highest speed limit on any part of an arc, in km/h. */
export function speedLimitKmh({ arcs }: RoadNetwork, arc: number): number {
  return arcs.speedLimit[arc]
}
