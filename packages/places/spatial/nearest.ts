import { fromMeters, haversineBetween, haversineToBox, toMeters } from './great-circle.ts'
import { LEAF_SIZE, type Points } from './kd-tree.ts'
import { MinQueue } from './min-queue.ts'

export interface NearestOptions {
  readonly limit: number
  readonly radiusMeters?: number | undefined
  /** Points that are not wanted are passed by. */
  readonly accepts?: ((point: number) => boolean) | undefined
}

export interface NearPoint {
  readonly point: number
  readonly distanceMeters: number
}

const MICRO = 1e-6

/** A stretch of the order, with the box that its points lie in. */
interface Stretch {
  readonly left: number
  readonly right: number
  readonly axis: number
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/**
 * The nearest points first, equally near ones by their number. Looks at boxes and points in the order of their distance
 * (Hjaltason and Samet, 1999), which is measured on the sphere: poles and antimeridian need no care.
 */
export function nearestPoints(
  points: Points,
  order: Uint32Array,
  latitude: number,
  longitude: number,
  { limit, radiusMeters, accepts }: NearestOptions,
): NearPoint[] {
  const bound = radiusMeters === undefined ? Number.POSITIVE_INFINITY : fromMeters(radiusMeters)
  const queue = new MinQueue<Stretch>()
  const found: NearPoint[] = []
  const addPoint = (place: number): void => {
    const point = order[place]
    if (accepts && !accepts(point)) return
    const distance = haversineBetween(
      latitude,
      longitude,
      points.latitude[point] * MICRO,
      points.longitude[point] * MICRO,
    )
    if (distance <= bound) queue.add(distance, point)
  }
  const addStretch = (stretch: Stretch): void => {
    if (stretch.right < stretch.left) return
    const distance = haversineToBox(latitude, longitude, stretch)
    if (distance <= bound) queue.add(distance, -1, stretch)
  }

  addStretch({ left: 0, right: order.length - 1, axis: 0, west: -180, south: -90, east: 180, north: 90 })
  while (found.length < limit && queue.size > 0) {
    const { key, id, value } = queue.take()
    if (value === undefined) {
      found.push({ point: id, distanceMeters: toMeters(key) })
      continue
    }
    const { left, right, axis } = value
    if (right - left <= LEAF_SIZE) {
      for (let place = left; place <= right; place++) addPoint(place)
      continue
    }
    const middle = (left + right) >> 1
    const split = (axis === 0 ? points.longitude : points.latitude)[order[middle]] * MICRO
    addPoint(middle)
    const next = 1 - axis
    addStretch({ ...value, right: middle - 1, axis: next, ...(axis === 0 ? { east: split } : { north: split }) })
    addStretch({ ...value, left: middle + 1, axis: next, ...(axis === 0 ? { west: split } : { south: split }) })
  }
  return found
}
