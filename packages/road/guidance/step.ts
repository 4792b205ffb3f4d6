/** Standard maneuver types. Their order defines their number in `turns.maneuver`. */
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
  /** Directions as marked: left, slight left, "straight" for through, … */
  readonly indications: readonly string[]
}

/** A section of the route after a maneuver. Strings are indexes into the network's string table, 0 for none. */
export interface Step {
  type: ManeuverType
  modifier: ManeuverModifier | undefined
  /** Roundabout exit number, counted from 1; 0 for other maneuvers. */
  exit: number
  /**
   * Index of the first arc of the step within the leg. The maneuver is at the arc's start (depart: at the starting
   * point; arrive: at the end of the leg).
   */
  firstArc: number
  /** The road that names the step. */
  road: number
  name: number
  ref: number
  rotaryName: number
  pronunciation: number
  destinations: number
  /** Motorway exit numbers, e.g. "12A". */
  exits: number
  lanes: readonly Lane[]
  /** Degrees clockwise from north, integers 0–359. */
  bearingBefore: number
  bearingAfter: number
  leftHandTraffic: boolean
  /** Taken from the first road of the step. After a roundabout this is not the road that names the step. */
  mode: TravelModeName
  /** Undefined for streets, and for cars. */
  pathKind: PathKind | undefined
  isMotorway: boolean
}
