import { rulerAt, wrapMicrodegrees } from '@fairway/geo'
import { type AreaShape, toShape } from '../areas/area-shape.ts'
import type { EdgeTable } from '../network/network.ts'
import type { OddArea } from './model.ts'

const FULL_CIRCLE_MICRODEGREES = 360e6

/** A position on the border of an area. */
export interface BorderPoint {
  readonly latitude: number
  readonly longitude: number
  readonly meters: number
}

interface NamedPolygon {
  readonly area: string
  readonly rings: readonly AreaShape[]
}

/** The union of the areas of a domain. Coordinates are in microdegrees unless noted otherwise. */
export class DomainArea {
  private readonly polygons: readonly NamedPolygon[]
  private readonly cutFractions: number[] = []

  constructor(areas: readonly OddArea[]) {
    this.polygons = areas.flatMap(({ name, polygons }) =>
      polygons.map((rings) => ({ area: name, rings: rings.map(toShape) })),
    )
  }

  /** Returns the name of the first area that contains a position in degrees, or undefined outside all areas. */
  nameAt(latitude: number, longitude: number): string | undefined {
    return this.polygons.find((polygon) => isInPolygon(polygon, latitude * 1e6, longitude * 1e6))?.area
  }

  contains(y: number, x: number): boolean {
    for (const polygon of this.polygons) if (isInPolygon(polygon, y, x)) return true
    return false
  }

  /** Approximate size in square degrees, for comparing two domains. */
  get size(): number {
    return this.polygons.reduce((sum, { rings }) => sum + computeBoxArea(rings[0]), 0)
  }

  /**
   * Returns the index of an edge's first shape point outside the area. If all points are inside, returns the first
   * point after which the edge leaves the area, or -1 if the whole edge is inside.
   */
  leavesAreaAt({ shapeFirst, shapeLatitude, shapeLongitude }: EdgeTable, edge: number): number {
    const end = shapeFirst[edge + 1] - 1
    for (let i = shapeFirst[edge]; i <= end; i++) if (!this.contains(shapeLatitude[i], shapeLongitude[i])) return i
    for (let i = shapeFirst[edge]; i < end; i++) {
      const longitudeStep = wrapMicrodegrees(shapeLongitude[i + 1] - shapeLongitude[i])
      if (
        this.hasPartOutside(
          shapeLatitude[i],
          shapeLongitude[i],
          shapeLatitude[i + 1],
          shapeLongitude[i] + longitudeStep,
        )
      )
        return i
    }
    return -1
  }

  /**
   * Returns true if a straight segment with both ends inside leaves the area in between. The function splits the
   * segment at all borders and checks every section.
   */
  private hasPartOutside(y0: number, x0: number, y1: number, x1: number): boolean {
    const { cutFractions: cuts } = this
    cuts.length = 0
    for (const { rings } of this.polygons) for (const ring of rings) addCrossings(ring, y0, x0, y1, x1, cuts)
    if (cuts.length === 0) return false
    cuts.push(0, 1)
    cuts.sort((a, b) => a - b)
    for (let i = 1; i < cuts.length; i++) {
      if (cuts[i] - cuts[i - 1] < 1e-12) continue
      const middle = (cuts[i] + cuts[i - 1]) / 2
      if (!this.contains(y0 + middle * (y1 - y0), x0 + middle * (x1 - x0))) return true
    }
    return false
  }

  /** Returns the border position nearest to a position, in degrees. */
  nearestBorder(latitude: number, longitude: number): BorderPoint {
    const ruler = rulerAt(latitude)
    let nearestPoint = { latitude, longitude, meters: Number.POSITIVE_INFINITY }
    for (const { rings } of this.polygons) {
      for (const { y, x } of rings) {
        for (let i = 0, j = y.length - 1; i < y.length; j = i++) {
          const ay = (y[j] * 1e-6 - latitude) * ruler.perLatitudeDegree
          const ax = wrapMicrodegrees(x[j] - longitude * 1e6) * 1e-6 * ruler.perLongitudeDegree
          const dy = (y[i] - y[j]) * 1e-6 * ruler.perLatitudeDegree
          const dx = (x[i] - x[j]) * 1e-6 * ruler.perLongitudeDegree
          const squaredLength = dy * dy + dx * dx
          const fraction = squaredLength > 0 ? Math.min(1, Math.max(0, -(ay * dy + ax * dx) / squaredLength)) : 0
          const meters = Math.hypot(ay + fraction * dy, ax + fraction * dx)
          if (meters >= nearestPoint.meters) continue
          const east = (x[j] + fraction * (x[i] - x[j])) * 1e-6
          nearestPoint = { latitude: (y[j] + fraction * (y[i] - y[j])) * 1e-6, longitude: wrapLongitude(east), meters }
        }
      }
    }
    return nearestPoint
  }
}

/**
 * Returns true if a position is inside the outer ring and in none of its holes. Such a position is inside an odd number
 * of rings.
 */
function isInPolygon({ rings }: NamedPolygon, y: number, x: number): boolean {
  let isInside = false
  for (const ring of rings) if (isInWrappedRing(ring, y, x)) isInside = !isInside
  return isInside
}

/**
 * Returns true if a position is inside a ring. Rings that cross the antimeridian are unwrapped, so a position may be
 * inside after a shift of 360 degrees.
 */
function isInWrappedRing(ring: AreaShape, y: number, x: number): boolean {
  if (y < ring.south || y > ring.north) return false
  for (
    let shiftedX = x - FULL_CIRCLE_MICRODEGREES;
    shiftedX <= x + FULL_CIRCLE_MICRODEGREES;
    shiftedX += FULL_CIRCLE_MICRODEGREES
  ) {
    if (shiftedX >= ring.west && shiftedX <= ring.east && isInRing(ring, y, shiftedX)) return true
  }
  return false
}

function isInRing({ y, x }: AreaShape, py: number, px: number): boolean {
  let isInside = false
  for (let i = 0, j = y.length - 1; i < y.length; j = i++) {
    if (y[i] > py !== y[j] > py && px < ((x[j] - x[i]) * (py - y[i])) / (y[j] - y[i]) + x[i]) isInside = !isInside
  }
  return isInside
}

/** Adds the points at which a straight segment crosses the sides of a ring, as fractions of the segment's length. */
function addCrossings(ring: AreaShape, y0: number, x0: number, y1: number, x1: number, cuts: number[]): void {
  if (Math.max(y0, y1) < ring.south || Math.min(y0, y1) > ring.north) return
  for (
    let longitudeShift = -FULL_CIRCLE_MICRODEGREES;
    longitudeShift <= FULL_CIRCLE_MICRODEGREES;
    longitudeShift += FULL_CIRCLE_MICRODEGREES
  ) {
    if (Math.max(x0, x1) + longitudeShift < ring.west || Math.min(x0, x1) + longitudeShift > ring.east) continue
    const { y, x } = ring
    const [dy, dx] = [y1 - y0, x1 - x0]
    for (let i = 0, j = y.length - 1; i < y.length; j = i++) {
      const [sy, sx] = [y[i] - y[j], x[i] - x[j]]
      const determinant = dx * sy - dy * sx
      if (determinant === 0) continue
      const [ey, ex] = [y[j] - y0, x[j] - (x0 + longitudeShift)]
      const share = (ex * sy - ey * sx) / determinant
      const sideFraction = (ex * dy - ey * dx) / determinant
      if (share >= 0 && share <= 1 && sideFraction >= 0 && sideFraction <= 1) cuts.push(share)
    }
  }
}

function computeBoxArea({ south, north, west, east }: AreaShape): number {
  return (north - south) * (east - west) * 1e-12
}

function wrapLongitude(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
}
