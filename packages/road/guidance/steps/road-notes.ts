import { RoadClass, RoadFlag, TravelMode } from '../../network/attributes.ts'
import type { RoadTable } from '../../network/network.ts'

/** Attributes that few roads have. */
export const RoadAttribute = {
  ref: 1 << 0,
  pronunciation: 1 << 1,
  destinations: 1 << 2,
  exits: 1 << 3,
  turnLanes: 1 << 4,
  leftHandTraffic: 1 << 5,
  motorway: 1 << 6,
  /** A ferry, a train, or any road on a walking or cycling route. */
  notDriven: 1 << 7,
} as const

/**
 * Builds an array with one byte per road. The bits show which attributes the road has. The full tables are too large to
 * stay in the CPU cache.
 */
export function buildRoadAttributes(roads: RoadTable): Uint8Array {
  const attributes = new Uint8Array(roads.count)
  for (let road = 0; road < roads.count; road++) {
    const { ref, pronunciation, destinations, exits, turnLanes } = roads
    attributes[road] =
      (ref[road] !== 0 ? RoadAttribute.ref : 0) |
      (pronunciation[road] !== 0 ? RoadAttribute.pronunciation : 0) |
      (destinations[2 * road] !== 0 || destinations[2 * road + 1] !== 0 ? RoadAttribute.destinations : 0) |
      (exits[road] !== 0 ? RoadAttribute.exits : 0) |
      (turnLanes[2 * road] !== 0 || turnLanes[2 * road + 1] !== 0 ? RoadAttribute.turnLanes : 0) |
      ((roads.flags[road] & RoadFlag.leftHandTraffic) !== 0 ? RoadAttribute.leftHandTraffic : 0) |
      (roads.roadClass[road] === RoadClass.motorway ? RoadAttribute.motorway : 0) |
      (roads.mode[2 * road] !== TravelMode.driving || roads.mode[2 * road + 1] !== TravelMode.driving
        ? RoadAttribute.notDriven
        : 0)
  }
  return attributes
}
