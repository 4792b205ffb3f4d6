import { wrapMicrodegrees } from '@fairway/geo'
import type { EdgeTable } from '../network/network.ts'

/** A ring of [latitude, longitude] points. The last point need not repeat the first. */
export type Ring = readonly (readonly [number, number])[]

/**
 * A ring in microdegrees with its bounding box. Longitudes are unwrapped, so a ring that crosses the antimeridian
 * stays contiguous.
 */
export interface AreaShape {
  readonly y: Float64Array
  readonly x: Float64Array
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

export function toShape(ring: Ring): AreaShape {
  const y = Float64Array.from(ring, ([latitude]) => latitude * 1e6)
  const x = new Float64Array(ring.length)
  let previousLongitude = ring.length > 0 ? ring[0][1] : 0
  ring.forEach(([, longitude], index) => {
    let unwrappedLongitude = longitude
    while (unwrappedLongitude - previousLongitude > 180) unwrappedLongitude -= 360
    while (unwrappedLongitude - previousLongitude < -180) unwrappedLongitude += 360
    x[index] = unwrappedLongitude * 1e6
    previousLongitude = unwrappedLongitude
  })
  return { y, x, ...boxOf(y, x) }
}

/**
 * Returns the bounding box of a ring. The function uses a loop, because a coastline may have more points than Math.min
 * accepts as arguments.
 */
function boxOf(y: Float64Array, x: Float64Array): Pick<AreaShape, 'south' | 'north' | 'west' | 'east'> {
  const lowestValue = Number.NEGATIVE_INFINITY
  const highestValue = Number.POSITIVE_INFINITY
  let [south, north, west, east] = [highestValue, lowestValue, highestValue, lowestValue]
  for (let i = 0; i < y.length; i++) {
    if (y[i] < south) south = y[i]
    if (y[i] > north) north = y[i]
    if (x[i] < west) west = x[i]
    if (x[i] > east) east = x[i]
  }
  return { south, north, west, east }
}

export function edgeTouches(shape: AreaShape, edges: EdgeTable, edge: number): boolean {
  const end = edges.shapeFirst[edge + 1] - 1
  for (let i = edges.shapeFirst[edge]; i < end; i++) if (segmentTouches(shape, edges, i)) return true
  return false
}

/** Returns true if the straight segment between a shape point and the next one touches the area. */
export function segmentTouches(shape: AreaShape, { shapeLatitude, shapeLongitude }: EdgeTable, i: number): boolean {
  const y0 = shapeLatitude[i]
  const y1 = shapeLatitude[i + 1]
  if (Math.max(y0, y1) < shape.south || Math.min(y0, y1) > shape.north) return false
  const longitudeDelta = wrapMicrodegrees(shapeLongitude[i + 1] - shapeLongitude[i])
  for (let worldShift = -360e6; worldShift <= 360e6; worldShift += 360e6) {
    const x0 = shapeLongitude[i] + worldShift
    const x1 = x0 + longitudeDelta
    if (Math.max(x0, x1) < shape.west || Math.min(x0, x1) > shape.east) continue
    if (shapeContains(shape, y0, x0) || shapeContains(shape, y1, x1) || crossesBoundary(shape, y0, x0, y1, x1))
      return true
  }
  return false
}

function shapeContains({ y, x }: AreaShape, py: number, px: number): boolean {
  let isInside = false
  for (let i = 0, j = y.length - 1; i < y.length; j = i++) {
    if (y[i] > py !== y[j] > py && px < ((x[j] - x[i]) * (py - y[i])) / (y[j] - y[i]) + x[i]) isInside = !isInside
  }
  return isInside
}

function crossesBoundary({ y, x }: AreaShape, y0: number, x0: number, y1: number, x1: number): boolean {
  for (let i = 0, j = y.length - 1; i < y.length; j = i++) {
    const [ay, ax, by, bx] = [y[j], x[j], y[i], x[i]]
    const sideOfLine = (py: number, px: number) => Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax))
    const otherSide = (py: number, px: number) => Math.sign((x1 - x0) * (py - y0) - (y1 - y0) * (px - x0))
    if (sideOfLine(y0, x0) !== sideOfLine(y1, x1) && otherSide(ay, ax) !== otherSide(by, bx)) return true
  }
  return false
}
