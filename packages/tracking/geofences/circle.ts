import { distanceMeters, type Position } from '@fairway/geo'
import { expandBox } from './boxes.ts'
import type { FenceShape } from './fence-shape.ts'

export function makeCircle([latitude, longitude]: Position, radiusM: number): FenceShape {
  const center = { south: latitude, north: latitude, west: longitude, east: longitude }
  return {
    box: expandBox(center, radiusM),
    sizeM: radiusM,
    distanceM: (pointLatitude, pointLongitude) =>
      distanceMeters(latitude, longitude, pointLatitude, pointLongitude) - radiusM,
  }
}
