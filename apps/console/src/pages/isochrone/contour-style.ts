import type { Contour } from './compute.ts'
import { travelModes } from './settings.ts'

/** From near to far, readable on land, parks and water, by day and by night, and for color-blind readers. */
const contourColors = ['#5b21b6', '#b5367a', '#e8613c', '#f2a900'] as const

/** Contours of a single travel mode are colored by distance, those of several modes by mode. */
export function pickColor(contours: readonly Contour[], index: number): string {
  const contour = contours[index]
  const isComparison = contours.some(({ profile }) => profile !== contour?.profile)
  if (isComparison) return travelModes.find(({ profile }) => profile === contour?.profile)?.color ?? contourColors[0]
  // The nearest and the farthest contour always have the first and the last color of the scale.
  const step = contours.length < 2 ? 0 : Math.round((index * (contourColors.length - 1)) / (contours.length - 1))
  return contourColors[step] ?? contourColors[0]
}
