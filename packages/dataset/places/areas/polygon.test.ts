import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { Polygon, type Ring } from './polygon.ts'

/**
 * Returns whether a ring contains a point. This reference implementation adds up the angles between vertices instead of
 * counting crossings.
 */
function windsAround(ring: Ring, latitude: number, longitude: number): boolean {
  let sum = 0
  for (const [at, [lat, lon]] of ring.entries()) {
    const [nextLat, nextLon] = ring[(at + 1) % ring.length]
    const from = Math.atan2(lat - latitude, lon - longitude)
    const to = Math.atan2(nextLat - latitude, nextLon - longitude)
    let turn = to - from
    if (turn > Math.PI) turn -= 2 * Math.PI
    if (turn < -Math.PI) turn += 2 * Math.PI
    sum += turn
  }
  return Math.abs(sum) > Math.PI
}

/** Returns a star-shaped ring around the origin. The edges of the ring do not cross. */
function star(random: () => number, corners: number, size: number): Ring {
  return Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * (at + 0.9 * random())) / corners
    const radius = size * (0.3 + 0.7 * random())
    return [radius * Math.sin(angle), radius * Math.cos(angle)] as const
  })
}

test.each([1, 2, 3])('treats the symmetric difference of two rings as inside, seed %i', (seed) => {
  const random = seededRandom(seed)
  for (const corners of [3, 7, 60, 900]) {
    const outer = star(random, corners, 1)
    const hole = star(random, 5, 0.2)
    const polygon = new Polygon([outer, hole])
    for (let round = 0; round < 300; round++) {
      const [latitude, longitude] = [2.2 * random() - 1.1, 2.2 * random() - 1.1]
      const expected = windsAround(outer, latitude, longitude) !== windsAround(hole, latitude, longitude)
      expect(polygon.contains(latitude, longitude), `${corners} corners, ${latitude},${longitude}`).toBe(expected)
    }
  }
})

test('works across the antimeridian on both sides, with the center in between', () => {
  const polygon = new Polygon([
    [
      [-17, 179],
      [-17, -179],
      [-16, -179],
      [-16, 179],
    ],
  ])
  expect([179.5, -179.5, 180, -180].map((longitude) => polygon.contains(-16.5, longitude))).toEqual(Array(4).fill(true))
  expect([178, -178, 0].map((longitude) => polygon.contains(-16.5, longitude))).toEqual(Array(3).fill(false))
  expect(Math.abs(polygon.center[1])).toBeCloseTo(180, 6)
})

test('has its center by area, and a line has one too', () => {
  const corner: Ring = [
    [0, 0],
    [0, 4],
    [1, 4],
    [1, 1],
    [4, 1],
    [4, 0],
  ]
  const { center } = new Polygon([corner])
  expect(center[0]).toBeCloseTo(center[1], 9)
  expect(center[0]).toBeCloseTo((2 * 1 * 0.5 * 2 + 3 * 2.5) / 7, 6)
  const flat = new Polygon([
    [
      [1, 1],
      [1, 3],
    ],
  ])
  expect(flat.center).toEqual([1, 2])
})
