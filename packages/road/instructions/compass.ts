/** Compass directions in the order of `toCompassOctant`, with the names from osrm-text-instructions. */
export const compassNames = [
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
] as const

/**
 * Returns the compass octant of a bearing. The main directions span 40 degrees, including both ends, and the
 * intermediate directions span 50.
 */
export function toCompassOctant(degrees: number): number {
  if (degrees <= 20 || degrees >= 340) return 0
  if (degrees < 70) return 1
  if (degrees <= 110) return 2
  if (degrees < 160) return 3
  if (degrees <= 200) return 4
  if (degrees < 250) return 5
  return degrees <= 290 ? 6 : 7
}
