export type ManeuverSide =
  | 'uturn'
  | 'sharp right'
  | 'right'
  | 'slight right'
  | 'straight'
  | 'slight left'
  | 'left'
  | 'sharp left'

const MANEUVER_CONTINUE = 8
const MANEUVER_START = 1
const MANEUVER_DESTINATION = 4
const MANEUVER_BECOMES = 7
const MANEUVER_MERGE = 25
const ROUNDABOUT_ENTER = 26
const ROUNDABOUT_EXIT = 27
const FERRY_ENTER = 28

const turnTypes: Readonly<Record<ManeuverSide, number>> = {
  uturn: 13,
  'sharp right': 11,
  right: 10,
  'slight right': 9,
  straight: MANEUVER_CONTINUE,
  'slight left': 16,
  left: 15,
  'sharp left': 14,
}

/** Returns Valhalla's number for a maneuver. */
export function toManeuverType(type: string, modifier: ManeuverSide | undefined, mode: string): number {
  if (mode === 'ferry' && type !== 'arrive') return FERRY_ENTER
  const turnSide = modifier?.includes('right') ? 'right' : modifier?.includes('left') ? 'left' : 'straight'
  const choose = (straight: number, right: number, left: number) => ({ straight, right, left })[turnSide]
  switch (type) {
    case 'depart':
      return choose(MANEUVER_START, 2, 3)
    case 'arrive':
      return choose(MANEUVER_DESTINATION, 5, 6)
    case 'new name':
      return MANEUVER_BECOMES
    case 'on ramp':
      return choose(17, 18, 19)
    case 'off ramp':
      return choose(17, 20, 21)
    case 'fork':
      return choose(22, 23, 24)
    case 'merge':
      return choose(MANEUVER_MERGE, 37, 38)
    case 'roundabout':
    case 'rotary':
    case 'roundabout turn':
      return ROUNDABOUT_ENTER
    case 'exit roundabout':
    case 'exit rotary':
    case 'exit roundabout turn':
      return ROUNDABOUT_EXIT
    case 'use lane':
    case 'notification':
      return MANEUVER_CONTINUE
    default:
      return modifier === undefined ? MANEUVER_CONTINUE : turnTypes[modifier]
  }
}
