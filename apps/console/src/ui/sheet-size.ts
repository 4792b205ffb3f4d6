/** Heights of the sheet, from the lowest to the highest. */
export const sheetSizes = ['peek', 'half', 'full'] as const
export type SheetSize = (typeof sheetSizes)[number]

const PEEK_PIXELS = 116
const HALF_SHARE = 0.44
/** Total height of the header and the navigation bar, in pixels. */
const BARS_PIXELS = 98

/** Returns the height of the sheet in pixels on a screen of the given height. */
export function toSheetPixels(size: SheetSize, screenPixels: number): number {
  if (size === 'peek') return PEEK_PIXELS
  return Math.round(size === 'half' ? screenPixels * HALF_SHARE : screenPixels - BARS_PIXELS)
}

/** Returns the size that the sheet snaps to when it is released at the given height. */
export function findNearestSize(pixels: number, screenPixels: number): SheetSize {
  const distanceTo = (size: SheetSize) => Math.abs(toSheetPixels(size, screenPixels) - pixels)
  return sheetSizes.reduce((bestSize, size) => (distanceTo(size) < distanceTo(bestSize) ? size : bestSize))
}
