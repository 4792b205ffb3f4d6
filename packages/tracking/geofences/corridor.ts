import {
  cross,
  dot,
  lengthOf,
  nearestTurn,
  type Position,
  RADIANS_PER_DEGREE,
  toVector,
  type Vector,
} from '@fairway/geo'
import { type AssetRoute, makeAssetRoute } from '../route/asset-route.ts'
import { projectOnRoute } from '../route/project.ts'
import { expandBox } from './boxes.ts'
import type { FenceShape } from './fence-shape.ts'

export function makeCorridor(line: readonly Position[], distanceM: number): FenceShape {
  // Only the line matters here, and the line is the same for every asset kind.
  const route = makeAssetRoute({ kind: 'vehicle', points: line })
  return {
    box: expandBox(boxAround(line, route.vectors), distanceM),
    sizeM: distanceM,
    distanceM: (latitude, longitude) => distanceFromLine(route, latitude, longitude) - distanceM,
  }
}

/** Returns the distance from the nearest part of the line, regardless of the part that the asset follows. */
export function distanceFromLine(route: AssetRoute, latitude: number, longitude: number): number {
  return projectOnRoute(route, toVector(latitude, longitude)).distanceM
}

/**
 * Computes the bounding box of the line. Great-circle arcs bulge toward the poles but stay between the longitudes of
 * their ends.
 */
function boxAround(line: readonly Position[], vectors: readonly Vector[]) {
  let longitude = line[0]?.[1] ?? 0
  let [south, north, west, east] = [90, -90, longitude, longitude]
  for (const [pointIndex, [latitude, givenLongitude]] of line.entries()) {
    longitude = nearestTurn(givenLongitude, longitude)
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    const [low, high] =
      pointIndex === 0 ? [latitude, latitude] : latitudesBetween(vectors[pointIndex - 1], vectors[pointIndex])
    south = Math.min(south, latitude, low)
    north = Math.max(north, latitude, high)
  }
  return { south, north, west, east }
}

/** Returns the lowest and the highest latitude of a great-circle arc. */
function latitudesBetween(a: Vector, b: Vector): [number, number] {
  const ends = [a.z, b.z].map((z) => Math.asin(Math.max(-1, Math.min(1, z))) / RADIANS_PER_DEGREE)
  const normal = cross(a, b)
  const length = lengthOf(normal.x, normal.y, normal.z)
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  if (length < 1e-12) return [low, high]
  const n = { x: normal.x / length, y: normal.y / length, z: normal.z / length }
  // This is the northernmost point of the great circle. The southernmost point is opposite.
  const peak = { x: -n.z * n.x, y: -n.z * n.y, z: 1 - n.z * n.z }
  const peakLatitude = Math.acos(Math.min(1, Math.abs(n.z))) / RADIANS_PER_DEGREE
  const isBetween = (sign: number) => sign * dot(cross(a, peak), n) > 0 && sign * dot(cross(peak, b), n) > 0
  return [isBetween(-1) ? -peakLatitude : low, isBetween(1) ? peakLatitude : high]
}
