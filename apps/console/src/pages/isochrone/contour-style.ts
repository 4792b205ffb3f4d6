import type { Contour } from './compute.ts'
import { travelModes } from './settings.ts'

/**
 * Colors from near to far. The colors are readable on land, parks and water, by day and by night, and for color-blind
 * users.
 */
const contourColors = ['#5b21b6', '#b5367a', '#e8613c', '#f2a900'] as const

/**
 * Returns the color of a contour. The contours of a single travel mode are colored by their limits. With multiple
 * modes, each contour has the color of its mode.
 */
export function pickColor(contours: readonly Contour[], index: number): string {
  const contour = contours[index]
  const isComparison = contours.some(({ profile }) => profile !== contour?.profile)
  if (isComparison) return travelModes.find(({ profile }) => profile === contour?.profile)?.color ?? contourColors[0]
  // The nearest contour always has the first color of the scale, and the farthest contour has the last color.
  const step = contours.length < 2 ? 0 : Math.round((index * (contourColors.length - 1)) / (contours.length - 1))
  return contourColors[step] ?? contourColors[0]
}
