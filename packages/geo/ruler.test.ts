import { describe, expect, test } from 'vitest'
import { longitudeDifference } from './longitude.ts'
import { bearingDegrees, flatDistanceMeters, rulerAt } from './ruler.ts'

/** Computes the distance with Vincenty's inverse formula on the same ellipsoid, exact to a fraction of a millimeter. */
function vincenty(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number) {
  const [a, f] = [6378137, 1 / 298.257223563]
  const b = a * (1 - f)
  const radians = Math.PI / 180
  const L = longitudeDifference(longitudeA, longitudeB) * radians
  const [u1, u2] = [latitudeA, latitudeB].map((latitude) => Math.atan((1 - f) * Math.tan(latitude * radians)))
  const [sin1, cos1, sin2, cos2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)]
  let lambda = L
  for (let step = 0; ; step++) {
    const x = cos2 * Math.sin(lambda)
    const y = cos1 * sin2 - sin1 * cos2 * Math.cos(lambda)
    const sinSigma = Math.hypot(x, y)
    if (sinSigma === 0) return { meters: 0, degrees: 0 }
    const cosSigma = sin1 * sin2 + cos1 * cos2 * Math.cos(lambda)
    const sigma = Math.atan2(sinSigma, cosSigma)
    const sinAlpha = (cos1 * cos2 * Math.sin(lambda)) / sinSigma
    const cosSquare = 1 - sinAlpha * sinAlpha
    const middle = cosSquare === 0 ? 0 : cosSigma - (2 * sin1 * sin2) / cosSquare
    const c = (f / 16) * cosSquare * (4 + f * (4 - 3 * cosSquare))
    const before = lambda
    lambda = L + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * (middle + c * cosSigma * (2 * middle * middle - 1)))
    if (Math.abs(lambda - before) > 1e-13 && step < 100) continue
    const u = (cosSquare * (a * a - b * b)) / (b * b)
    const A = 1 + (u / 16384) * (4096 + u * (-768 + u * (320 - 175 * u)))
    const B = (u / 1024) * (256 + u * (-128 + u * (74 - 47 * u)))
    const square = 2 * middle * middle - 1
    const delta =
      B *
      sinSigma *
      (middle +
        (B / 4) * (cosSigma * square - (B / 6) * middle * (4 * sinSigma * sinSigma - 3) * (4 * middle * middle - 3)))
    return { meters: b * A * (sigma - delta), degrees: Math.atan2(x, y) / radians }
  }
}

const positions = [
  ['the equator', 0, 6],
  ['Montevideo', -34.9, -56.2],
  ['Porto', 41.15, -8.61],
  ['Tromsø', 69.65, 18.96],
  ['the date line', -16.8, 179.999],
] as const

describe.each(positions)('at %s', (_, latitude, longitude) => {
  const around = (meters: number, degrees: number) => {
    const ruler = rulerAt(latitude)
    const east = longitude + (meters * Math.sin((degrees * Math.PI) / 180)) / ruler.perLongitudeDegree
    return [
      latitude + (meters * Math.cos((degrees * Math.PI) / 180)) / ruler.perLatitudeDegree,
      east > 180 ? east - 360 : east,
    ] as const
  }

  test.each([1, 100, 1000, 10_000])('computes distances of %i m to within a millimeter per kilometer', (meters) => {
    for (let degrees = 0; degrees < 360; degrees += 15) {
      const [toLatitude, toLongitude] = around(meters, degrees)
      const truth = vincenty(latitude, longitude, toLatitude, toLongitude).meters
      const flat = flatDistanceMeters(latitude, longitude, toLatitude, toLongitude)
      expect(Math.abs(flat - truth), `${degrees}°`).toBeLessThanOrEqual(1e-6 * meters + 1e-6)
    }
  })

  test('computes bearings to within a tenth of a degree over a kilometer', () => {
    for (let degrees = 0; degrees < 360; degrees += 7) {
      const [toLatitude, toLongitude] = around(1000, degrees)
      const truth = vincenty(latitude, longitude, toLatitude, toLongitude).degrees
      const off = bearingDegrees(latitude, longitude, toLatitude, toLongitude) - truth
      expect(Math.abs(off - 360 * Math.round(off / 360)), `${degrees}°`).toBeLessThan(0.1)
    }
  })
})

test('returns the same distance in both directions, and zero from a position to itself', () => {
  expect(flatDistanceMeters(41, -8, 41.01, -8.02)).toBe(flatDistanceMeters(41.01, -8.02, 41, -8))
  expect(flatDistanceMeters(41, -8, 41, -8)).toBe(0)
})

test('returns 0 for north, 90 for east, 180 for south and 270 for west', () => {
  expect(bearingDegrees(41, -8, 41.01, -8)).toBe(0)
  expect(bearingDegrees(41, -8, 41, -7.99)).toBe(90)
  expect(bearingDegrees(41, -8, 40.99, -8)).toBe(180)
  expect(bearingDegrees(41, -8, 41, -8.01)).toBe(270)
})

test('returns a bearing below 360, even slightly west of north', () => {
  expect(bearingDegrees(0, 0, 1, -1e-18)).toBe(0)
  expect(bearingDegrees(0, 0, 1, -1e-9)).toBeLessThan(360)
})

test('takes the shorter direction around the globe', () => {
  expect(longitudeDifference(179, -179)).toBe(2)
  expect(longitudeDifference(-179, 179)).toBe(-2)
  expect(longitudeDifference(10, 30)).toBe(20)
  expect(Math.abs(longitudeDifference(-180, 180))).toBe(0)
  expect(Math.abs(longitudeDifference(0, 180))).toBe(180)
  expect(bearingDegrees(0, 179.999, 0, -179.999)).toBeCloseTo(90, 6)
  expect(flatDistanceMeters(0, 179.999, 0, -179.999)).toBeCloseTo(222.64, 1)
})
