/** What a road is, in numbers small enough for typed arrays. The names are those of OpenStreetMap's highway values. */

export const RoadClass = {
  motorway: 0,
  motorwayLink: 1,
  trunk: 2,
  trunkLink: 3,
  primary: 4,
  primaryLink: 5,
  secondary: 6,
  secondaryLink: 7,
  tertiary: 8,
  tertiaryLink: 9,
  unclassified: 10,
  residential: 11,
  livingStreet: 12,
  service: 13,
  track: 14,
  ferry: 15,
  train: 16,
  /** Anything else that may be driven when its tags say so: a path with motorcar=yes, a pier, a square. */
  other: 17,
} as const
export type RoadClass = (typeof RoadClass)[keyof typeof RoadClass]

export function isLink(roadClass: number): boolean {
  return roadClass <= RoadClass.tertiaryLink && (roadClass & 1) === 1
}

export const TravelMode = { driving: 0, ferry: 1, train: 2 } as const
export type TravelMode = (typeof TravelMode)[keyof typeof TravelMode]

/** Bits of `roadFlags`: what holds for both directions of a road. */
export const RoadFlag = {
  /** junction=roundabout: traffic in the circle has the right of way. */
  roundabout: 1 << 0,
  /** junction=circular: a circle without that rule. */
  circular: 1 << 1,
  toll: 1 << 2,
  tunnel: 1 << 3,
  bridge: 1 << 4,
  unpaved: 1 << 5,
  /** One carriageway of two, or a one-way street. */
  oneway: 1 << 6,
  /** A service road that is a driveway, an alley, a parking aisle or a drive-through. */
  minorService: 1 << 7,
  leftHandTraffic: 1 << 8,
  area: 1 << 9,
  hovOnly: 1 << 10,
  ford: 1 << 11,
  /** A motorway or motorroad=yes: what `avoid: ["motorways"]` avoids. */
  motorway: 1 << 12,
} as const

/** Bits of `arcFlags`: what holds in one direction. */
export const ArcFlag = {
  /** Only for those whose way begins or ends there (destination, private, customers, delivery…). */
  restricted: 1 << 0,
  /** Goods vehicles over 3.5 t may not. */
  noGoodsVehicles: 1 << 1,
  noHazardousGoods: 1 << 2,
  /** Closed at all times unless a condition opens it. */
  closedByDefault: 1 << 3,
  /** A copy of another arc, reached from one arc only: this is how a restriction over several ways is kept. */
  copy: 1 << 4,
  /** A point may be placed on it (ferries and the like are crossed, not started from). */
  noSnap: 1 << 5,
  /** From here one comes to the largest strongly connected part of the network. */
  leadsToMain: 1 << 6,
  /** From there one comes here. */
  reachedFromMain: 1 << 7,
} as const
