/** From the lowest to the highest. */
export const sheetSizes = ['peek', 'half', 'full'] as const
export type SheetSize = (typeof sheetSizes)[number]

const PEEK_PIXELS = 116
const HALF_SHARE = 0.44
/** The header and the navigation bar. */
const BARS_PIXELS = 98

/** The height of the sheet on a screen of this height. */
export function toSheetPixels(size: SheetSize, screenPixels: number): number {
  if (size === 'peek') return PEEK_PIXELS
  return Math.round(size === 'half' ? screenPixels * HALF_SHARE : screenPixels - BARS_PIXELS)
}

/** The size that the sheet takes when it is released at this height. */
export function findNearestSize(pixels: number, screenPixels: number): SheetSize {
  const distanceTo = (size: SheetSize) => Math.abs(toSheetPixels(size, screenPixels) - pixels)
  return sheetSizes.reduce((best, size) => (distanceTo(size) < distanceTo(best) ? size : best))
}
