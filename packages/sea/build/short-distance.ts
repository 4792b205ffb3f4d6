import { distanceNm, NAUTICAL_MILES_PER_RADIAN } from '@fairway/geo'

const HALF_RADIANS_PER_DEGREE = Math.PI / 360
/** Maximum half angle of a short line, in radians. The whole line then spans four and a half degrees. */
const MAX_SHORT_RADIANS = 0.04

/** Returns the cosine that `approximateNm` requires. */
export function cosineOfLatitude(latitude: number): number {
  return Math.cos(latitude * 2 * HALF_RADIANS_PER_DEGREE)
}

/**
 * Returns the same distance as `distanceNm`, for code that runs millions of times and already has the cosines of both
 * latitudes. Sines and arcs of short lines are computed with short power series, accurate to the last bit or two. Long
 * lines use the regular formula.
 */
export function approximateNm(
  latA: number,
  lonA: number,
  cosA: number,
  latB: number,
  lonB: number,
  cosB: number,
): number {
  const y = (latB - latA) * HALF_RADIANS_PER_DEGREE
  const x = (lonB - lonA) * HALF_RADIANS_PER_DEGREE
  if (y > MAX_SHORT_RADIANS || y < -MAX_SHORT_RADIANS || x > MAX_SHORT_RADIANS || x < -MAX_SHORT_RADIANS)
    return distanceNm(latA, lonA, latB, lonB)
  const sineY = approximateSine(y)
  const sineX = approximateSine(x)
  return 2 * NAUTICAL_MILES_PER_RADIAN * approximateArcsine(Math.sqrt(sineY * sineY + cosA * cosB * sineX * sineX))
}

function approximateSine(angle: number): number {
  const squaredAngle = angle * angle
  return angle - angle * squaredAngle * (1 / 6 - squaredAngle * (1 / 120 - squaredAngle / 5040))
}

function approximateArcsine(sine: number): number {
  const squaredSine = sine * sine
  const higherTerms = 3 / 40 + squaredSine * (5 / 112 + squaredSine * (35 / 1152 + (squaredSine * 63) / 2816))
  return sine + sine * squaredSine * (1 / 6 + squaredSine * higherTerms)
}

/** Computes distances between nodes with cached cosines. */
export class NodeDistances {
  private readonly latitude: Int32Array
  private readonly longitude: Int32Array
  private readonly cosine: Float64Array

  constructor(latitude: Int32Array, longitude: Int32Array, count: number) {
    this.latitude = latitude
    this.longitude = longitude
    this.cosine = new Float64Array(count)
    for (let node = 0; node < count; node++) this.cosine[node] = cosineOfLatitude(latitude[node] * 1e-6)
  }

  between(a: number, b: number): number {
    const latitude = this.latitude
    const longitude = this.longitude
    const cosine = this.cosine
    return approximateNm(
      latitude[a] * 1e-6,
      longitude[a] * 1e-6,
      cosine[a],
      latitude[b] * 1e-6,
      longitude[b] * 1e-6,
      cosine[b],
    )
  }
}
