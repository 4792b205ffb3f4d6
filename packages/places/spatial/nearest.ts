import { haversineBetween, haversineToBox, haversineToMeters, metersToHaversine } from '@fairway/geo'
import { LEAF_SIZE, type Points } from './kd-tree.ts'
import { MinQueue } from './min-queue.ts'

export interface DistanceOptions {
  readonly radiusMeters?: number | undefined
  /** Returns whether a point is accepted. Other points are skipped. */
  readonly accepts?: ((point: number) => boolean) | undefined
}

export interface NearestOptions extends DistanceOptions {
  readonly limit: number
}

export interface NearbyPoint {
  readonly point: number
  readonly distanceMeters: number
}

const DEGREES_PER_MICRODEGREE = 1e-6

/** A range of the kd-tree order with its bounding box. */
interface KdTreeRange {
  readonly left: number
  readonly right: number
  readonly axis: number
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** Returns the nearest points up to the limit. */
export function findNearestPoints(
  points: Points,
  order: Uint32Array,
  latitude: number,
  longitude: number,
  options: NearestOptions,
): NearbyPoint[] {
  const nearest: NearbyPoint[] = []
  if (options.limit <= 0) return nearest
  for (const point of iterateNearest(points, order, latitude, longitude, options)) {
    nearest.push(point)
    if (nearest.length >= options.limit) break
  }
  return nearest
}

/**
 * Yields points by distance. Ties are ordered by number. Boxes and points are visited in order of distance (Hjaltason
 * and Samet, 1999). Distances are spherical, so the poles and the antimeridian need no special handling.
 */
export function* iterateNearest(
  points: Points,
  order: Uint32Array,
  latitude: number,
  longitude: number,
  { radiusMeters, accepts }: DistanceOptions,
): Generator<NearbyPoint, void> {
  const maxDistance = radiusMeters === undefined ? Number.POSITIVE_INFINITY : metersToHaversine(radiusMeters)
  const queue = new MinQueue<KdTreeRange>()
  const addPoint = (position: number): void => {
    const point = order[position]
    if (accepts && !accepts(point)) return
    const lat = points.latitude[point] * DEGREES_PER_MICRODEGREE
    const distance = haversineBetween(latitude, longitude, lat, points.longitude[point] * DEGREES_PER_MICRODEGREE)
    if (distance <= maxDistance) queue.add(distance, point)
  }
  const addRange = (range: KdTreeRange): void => {
    if (range.right < range.left) return
    const distance = haversineToBox(latitude, longitude, range)
    if (distance <= maxDistance) queue.add(distance, -1, range)
  }

  addRange({ left: 0, right: order.length - 1, axis: 0, west: -180, south: -90, east: 180, north: 90 })
  while (queue.size > 0) {
    const { key, id, value } = queue.pop()
    if (value === undefined) {
      yield { point: id, distanceMeters: haversineToMeters(key) }
      continue
    }
    const { left, right, axis, west, south, east, north } = value
    if (right - left <= LEAF_SIZE) {
      for (let position = left; position <= right; position++) addPoint(position)
      continue
    }
    const middle = (left + right) >> 1
    addPoint(middle)
    if (axis === 0) {
      const splitDegrees = points.longitude[order[middle]] * DEGREES_PER_MICRODEGREE
      addRange({ left, right: middle - 1, axis: 1, west, south, east: splitDegrees, north })
      addRange({ left: middle + 1, right, axis: 1, west: splitDegrees, south, east, north })
    } else {
      const split = points.latitude[order[middle]] * DEGREES_PER_MICRODEGREE
      addRange({ left, right: middle - 1, axis: 0, west, south, east, north: split })
      addRange({ left: middle + 1, right, axis: 0, west, south: split, east, north })
    }
  }
}
