import { NAUTICAL_MILES_PER_RADIAN, type Position, RADIANS_PER_DEGREE } from '../earth.ts'

/**
 * Returns the distance in nautical miles on the sphere for sea distances. Changing the order of the factors would
 * change the last bit of values in compiled sea networks.
 */
export function distanceNm(latA: number, lonA: number, latB: number, lonB: number): number {
  const sineLat = Math.sin(((latB - latA) * RADIANS_PER_DEGREE) / 2)
  const sineLon = Math.sin(((lonB - lonA) * RADIANS_PER_DEGREE) / 2)
  const halfChordSquared =
    sineLat * sineLat + Math.cos(latA * RADIANS_PER_DEGREE) * Math.cos(latB * RADIANS_PER_DEGREE) * sineLon * sineLon
  return 2 * NAUTICAL_MILES_PER_RADIAN * Math.asin(Math.min(1, Math.sqrt(halfChordSquared)))
}

export function lengthNm(line: readonly Position[]): number {
  let sum = 0
  for (let index = 1; index < line.length; index++) {
    sum += distanceNm(line[index - 1][0], line[index - 1][1], line[index][0], line[index][1])
  }
  return sum
}

/**
 * The shortest line between two positions, with points along it. One object is reused, because searches need many
 * lines.
 */
export class GreatCircle {
  lengthNm = 0
  latitude = 0
  longitude = 0
  private ax = 0
  private ay = 0
  private az = 0
  private bx = 0
  private by = 0
  private bz = 0

  set(latA: number, lonA: number, latB: number, lonB: number): this {
    const cosA = Math.cos(latA * RADIANS_PER_DEGREE)
    const cosB = Math.cos(latB * RADIANS_PER_DEGREE)
    this.ax = cosA * Math.cos(lonA * RADIANS_PER_DEGREE)
    this.ay = cosA * Math.sin(lonA * RADIANS_PER_DEGREE)
    this.az = Math.sin(latA * RADIANS_PER_DEGREE)
    const bx = cosB * Math.cos(lonB * RADIANS_PER_DEGREE)
    const by = cosB * Math.sin(lonB * RADIANS_PER_DEGREE)
    const bz = Math.sin(latB * RADIANS_PER_DEGREE)
    const cosine = this.ax * bx + this.ay * by + this.az * bz
    // This vector is the component of B orthogonal to A. Each point is then the sum of a cosine term and a sine term,
    // without a division.
    const orthogonalX = bx - cosine * this.ax
    const orthogonalY = by - cosine * this.ay
    const orthogonalZ = bz - cosine * this.az
    const sine = Math.sqrt(orthogonalX * orthogonalX + orthogonalY * orthogonalY + orthogonalZ * orthogonalZ)
    const scale = sine > 0 ? 1 / sine : 0
    this.bx = orthogonalX * scale
    this.by = orthogonalY * scale
    this.bz = orthogonalZ * scale
    this.lengthNm = Math.atan2(sine, cosine) * NAUTICAL_MILES_PER_RADIAN
    return this
  }

  /** Sets `latitude` and `longitude` to the point this many nautical miles from the start. */
  moveTo(nm: number): void {
    const cosine = Math.cos(nm / NAUTICAL_MILES_PER_RADIAN)
    const sine = Math.sin(nm / NAUTICAL_MILES_PER_RADIAN)
    const x = cosine * this.ax + sine * this.bx
    const y = cosine * this.ay + sine * this.by
    const z = cosine * this.az + sine * this.bz
    this.latitude = Math.atan2(z, Math.sqrt(x * x + y * y)) / RADIANS_PER_DEGREE
    this.longitude = Math.atan2(y, x) / RADIANS_PER_DEGREE
  }
}

/**
 * Returns the initial bearing of the great circle in degrees clockwise from north, from -180 to
 * 180.
 */
export function initialBearing(latA: number, lonA: number, latB: number, lonB: number): number {
  const longitudeDelta = (lonB - lonA) * RADIANS_PER_DEGREE
  const east = Math.sin(longitudeDelta) * Math.cos(latB * RADIANS_PER_DEGREE)
  const north =
    Math.cos(latA * RADIANS_PER_DEGREE) * Math.sin(latB * RADIANS_PER_DEGREE) -
    Math.sin(latA * RADIANS_PER_DEGREE) * Math.cos(latB * RADIANS_PER_DEGREE) * Math.cos(longitudeDelta)
  return Math.atan2(east, north) / RADIANS_PER_DEGREE
}
