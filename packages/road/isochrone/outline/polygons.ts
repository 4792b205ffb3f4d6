import { EARTH_RADIUS_METERS, RADIANS_PER_DEGREE, wrapMicrodegrees } from '@fairway/geo'
import type { Ring } from './trace-rings.ts'

/** A counterclockwise outer ring, followed by its clockwise holes, as GeoJSON (RFC 7946) requires. */
export type Polygon = readonly Ring[]

interface MeasuredRing extends Ring {
  /** Signed area of the ring, which is negative for holes. */
  readonly squareMeters: number
  readonly box: { readonly south: number; readonly north: number; readonly west: number; readonly east: number }
}

/** Groups disjoint rings into polygons. Every hole belongs to the smallest outer ring around it. */
export function toPolygons(rings: readonly Ring[]): { polygons: Polygon[]; squareMeters: number } {
  const measuredRings = rings.map(measureRing)
  const outers = measuredRings.filter(({ squareMeters }) => squareMeters > 0)
  outers.sort((a, b) => a.squareMeters - b.squareMeters)
  const polygons = outers.map((outerRing): Ring[] => [outerRing])
  for (const hole of measuredRings) {
    if (hole.squareMeters > 0) continue
    const owner =
      outers.length === 1
        ? 0
        : outers.findIndex((outerRing) => outerRing.squareMeters > -hole.squareMeters && ringContains(outerRing, hole))
    polygons[owner]?.push(hole)
  }
  // The largest polygon comes first.
  polygons.reverse()
  return { polygons, squareMeters: measuredRings.reduce((sum, ring) => sum + ring.squareMeters, 0) }
}

/**
 * Returns the ring with its area on the sphere. The area is exact for edges that are straight in longitude and in the
 * sine of latitude.
 */
function measureRing(ring: Ring): MeasuredRing {
  const { latitude, longitude } = ring
  let sum = 0
  let [south, north, west, east] = [latitude[0], latitude[0], longitude[0], longitude[0]]
  for (let i = 0; i + 1 < latitude.length; i++) {
    const sines =
      Math.sin(latitude[i] * 1e-6 * RADIANS_PER_DEGREE) + Math.sin(latitude[i + 1] * 1e-6 * RADIANS_PER_DEGREE)
    sum -= wrapMicrodegrees(longitude[i + 1] - longitude[i]) * sines
    south = Math.min(south, latitude[i])
    north = Math.max(north, latitude[i])
    west = Math.min(west, longitude[i])
    east = Math.max(east, longitude[i])
  }
  const squareMeters = (sum * 1e-6 * RADIANS_PER_DEGREE * EARTH_RADIUS_METERS * EARTH_RADIUS_METERS) / 2
  return { ...ring, squareMeters, box: { south, north, west, east } }
}

function ringContains(outerRing: MeasuredRing, { latitude, longitude, box }: MeasuredRing): boolean {
  if (box.south < outerRing.box.south || box.north > outerRing.box.north) return false
  // A box that crosses the antimeridian may be too wide, but it is never too narrow.
  if (box.west < outerRing.box.west || box.east > outerRing.box.east) return false
  return isInside(outerRing, latitude[0], longitude[0])
}

/** Returns true if a position is inside the ring, by counting the edges east of the position. */
export function isInside({ latitude, longitude }: Ring, atLatitude: number, atLongitude: number): boolean {
  let isInner = false
  for (let i = 0; i + 1 < latitude.length; i++) {
    const [a, b] = [latitude[i], latitude[i + 1]]
    if (a > atLatitude === b > atLatitude) continue
    const from = wrapMicrodegrees(longitude[i] - atLongitude)
    const eastward = from + (wrapMicrodegrees(longitude[i + 1] - longitude[i]) * (atLatitude - a)) / (b - a)
    if (eastward > 0) isInner = !isInner
  }
  return isInner
}
