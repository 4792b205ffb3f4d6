/** In the order of `compassOctant`, as the package names them. */
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

/** The main directions are 40 degrees wide and a little more, those between them 50: people call near-north north. */
export function compassOctant(degrees: number): number {
  if (degrees <= 20 || degrees >= 340) return 0
  if (degrees < 70) return 1
  if (degrees <= 110) return 2
  if (degrees < 160) return 3
  if (degrees <= 200) return 4
  if (degrees < 250) return 5
  return degrees <= 290 ? 6 : 7
}
