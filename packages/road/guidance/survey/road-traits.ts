import { isLink, RoadClass } from '../../network/attributes.ts'

/** Relative importance by road class. A lower value is more important. */
const rankByClass = Uint8Array.from({ length: 23 }, (_, roadClass) => {
  if (roadClass <= RoadClass.tertiaryLink) return roadClass
  switch (roadClass) {
    case RoadClass.residential:
      return 10
    case RoadClass.livingStreet:
      return 11
    case RoadClass.service:
      return 12
    case RoadClass.unclassified:
      return 15
    case RoadClass.track:
      return 16
    case RoadClass.pedestrian:
    case RoadClass.cycleway:
      return 17
    case RoadClass.path:
    case RoadClass.footway:
      return 18
    default:
      return 31
  }
})

/**
 * Groups of road classes by rank. Drivers perceive roads in the same group as equally important, and roads in a higher
 * group as less important.
 */
const groupByRank = Uint8Array.from({ length: 32 }, (_, r) => {
  if (r <= 1) return 0
  if (r <= 3) return 1
  if (r <= 9) return 2
  if (r <= 13) return 3
  return r <= 15 ? 4 : 5
})

export const getRank = (roadClass: number): number => rankByClass[roadClass]

export const getRoadClassGroup = (roadClass: number): number => groupByRank[rankByClass[roadClass]]

/** Returns true for roads built like a motorway. */
export const isMotorwayLike = (roadClass: number): boolean =>
  roadClass === RoadClass.motorway || roadClass === RoadClass.trunk

export const isRamp = (roadClass: number): boolean =>
  roadClass === RoadClass.motorwayLink || roadClass === RoadClass.trunkLink

/** Returns true for service roads and similar roads, which drivers do not perceive as roads. */
export const isMinor = (roadClass: number): boolean => roadClass >= RoadClass.service

export function isLessImportant(roadClass: number, otherClass: number): boolean {
  if (isMinor(roadClass) !== isMinor(otherClass)) return isMinor(roadClass)
  return getRoadClassGroup(roadClass) > getRoadClassGroup(otherClass)
}

/** Returns true for a ramp or link of exactly this road class. */
export const isLinkOf = (link: number, roadClass: number): boolean => isLink(link) && roadClass === link - 1

/** Returns true if the classes alone show that `candidate` continues the road and `rival` does not. */
export function isContinuationByClass(from: number, candidate: number, rival: number): boolean {
  if (isMinor(rival) && !isMinor(candidate) && !isMinor(from)) return true
  return candidate === from && 1.75 * rankByClass[candidate] < rankByClass[rival]
}
