import { distanceMeters, haversineBetween, seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { buildKdTree, type Points } from './kd-tree.ts'
import { findNearestPoints } from './nearest.ts'

function randomPoints(random: () => number, count: number): Points {
  const latitude = new Int32Array(count)
  const longitude = new Int32Array(count)
  for (let point = 0; point < count; point++) {
    const where = point % 4
    // Points are worldwide, around the antimeridian, around the poles, or many at one position.
    const lat = where === 2 ? (random() < 0.5 ? -1 : 1) * (89.99 - random()) : where === 3 ? -34.9 : random() * 180 - 90
    const lon =
      where === 1 ? (random() < 0.5 ? 180 - random() : -180 + random()) : where === 3 ? -56 : random() * 360 - 180
    latitude[point] = Math.round(lat * 1e6)
    longitude[point] = Math.round(lon * 1e6)
  }
  return { latitude, longitude }
}

function bruteForce(points: Points, lat: number, lon: number, accepts: (point: number) => boolean): [number, number][] {
  return Array.from({ length: points.latitude.length }, (_, point) => point)
    .filter(accepts)
    .map((point): [number, number] => [
      point,
      haversineBetween(lat, lon, points.latitude[point] * 1e-6, points.longitude[point] * 1e-6),
    ])
    .sort(([a, near], [b, far]) => near - far || a - b)
}

const centers = [
  [90, 0],
  [-90, 77],
  [89.9, 179.99],
  [0, 180],
  [12, -180],
  [-34.9, -56],
  [0, 0],
] as const

test.each([1, 2, 3])('matches a full scan, even at the poles and the antimeridian, seed %i', (seed) => {
  const random = seededRandom(seed)
  const points = randomPoints(random, 3000)
  const order = buildKdTree(points, 3000)
  const accepts = (point: number) => point % 3 !== 0
  const all = [...centers, ...Array.from({ length: 100 }, () => [random() * 180 - 90, random() * 360 - 180] as const)]
  for (const [lat, lon] of all) {
    const expected = bruteForce(points, lat, lon, accepts)
    const nearest = findNearestPoints(points, order, lat, lon, { limit: 25, accepts })
    expect(
      nearest.map(({ point }) => point),
      `seed ${seed}, ${lat},${lon}`,
    ).toEqual(expected.slice(0, 25).map(([point]) => point))
    const radiusMeters = 400_000
    const within = findNearestPoints(points, order, lat, lon, { limit: 1e6, radiusMeters })
    const near = Array.from({ length: 3000 }, (_, point) => point).filter(
      (point) =>
        distanceMeters(lat, lon, points.latitude[point] * 1e-6, points.longitude[point] * 1e-6) <= radiusMeters,
    )
    expect(within.map(({ point }) => point).sort((a, b) => a - b)).toEqual(near)
  }
})

test('finds nothing when there is nothing', () => {
  const none = { latitude: new Int32Array(0), longitude: new Int32Array(0) }
  expect(findNearestPoints(none, buildKdTree(none, 0), 0, 0, { limit: 3 })).toEqual([])
})
