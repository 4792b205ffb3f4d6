import { RoadClass } from '@fairway/road'

/** Meaning of a highway=* value for cars. */
export interface RoadKind {
  readonly roadClass: RoadClass
  /** Average speed without a tagged limit, including junctions, bends, and other traffic. */
  readonly speedKmh: number
  /** Whether cars are expected there. On other ways they need an explicit tag. */
  readonly isRoad: boolean
}

function road(roadClass: RoadClass, speedKmh: number): RoadKind {
  return { roadClass, speedKmh, isRoad: true }
}

const kinds = new Map<string, RoadKind>([
  ['motorway', road(RoadClass.motorway, 90)],
  ['motorway_link', road(RoadClass.motorwayLink, 45)],
  ['trunk', road(RoadClass.trunk, 85)],
  ['trunk_link', road(RoadClass.trunkLink, 40)],
  ['primary', road(RoadClass.primary, 65)],
  ['primary_link', road(RoadClass.primaryLink, 30)],
  ['secondary', road(RoadClass.secondary, 55)],
  ['secondary_link', road(RoadClass.secondaryLink, 25)],
  ['tertiary', road(RoadClass.tertiary, 40)],
  ['tertiary_link', road(RoadClass.tertiaryLink, 20)],
  ['unclassified', road(RoadClass.unclassified, 25)],
  ['residential', road(RoadClass.residential, 25)],
  ['living_street', road(RoadClass.livingStreet, 10)],
  ['service', road(RoadClass.service, 15)],
  ['winter_road', road(RoadClass.other, 20)],
  ['ice_road', road(RoadClass.other, 15)],
])

const OTHER_WAY_KMH = 10
const track: RoadKind = { roadClass: RoadClass.track, speedKmh: OTHER_WAY_KMH, isRoad: false }
const otherWay: RoadKind = { roadClass: RoadClass.other, speedKmh: OTHER_WAY_KMH, isRoad: false }

/** Not built yet or not for vehicles. No access tag makes these drivable. */
const undrivable = new Set([
  'construction',
  'proposed',
  'planned',
  'steps',
  'elevator',
  'corridor',
  'platform',
  'abandoned',
  'razed',
])

export function findRoadKind(highway: string): RoadKind | undefined {
  const kind = kinds.get(highway)
  if (kind !== undefined) return kind
  if (highway === 'track') return track
  return undrivable.has(highway) || highway === '' ? undefined : otherWay
}
