import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeDestination, computeRay } from './around.ts'

// The cases are WGS 84 geodesics: a degree of latitude at the equator and near 60°, and a degree of longitude at the
// equator.
test.each([
  [[0, 0], [1, 0], 0, 110_574.4],
  [[60, 0], [61, 0], 0, 111_422.3],
  [[0, 0], [0, 1], 90, 111_319.5],
  [[59.5, 179.9], [60.5, 179.9], 0, 111_412.2],
] as const)('computes distance and bearing from %j to %j', (from, to, bearing, meters) => {
  const ray = computeRay(from, to)
  expect(ray.bearing).toBeCloseTo(bearing, 1)
  expect(Math.abs(ray.meters - meters)).toBeLessThan(3)
})

test('finds a projected point again at its bearing and distance', () => {
  const latitude = fc.double({ min: -85, max: 85, noNaN: true })
  const longitude = fc.double({ min: -180, max: 180, noNaN: true })
  const bearing = fc.double({ min: 0, max: 359.9, noNaN: true })
  fc.assert(
    fc.property(
      latitude,
      longitude,
      bearing,
      fc.double({ min: 100, max: 100_000, noNaN: true }),
      (lat, lon, deg, meters) => {
        const ray = computeRay([lat, lon], computeDestination([lat, lon], { bearing: deg, meters }))
        expect(Math.abs(ray.meters - meters)).toBeLessThan(1)
        const turn = Math.abs(ray.bearing - deg)
        expect(Math.min(turn, 360 - turn) * (Math.PI / 180) * meters).toBeLessThan(1)
      },
    ),
    { seed: 31, numRuns: 500 },
  )
})
