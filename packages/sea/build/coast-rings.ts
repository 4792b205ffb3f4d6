import type { Position } from '@fairway/geo'

/** Rings of water polygons as published. Outer rings and holes are both closed (the last corner equals the first). */
export interface CoastRings {
  /** Coordinates in millionths of a degree. */
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  /** End of each ring (exclusive). */
  readonly ringEnd: Uint32Array
}

const ANTIMERIDIAN_MICRODEGREES = 180e6
const POLE_MICRODEGREES = 90e6

/** A line where two water maps meet without a coast. */
export type Seam = readonly [Position, Position]

/** Maximum distance between a seam and an edge that is treated as part of the seam. Maps are simplified to 100 m. */
const SEAM_TOLERANCE_DEGREES = 0.003

/**
 * Lists the first corners of all edges. `coast` excludes seams and the frame of the map, which is the antimeridian and
 * the poles.
 */
export function listEdges(
  { latitude, longitude, ringEnd }: CoastRings,
  seams: readonly Seam[] = [],
): { all: Uint32Array; coast: Uint32Array } {
  const allPoints = new Uint32Array(latitude.length)
  const coast = new Uint32Array(latitude.length)
  let allCount = 0
  let coastCount = 0
  let start = 0
  for (const end of ringEnd) {
    for (let point = start; point < end - 1; point++) {
      allPoints[allCount++] = point
      const isAntimeridian =
        Math.abs(longitude[point]) === ANTIMERIDIAN_MICRODEGREES && longitude[point] === longitude[point + 1]
      const isPole = Math.abs(latitude[point]) === POLE_MICRODEGREES && latitude[point] === latitude[point + 1]
      const isOnOpenSeam = isOnSeam(seams, latitude[point], longitude[point], latitude[point + 1], longitude[point + 1])
      if (!isAntimeridian && !isPole && !isOnOpenSeam) coast[coastCount++] = point
    }
    start = end
  }
  return { all: allPoints.slice(0, allCount), coast: coast.slice(0, coastCount) }
}

function isOnSeam(seams: readonly Seam[], latA: number, lonA: number, latB: number, lonB: number): boolean {
  for (const seam of seams) if (isPointOnSeam(seam, latA, lonA) && isPointOnSeam(seam, latB, lonB)) return true
  return false
}

function isPointOnSeam([[latA, lonA], [latB, lonB]]: Seam, latitude: number, longitude: number): boolean {
  const lat = latitude / 1e6
  const lon = longitude / 1e6
  if (lat < Math.min(latA, latB) - SEAM_TOLERANCE_DEGREES || lat > Math.max(latA, latB) + SEAM_TOLERANCE_DEGREES)
    return false
  if (lon < Math.min(lonA, lonB) - SEAM_TOLERANCE_DEGREES || lon > Math.max(lonA, lonB) + SEAM_TOLERANCE_DEGREES)
    return false
  const deviation = (lonB - lonA) * (lat - latA) - (latB - latA) * (lon - lonA)
  return Math.abs(deviation) <= SEAM_TOLERANCE_DEGREES * Math.hypot(latB - latA, lonB - lonA)
}
