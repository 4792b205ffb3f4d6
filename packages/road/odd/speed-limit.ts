import type { RoadNetwork } from '../network/network.ts'

/** The highest speed that is allowed somewhere on an arc, in km/h. */
export function speedLimitKmh({ arcs }: RoadNetwork, arc: number): number {
  return arcs.speedLimit[arc]
}
