import { type Ruler, rulerAt, wrapMicrodegrees } from '@fairway/geo'
import type { EdgeTable } from '../network/network.ts'

/** The line of a section of an edge, in microdegrees. The next line reuses the memory. */
export class PieceShape {
  count = 0
  latitude = new Int32Array(64)
  longitude = new Int32Array(64)
  private readonly edges: EdgeTable

  constructor(edges: EdgeTable) {
    this.edges = edges
  }

  /** Sets the section. Fractions refer to the length of the line, as for snapped points. */
  set(edge: number, from: number, to: number): void {
    const { shapeFirst, shapeLatitude, shapeLongitude } = this.edges
    const [first, last] = [shapeFirst[edge], shapeFirst[edge + 1] - 1]
    this.count = 0
    if (from <= 0 && to >= 1) {
      for (let i = first; i <= last; i++) this.add(shapeLatitude[i], shapeLongitude[i])
      return
    }
    const ruler = rulerAt(shapeLatitude[first] * 1e-6)
    let total = 0
    for (let i = first; i < last; i++) total += this.lengthOf(i, ruler)
    let startFraction = 0
    if (from <= 0) this.add(shapeLatitude[first], shapeLongitude[first])
    for (let i = first; i < last; i++) {
      const endFraction = total > 0 ? startFraction + this.lengthOf(i, ruler) / total : (i + 1 - first) / (last - first)
      if (from > 0 && from >= startFraction && from < endFraction)
        this.addBetween(i, (from - startFraction) / (endFraction - startFraction))
      if (to < 1 && to >= startFraction && to < endFraction) {
        this.addBetween(i, (to - startFraction) / (endFraction - startFraction))
        return
      }
      if (endFraction > from) this.add(shapeLatitude[i + 1], shapeLongitude[i + 1])
      startFraction = endFraction
    }
  }

  repeatLast(): void {
    this.add(this.latitude[this.count - 1], this.longitude[this.count - 1])
  }

  private lengthOf(segment: number, ruler: Ruler): number {
    const { shapeLatitude, shapeLongitude } = this.edges
    const x = wrapMicrodegrees(shapeLongitude[segment + 1] - shapeLongitude[segment]) * ruler.perLongitudeDegree
    const y = (shapeLatitude[segment + 1] - shapeLatitude[segment]) * ruler.perLatitudeDegree
    return Math.sqrt(x * x + y * y)
  }

  private addBetween(segment: number, fraction: number): void {
    const { shapeLatitude, shapeLongitude } = this.edges
    const latitudes = shapeLatitude[segment + 1] - shapeLatitude[segment]
    const longitudes = wrapMicrodegrees(shapeLongitude[segment + 1] - shapeLongitude[segment])
    this.add(
      Math.round(shapeLatitude[segment] + fraction * latitudes),
      wrapMicrodegrees(Math.round(shapeLongitude[segment] + fraction * longitudes)),
    )
  }

  private add(latitude: number, longitude: number): void {
    if (this.count === this.latitude.length) this.grow()
    this.latitude[this.count] = latitude
    this.longitude[this.count++] = longitude
  }

  private grow(): void {
    const { latitude, longitude } = this
    this.latitude = new Int32Array(2 * latitude.length)
    this.longitude = new Int32Array(2 * latitude.length)
    this.latitude.set(latitude)
    this.longitude.set(longitude)
  }
}
