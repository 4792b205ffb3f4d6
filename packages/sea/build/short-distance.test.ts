import { distanceNm, seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { approximateNm, cosineOfLatitude, NodeDistances } from './short-distance.ts'

const SEED = 11

test(`short distances equal the exact ones to the last bits, at all latitudes and around the limit, seed ${SEED}`, () => {
  const random = seededRandom(SEED)
  for (let round = 0; round < 5000; round++) {
    const reach = 10 ** (random() * 4 - 3)
    const [latA, lonA] = [random() * 178 - 89, random() * 360 - 180]
    const latB = Math.max(-90, Math.min(90, latA + (random() - 0.5) * reach))
    const lonB = lonA + (random() - 0.5) * reach
    const exact = distanceNm(latA, lonA, latB, lonB)
    expect(
      Math.abs(approximateNm(latA, lonA, cosineOfLatitude(latA), latB, lonB, cosineOfLatitude(latB)) - exact),
    ).toBeLessThan(1e-10)
  }
})

test('works across the antimeridian, over the pole and to itself', () => {
  const nodes = [
    [10, 179.9],
    [10, -179.9],
    [89.5, 0],
    [89.5, 180],
  ] as const
  const latitude = Int32Array.from(nodes, ([lat]) => lat * 1e6)
  const longitude = Int32Array.from(nodes, ([, lon]) => lon * 1e6)
  const distances = new NodeDistances(latitude, longitude, 4)
  expect(distances.between(0, 1)).toBeCloseTo(distanceNm(10, 179.9, 10, 180.1), 9)
  expect(distances.between(2, 3)).toBeCloseTo(60.04, 2)
  expect(distances.between(2, 2)).toBe(0)
})
