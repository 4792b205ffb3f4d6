/** The words of the field for what a driver does. Their order is their number in `turns.maneuver`. */
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

export const modifiers = [
  'uturn',
  'sharp right',
  'right',
  'slight right',
  'straight',
  'slight left',
  'left',
  'sharp left',
] as const
export type Modifier = (typeof modifiers)[number]

/** How one is moved, in the order of TravelMode's numbers. */
export const travelModes = ['driving', 'ferry', 'train'] as const
export type TravelModeName = (typeof travelModes)[number]

export interface Lane {
  readonly valid: boolean
  /** As on the sign: left, slight left, through as "straight", … */
  readonly indications: readonly string[]
}

/** A stretch of the way after a maneuver. Texts are numbers of the network's text table, 0 for none. */
export interface Step {
  type: ManeuverType
  modifier: Modifier | undefined
  /** Of a roundabout: which exit is taken, counted from 1; 0 elsewhere. */
  exit: number
  /** The step begins with this arc of the leg; the maneuver is at the arc's beginning (depart: at the starting point; arrive: at the end of the leg). */
  firstArc: number
  /** The road it is called after. */
  road: number
  name: number
  ref: number
  rotaryName: number
  pronunciation: number
  destinations: number
  /** Exit numbers of a motorway, e.g. "12A". */
  exits: number
  lanes: readonly Lane[]
  /** Degrees clockwise from north, whole numbers 0–359. */
  bearingBefore: number
  bearingAfter: number
  leftHandTraffic: boolean
  /** Of the road it begins on, which after a circle is not the one it is called after. */
  mode: TravelModeName
  isMotorway: boolean
}
