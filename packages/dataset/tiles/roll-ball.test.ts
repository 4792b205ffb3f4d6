import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { PointGrid, rollBall } from './roll-ball.ts'

type Point = readonly [x: number, y: number]

function roll(points: readonly Point[], radius: number, start = findNorthernmost(points)) {
  const [x, y] = [Float64Array.from(points, ([px]) => px), Float64Array.from(points, ([, py]) => py)]
  return rollBall({ x, y }, new PointGrid(x, y, points.keys(), 2 * radius), radius, start)
}

const findNorthernmost = (points: readonly Point[]) =>
  points.reduce((best, [, y], index) => (y < points[best][1] ? index : best), 0)

describe('the outline', () => {
  test('of a square passes through its corners, and around a notch that is wide enough for the ball', () => {
    const square: Point[] = []
    for (let i = 0; i <= 20; i++) square.push([i, 0], [i, 20], [0, i], [20, i])
    const corners = (points: readonly Point[], radius: number) =>
      new Set(roll(points, radius).map(({ from }) => points[from].join(' ')))
    expect([...corners(square, 3)].length).toBe(80)
    // The notch of the top side is 8 wide and 6 deep.
    const notched = square.filter(([x, y]) => !(y === 0 && x > 6 && x < 14))
    for (let i = 0; i <= 6; i++) notched.push([6, i], [14, i])
    for (let i = 6; i <= 14; i++) notched.push([i, 6])
    expect(corners(notched, 3).has('10 6')).toBe(true)
    expect(corners(notched, 5).has('10 6')).toBe(false)
  })

  test('is closed, its ball contains no point, and all points are inside, for random points', () => {
    const next = seededRandom(34)
    for (let round = 0; round < 60; round++) {
      const points = Array.from({ length: 200 }, (): Point => [next(), next()])
      const radius = 0.15 + next() * 0.3
      const outline = roll(points, radius)
      const title = `seed 34, round ${round}`
      for (const [index, { from, to, centerX, centerY }] of outline.entries()) {
        expect(outline[(index + 1) % outline.length].from, title).toBe(to)
        const distances = points.map(([x, y]) => Math.hypot(x - centerX, y - centerY))
        expect(Math.min(...distances), title).toBeGreaterThan(radius - 1e-9)
        for (const end of [from, to]) expect(distances[end], title).toBeCloseTo(radius, 9)
      }
      const ring = outline.map(({ from }) => points[from])
      const onRing = new Set(outline.map(({ from }) => from))
      for (const [index, point] of points.entries())
        if (!onRing.has(index)) expect(isInside(ring, point), title).toBe(true)
    }
  })

  test('of one point is empty, and of two points goes there and back', () => {
    expect(roll([[1, 1]], 1)).toEqual([])
    const both = roll(
      [
        [0, 0],
        [1, 0],
        [0, 0],
      ],
      1,
    )
    expect(both.map(({ from, to }) => [from % 2, to % 2])).toEqual([
      [0, 1],
      [1, 0],
    ])
    expect(
      roll(
        [
          [0, 0],
          [3, 0],
        ],
        1,
      ),
    ).toEqual([])
  })
})

function isInside(ring: readonly Point[], [x, y]: Point): boolean {
  let inside = false
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length]
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside
  }
  return inside
}
