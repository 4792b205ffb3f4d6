import { isLink, RoadClass } from '../../network/attributes.ts'

/** Relative importance by road class; lower is more important. */
const rank = Uint8Array.from({ length: 18 }, (_, roadClass) => {
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
    default:
      return 31
  }
})

/** Roads of one group look alike to a driver; a higher group looks less important. By rank. */
const group = Uint8Array.from({ length: 32 }, (_, r) => {
  if (r <= 1) return 0
  if (r <= 3) return 1
  if (r <= 9) return 2
  if (r <= 13) return 3
  return r <= 15 ? 4 : 5
})

export const rankOf = (roadClass: number): number => rank[roadClass]

export const groupOf = (roadClass: number): number => group[rank[roadClass]]

/** Carriageways built like a motorway. */
export const isMotorwayLike = (roadClass: number): boolean =>
  roadClass === RoadClass.motorway || roadClass === RoadClass.trunk

export const isRamp = (roadClass: number): boolean =>
  roadClass === RoadClass.motorwayLink || roadClass === RoadClass.trunkLink

/** Service roads and similar, which drivers do not count as roads. */
export const isMinor = (roadClass: number): boolean => roadClass >= RoadClass.service

export function isLesser(roadClass: number, than: number): boolean {
  if (isMinor(roadClass) !== isMinor(than)) return isMinor(roadClass)
  return groupOf(roadClass) > groupOf(than)
}

/** A ramp or link of exactly this road class. */
export const isLinkOf = (link: number, roadClass: number): boolean => isLink(link) && roadClass === link - 1

/** True if the classes alone show that `candidate` continues the road and `other` does not. */
export function isPlainByClass(from: number, candidate: number, other: number): boolean {
  if (isMinor(other) && !isMinor(candidate) && !isMinor(from)) return true
  return candidate === from && 1.75 * rank[candidate] < rank[other]
}
