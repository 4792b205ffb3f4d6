import { wrapMicrodegrees } from '@fairway/geo'
import { isInside, type Polygon } from '../outline/polygons.ts'
import type { Ring } from '../outline/trace-rings.ts'

/**
 * Returns the reason why polygons are not valid GeoJSON, or undefined if they are valid. The function compares all
 * pairs of segments.
 */
export function findInvalid(polygons: readonly Polygon[]): string | undefined {
  for (const [outer, ...holes] of polygons) {
    if (!(signedArea(outer) > 0)) return 'an outer ring is not counterclockwise'
    for (const hole of holes) {
      if (!(signedArea(hole) < 0)) return 'a hole is not clockwise'
      if (!isInside(outer, hole.latitude[0], hole.longitude[0])) return 'a hole is outside of its ring'
    }
  }
  const rings = polygons.flat()
  for (const ring of rings) {
    const last = ring.latitude.length - 1
    if (last < 3) return 'a ring has fewer than four points'
    if (ring.latitude[0] !== ring.latitude[last] || ring.longitude[0] !== ring.longitude[last])
      return 'a ring is not closed'
  }
  const reference = rings[0]?.longitude[0] ?? 0
  return findCrossing(rings.flatMap((ring, index) => toSegments(ring, index, reference)))
}

/** Returns true if a contour is within a larger contour. */
export function isWithin(polygons: readonly Polygon[], larger: readonly Polygon[]): boolean {
  return polygons
    .flat()
    .every(({ latitude, longitude }) =>
      latitude.every((value, i) => contains(larger, value, longitude[i]) || isOnOutline(larger, value, longitude[i])),
    )
}

export function contains(polygons: readonly Polygon[], latitude: number, longitude: number): boolean {
  return polygons.some((rings) => rings.every((ring, index) => isInside(ring, latitude, longitude) === (index === 0)))
}

/**
 * Returns the distance to the nearest outline in microdegrees. Longitudes are scaled to the length of a degree of
 * latitude.
 */
export function distanceToOutline(polygons: readonly Polygon[], latitude: number, longitude: number): number {
  const scale = Math.cos((latitude * Math.PI) / 180e6)
  let best = Number.POSITIVE_INFINITY
  for (const ring of polygons.flat()) {
    for (const { x0, y0, x1, y1 } of toSegments(ring, 0, longitude)) {
      const [ax, ay, dx, dy] = [x0 * scale, y0 - latitude, (x1 - x0) * scale, y1 - y0]
      const squared = dx * dx + dy * dy
      const share = squared > 0 ? Math.min(1, Math.max(0, -(ax * dx + ay * dy) / squared)) : 0
      best = Math.min(best, Math.hypot(ax + share * dx, ay + share * dy))
    }
  }
  return best
}

/** Returns true if a position is on an outline. Crossings of larger contours may round to the same microdegree. */
function isOnOutline(polygons: readonly Polygon[], latitude: number, longitude: number): boolean {
  return distanceToOutline(polygons, latitude, longitude) <= 1.5
}

interface Segment {
  readonly ring: number
  readonly index: number
  readonly count: number
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

function toSegments({ latitude, longitude }: Ring, ring: number, reference = longitude[0]): Segment[] {
  const count = latitude.length - 1
  return Array.from({ length: count }, (_, index) => ({
    ring,
    index,
    count,
    x0: wrapMicrodegrees(longitude[index] - reference),
    y0: latitude[index],
    x1: wrapMicrodegrees(longitude[index + 1] - reference),
    y1: latitude[index + 1],
  }))
}

function signedArea(ring: Ring): number {
  return toSegments(ring, 0).reduce(
    (sum, { x0, y0, x1, y1 }) => sum + x0 * (y1 - ring.latitude[0]) - x1 * (y0 - ring.latitude[0]),
    0,
  )
}

function findCrossing(segments: readonly Segment[]): string | undefined {
  const sorted = [...segments].sort((a, b) => Math.min(a.y0, a.y1) - Math.min(b.y0, b.y1))
  for (let i = 0; i < sorted.length; i++) {
    const a = sorted[i]
    const top = Math.max(a.y0, a.y1)
    for (let j = i + 1; j < sorted.length && Math.min(sorted[j].y0, sorted[j].y1) <= top; j++) {
      const b = sorted[j]
      const steps = a.ring === b.ring ? Math.abs(a.index - b.index) : Number.POSITIVE_INFINITY
      const isNeighbor = steps === 1 || steps === a.count - 1
      if (!isNeighbor && touches(a, b)) return `segment ${a.index} of ring ${a.ring} meets ${b.index} of ${b.ring}`
    }
  }
  return undefined
}

function touches(a: Segment, b: Segment): boolean {
  const side = (s: Segment, x: number, y: number) => Math.sign((s.x1 - s.x0) * (y - s.y0) - (s.y1 - s.y0) * (x - s.x0))
  const overlaps =
    Math.min(a.x0, a.x1) <= Math.max(b.x0, b.x1) &&
    Math.min(b.x0, b.x1) <= Math.max(a.x0, a.x1) &&
    Math.min(a.y0, a.y1) <= Math.max(b.y0, b.y1) &&
    Math.min(b.y0, b.y1) <= Math.max(a.y0, a.y1)
  return overlaps && side(a, b.x0, b.y0) * side(a, b.x1, b.y1) <= 0 && side(b, a.x0, a.y0) * side(b, a.x1, a.y1) <= 0
}
