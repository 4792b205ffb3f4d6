export interface Maneuver {
  readonly type: string
  readonly modifier?: string
}

const maneuversByModifier: Readonly<Record<string, string>> = {
  left: 'turn-left',
  right: 'turn-right',
  'slight left': 'turn-slight-left',
  'slight right': 'turn-slight-right',
  'sharp left': 'turn-sharp-left',
  'sharp right': 'turn-sharp-right',
  straight: 'straight',
}

/** Returns the format's name for a maneuver. Some maneuvers have none. */
export function toManeuverName(
  { type, modifier = '' }: Maneuver,
  drivingSide: string,
  mode: string,
): string | undefined {
  if (mode === 'ferry') return 'ferry'
  const turnSide = modifier.includes('left') ? 'left' : modifier.includes('right') ? 'right' : undefined
  if (modifier === 'uturn') return `uturn-${drivingSide === 'left' ? 'right' : 'left'}`
  switch (type) {
    case 'roundabout':
    case 'rotary':
    case 'roundabout turn':
      return `roundabout-${drivingSide === 'left' ? 'left' : 'right'}`
    case 'merge':
      return 'merge'
    case 'fork':
      return turnSide ? `fork-${turnSide}` : 'straight'
    case 'on ramp':
    case 'off ramp':
      return turnSide ? `ramp-${turnSide}` : undefined
    case 'turn':
    case 'end of road':
    case 'continue':
      return maneuversByModifier[modifier]
    default:
      return undefined
  }
}
