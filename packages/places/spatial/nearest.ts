import { haversineBetween, haversineToBox, haversineToMeters, metersToHaversine } from '@fairway/geo'
import { LEAF_SIZE, type Points } from './kd-tree.ts'
import { MinQueue } from './min-queue.ts'

export interface NearOptions {
  readonly radiusMeters?: number | undefined
  /** Rejected points are skipped. */
  readonly accepts?: ((point: number) => boolean) | undefined
}

export interface NearestOptions extends NearOptions {
  readonly limit: number
}

export interface NearPoint {
  readonly point: number
  readonly distanceMeters: number
}

const MICRO = 1e-6

/** A range of the order with its bounding box. */
interface Stretch {
  readonly left: number
  readonly right: number
  readonly axis: number
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** Returns the nearest points up to the limit. */
export function nearestPoints(
  points: Points,
  order: Uint32Array,
  latitude: number,
  longitude: number,
  options: NearestOptions,
): NearPoint[] {
  const found: NearPoint[] = []
  if (options.limit <= 0) return found
  for (const point of eachNearest(points, order, latitude, longitude, options)) {
    found.push(point)
    if (found.length >= options.limit) break
  }
  return found
}

/**
 * Yields points by distance; ties are ordered by number. Visits boxes and points in order of distance (Hjaltason and
 * Samet, 1999). Distances are spherical, so poles and antimeridian need no special handling.
 */
export function* eachNearest(
  points: Points,
  order: Uint32Array,
  latitude: number,
  longitude: number,
  { radiusMeters, accepts }: NearOptions,
): Generator<NearPoint, void> {
  const bound = radiusMeters === undefined ? Number.POSITIVE_INFINITY : metersToHaversine(radiusMeters)
  const queue = new MinQueue<Stretch>()
  const addPoint = (place: number): void => {
    const point = order[place]
    if (accepts && !accepts(point)) return
    const lat = points.latitude[point] * MICRO
    const distance = haversineBetween(latitude, longitude, lat, points.longitude[point] * MICRO)
    if (distance <= bound) queue.add(distance, point)
  }
  const addStretch = (stretch: Stretch): void => {
    if (stretch.right < stretch.left) return
    const distance = haversineToBox(latitude, longitude, stretch)
    if (distance <= bound) queue.add(distance, -1, stretch)
  }

  addStretch({ left: 0, right: order.length - 1, axis: 0, west: -180, south: -90, east: 180, north: 90 })
  while (queue.size > 0) {
    const { key, id, value } = queue.take()
    if (value === undefined) {
      yield { point: id, distanceMeters: haversineToMeters(key) }
      continue
    }
    const { left, right, axis, west, south, east, north } = value
    if (right - left <= LEAF_SIZE) {
      for (let place = left; place <= right; place++) addPoint(place)
      continue
    }
    const middle = (left + right) >> 1
    addPoint(middle)
    if (axis === 0) {
      const split = points.longitude[order[middle]] * MICRO
      addStretch({ left, right: middle - 1, axis: 1, west, south, east: split, north })
      addStretch({ left: middle + 1, right, axis: 1, west: split, south, east, north })
    } else {
      const split = points.latitude[order[middle]] * MICRO
      addStretch({ left, right: middle - 1, axis: 0, west, south, east, north: split })
      addStretch({ left: middle + 1, right, axis: 0, west, south: split, east, north })
    }
  }
}
