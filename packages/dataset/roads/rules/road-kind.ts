import { RoadClass } from '@fairway/road'

/** Meaning of a `highway` value for cars. */
export interface RoadKind {
  readonly roadClass: RoadClass
  /** Average speed in km/h without a tagged limit, including junctions, bends and other traffic. */
  readonly speedKmh: number
  /** Whether cars are expected on the way. Cars may use other ways only with an explicit tag. */
  readonly isRoad: boolean
  /** Whether the way is built for pedestrians or bicycles. The general `access` tag does not open it to cars. */
  readonly isPath?: true
}

function toRoadKind(roadClass: RoadClass, speedKmh: number): RoadKind {
  return { roadClass, speedKmh, isRoad: true }
}

const kindByHighway = new Map<string, RoadKind>([
  ['motorway', toRoadKind(RoadClass.motorway, 90)],
  ['motorway_link', toRoadKind(RoadClass.motorwayLink, 45)],
  ['trunk', toRoadKind(RoadClass.trunk, 85)],
  ['trunk_link', toRoadKind(RoadClass.trunkLink, 40)],
  ['primary', toRoadKind(RoadClass.primary, 65)],
  ['primary_link', toRoadKind(RoadClass.primaryLink, 30)],
  ['secondary', toRoadKind(RoadClass.secondary, 55)],
  ['secondary_link', toRoadKind(RoadClass.secondaryLink, 25)],
  ['tertiary', toRoadKind(RoadClass.tertiary, 40)],
  ['tertiary_link', toRoadKind(RoadClass.tertiaryLink, 20)],
  ['unclassified', toRoadKind(RoadClass.unclassified, 25)],
  ['residential', toRoadKind(RoadClass.residential, 25)],
  ['living_street', toRoadKind(RoadClass.livingStreet, 10)],
  ['service', toRoadKind(RoadClass.service, 15)],
  ['winter_road', toRoadKind(RoadClass.other, 20)],
  ['ice_road', toRoadKind(RoadClass.other, 15)],
])

const OTHER_WAY_KMH = 10
const trackKind: RoadKind = { roadClass: RoadClass.track, speedKmh: OTHER_WAY_KMH, isRoad: false }
const otherKind: RoadKind = { roadClass: RoadClass.other, speedKmh: OTHER_WAY_KMH, isRoad: false }

const pathKind: RoadKind = { ...otherKind, isPath: true }
const pathHighways = new Set(['footway', 'pedestrian', 'path', 'cycleway', 'bridleway'])

/**
 * Values of `highway` for ways that do not exist or are not built for vehicles. No access tag makes these ways
 * drivable.
 */
const undrivableHighways = new Set([
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
  const kind = kindByHighway.get(highway)
  if (kind !== undefined) return kind
  if (highway === 'track') return trackKind
  if (pathHighways.has(highway)) return pathKind
  return undrivableHighways.has(highway) || highway === '' ? undefined : otherKind
}
