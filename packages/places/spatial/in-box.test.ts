import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { listPointsInBox } from './in-box.ts'
import { buildKdTree } from './kd-tree.ts'

test.each([0, 1, 16, 17, 300, 5000])('finds the same points as a full scan of %i points', (count) => {
  const random = seededRandom(count + 1)
  const draw = () => Math.floor(random() * 200)
  const points = {
    latitude: Int32Array.from({ length: count }, draw),
    longitude: Int32Array.from({ length: count }, draw),
  }
  const order = buildKdTree(points, count)
  for (let round = 0; round < 40; round++) {
    const [a, b, c, d] = [draw(), draw(), draw(), draw()]
    const box = { west: Math.min(a, b), east: Math.max(a, b), south: Math.min(c, d), north: Math.max(c, d) }
    const expected = [...points.latitude.keys()].filter(
      (point) =>
        points.latitude[point] >= box.south &&
        points.latitude[point] <= box.north &&
        points.longitude[point] >= box.west &&
        points.longitude[point] <= box.east,
    )
    expect(listPointsInBox(points, order, box).sort((x, y) => x - y)).toEqual(expected)
  }
})
