/**
 * Colors based on the Okabe–Ito palette. The colors are distinguishable for color-blind users and dark enough for white
 * numbers.
 */
export const tourColors = [
  '#0067a8',
  '#b84a00',
  '#007a5a',
  '#a1307a',
  '#6b5b00',
  '#5b4bb5',
  '#8c2d2d',
  '#00707f',
] as const

export const NO_TOUR_COLOR = '#56606b'
export const ORIGINAL_COLOR = '#8a94a3'

export function getTourColor(vehicle: number): string {
  return tourColors[vehicle % tourColors.length] ?? NO_TOUR_COLOR
}
