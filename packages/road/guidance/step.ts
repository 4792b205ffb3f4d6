/** Standard maneuver types. The order of the types defines their numbers in `turns.maneuver`. */
export const maneuverTypes = [
  'depart',
  'turn',
  'continue',
  'new name',
  'merge',
  'on ramp',
  'off ramp',
  'fork',
  'end of road',
  'roundabout',
  'exit roundabout',
  'rotary',
  'exit rotary',
  'roundabout turn',
  'exit roundabout turn',
  'use lane',
  'notification',
  'arrive',
] as const
export type ManeuverType = (typeof maneuverTypes)[number]

export const maneuverModifiers = [
  'uturn',
  'sharp right',
  'right',
  'slight right',
  'straight',
  'slight left',
  'left',
  'sharp left',
] as const
export type ManeuverModifier = (typeof maneuverModifiers)[number]

/** Travel modes, in the order of the TravelMode numbers. */
export const travelModes = ['driving', 'ferry', 'train', 'walking', 'cycling', 'pushing bike'] as const
export type TravelModeName = (typeof travelModes)[number]

/** Kinds of paths for pedestrians and cyclists. An instruction names the kind if the path has no name. */
export const pathKinds = ['footpath', 'cycle path', 'path', 'stairs', 'crossing'] as const
export type PathKind = (typeof pathKinds)[number]

export interface Lane {
  readonly valid: boolean
  /** Directions as marked on the road, such as "left", "slight left", or "straight" for through lanes. */
  readonly indications: readonly string[]
}

/**
 * A section of the route after a maneuver. Strings are indexes into the network's string table, and 0 means no string.
 */
export interface Step {
  type: ManeuverType
  modifier: ManeuverModifier | undefined
  /** Roundabout exit number, counted from 1, or 0 for other maneuvers. */
  exit: number
  /**
   * Index of the first arc of the step within the leg. The maneuver is at the arc's start. A departure is at the
   * starting point, and an arrival is at the end of the leg.
   */
  firstArc: number
  /** The road that names the step. */
  road: number
  name: number
  ref: number
  rotaryName: number
  pronunciation: number
  destinations: number
  /** Motorway exit numbers, for example "12A". */
  exits: number
  lanes: readonly Lane[]
  /** Bearings in degrees clockwise from north, as integers from 0 to 359. */
  bearingBefore: number
  bearingAfter: number
  leftHandTraffic: boolean
  /** Travel mode on the first road of the step. After a roundabout, this is not the road that names the step. */
  mode: TravelModeName
  /** Kind of path, or undefined for streets and for cars. */
  pathKind: PathKind | undefined
  isMotorway: boolean
}
