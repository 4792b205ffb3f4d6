import { rulerAt } from '@fairway/geo'
import type { EdgeTable } from '../../network/network.ts'

const DEGREES_PER_RADIAN = 180 / Math.PI

/**
 * The first part of an edge's shape in meters east and north of its start, seen from either end. One instance is
 * reused, because allocating arrays for every edge of a country would cost more than the analysis.
 */
export class EdgeShape {
  private readonly edges: EdgeTable
  x = new Float64Array(64)
  y = new Float64Array(64)
  /** Distance along the shape, in meters. */
  along = new Float64Array(64)
  count = 0

  constructor(edges: EdgeTable) {
    this.edges = edges
  }

  /** Reads the shape of an edge side up to the given length, at which the last point is interpolated. */
  read(edgeSide: number, limitMeters: number): this {
    this.clear()
    this.append(edgeSide, limitMeters)
    return this
  }

  clear(): void {
    this.count = 0
  }

  /** Appends another edge that starts where the shape ends. */
  append(edgeSide: number, limitMeters: number): void {
    const { shapeFirst, shapeLatitude, shapeLongitude } = this.edges
    const edge = edgeSide >> 1
    const step = edgeSide & 1 ? -1 : 1
    const firstPoint = edgeSide & 1 ? shapeFirst[edge + 1] - 1 : shapeFirst[edge]
    const pointCount = shapeFirst[edge + 1] - shapeFirst[edge]
    const { perLatitudeDegree, perLongitudeDegree } = rulerAt(shapeLatitude[firstPoint] * 1e-6)
    const baseX = this.count === 0 ? 0 : this.x[this.count - 1]
    const baseY = this.count === 0 ? 0 : this.y[this.count - 1]
    if (this.count === 0) this.push(0, 0, 0)
    for (let i = 1; i < pointCount && this.length < limitMeters; i++) {
      const pointIndex = firstPoint + i * step
      const x = baseX + (shapeLongitude[pointIndex] - shapeLongitude[firstPoint]) * 1e-6 * perLongitudeDegree
      const y = baseY + (shapeLatitude[pointIndex] - shapeLatitude[firstPoint]) * 1e-6 * perLatitudeDegree
      const last = this.count - 1
      const dx = x - this.x[last]
      const dy = y - this.y[last]
      const length = Math.sqrt(dx * dx + dy * dy)
      if (length === 0) continue
      const remainingMeters = limitMeters - this.along[last]
      if (length <= remainingMeters) this.push(x, y, this.along[last] + length)
      else
        this.push(
          this.x[last] + (dx * remainingMeters) / length,
          this.y[last] + (dy * remainingMeters) / length,
          limitMeters,
        )
    }
  }

  private push(x: number, y: number, alongMeters: number): void {
    if (this.count === this.x.length) {
      for (const key of ['x', 'y', 'along'] as const) {
        const largerArray = new Float64Array(2 * this.count)
        largerArray.set(this[key])
        this[key] = largerArray
      }
    }
    this.x[this.count] = x
    this.y[this.count] = y
    this.along[this.count++] = alongMeters
  }

  get length(): number {
    return this.count === 0 ? 0 : this.along[this.count - 1]
  }

  /** Returns the x or y coordinate at a distance along the shape. */
  coordinateAt(meters: number, axis: 'x' | 'y'): number {
    const values = this[axis]
    let i = 1
    while (i < this.count && this.along[i] < meters) i++
    if (i >= this.count) return this.count === 0 ? 0 : values[this.count - 1]
    const fraction = (meters - this.along[i - 1]) / (this.along[i] - this.along[i - 1])
    return values[i - 1] + fraction * (values[i] - values[i - 1])
  }

  /** Returns the bearing between two distances along the shape. */
  bearing(fromMeters: number, toMeters: number): number {
    return toBearing(
      this.coordinateAt(toMeters, 'x') - this.coordinateAt(fromMeters, 'x'),
      this.coordinateAt(toMeters, 'y') - this.coordinateAt(fromMeters, 'y'),
    )
  }

  /** Returns the maximum deviation of the shape from the chord between two distances. */
  maxDeviation(fromMeters: number, toMeters: number): number {
    const x0 = this.coordinateAt(fromMeters, 'x')
    const y0 = this.coordinateAt(fromMeters, 'y')
    const dx = this.coordinateAt(toMeters, 'x') - x0
    const dy = this.coordinateAt(toMeters, 'y') - y0
    const length = Math.sqrt(dx * dx + dy * dy)
    let max = 0
    for (let i = 1; i < this.count; i++) {
      if (this.along[i] <= fromMeters || this.along[i] >= toMeters) continue
      const px = this.x[i] - x0
      const py = this.y[i] - y0
      const t = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / (length * length)))
      const deviation = Math.sqrt((px - t * dx) ** 2 + (py - t * dy) ** 2)
      if (deviation > max) max = deviation
    }
    return max
  }
}

export function toBearing(x: number, y: number): number {
  const degrees = Math.atan2(x, y) * DEGREES_PER_RADIAN
  return degrees < 0 ? degrees + 360 : degrees
}
