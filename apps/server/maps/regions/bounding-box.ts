import type { BoundingBox } from '@fairway/dataset'

/** Returns whether a position is inside a bounding box or within the margin around it. */
export function isInBox(
  { south, north, west, east }: BoundingBox,
  latitude: number,
  longitude: number,
  marginDegrees: number,
): boolean {
  if (latitude < south - marginDegrees || latitude > north + marginDegrees) return false
  const longitudeMargin = marginDegrees / Math.max(0.05, Math.cos((latitude * Math.PI) / 180))
  return west <= east
    ? longitude >= west - longitudeMargin && longitude <= east + longitudeMargin
    : longitude >= west - longitudeMargin || longitude <= east + longitudeMargin
}

/** Returns the area of a bounding box in square degrees, to compare the sizes of maps. */
export function computeBoxArea({ south, north, west, east }: BoundingBox): number {
  return (north - south) * (west <= east ? east - west : east - west + 360)
}
