import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BoxClipper } from './clip.ts'
import { computePointWeights } from './importance.ts'
import { Paths } from './paths.ts'

const unit = { west: 0, north: 0, east: 1, south: 1 }

function pathsOf(points: readonly (readonly [number, number])[]): Paths {
  const paths = new Paths()
  for (const [x, y] of points) paths.add(x, y, 0)
  paths.endPath(0, 2)
  return paths
}

describe('clipping', () => {
  const coordinate = fc.double({ min: -2, max: 3, noNaN: true })
  const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 30 })

  test('keeps exactly the parts of lines inside the box', () => {
    fc.assert(
      fc.property(points, (line) => {
        const cut = new BoxClipper().clip(pathsOf(line), 'lines', unit)
        for (let i = 0; i < cut.length; i++) {
          expect(Math.max(Math.abs(cut.x[i] - 0.5), Math.abs(cut.y[i] - 0.5))).toBeLessThanOrEqual(0.5 + 1e-9)
        }
        expect(lengthOf(cut)).toBeCloseTo(sampledLength(line), 1)
      }),
      { seed: 10, numRuns: 100 },
    )
  })

  test('keeps the area of rings inside the box', () => {
    const triangle = fc.tuple(
      fc.tuple(coordinate, coordinate),
      fc.tuple(coordinate, coordinate),
      fc.tuple(coordinate, coordinate),
    )
    fc.assert(
      fc.property(triangle, ([a, b, c]) => {
        const cut = new BoxClipper().clip(pathsOf([a, b, c, a]), 'rings', unit)
        let area = 0
        for (let i = 0; i < cut.length - 1; i++) area += (cut.x[i] * cut.y[i + 1] - cut.x[i + 1] * cut.y[i]) / 2
        if (cut.count === 0) area = 0
        expect(Math.abs(area)).toBeCloseTo(sampledArea([a, b, c]), 1)
        expect(cut.count).toBeLessThanOrEqual(1)
      }),
      { seed: 11, numRuns: 60 },
    )
  })
})

test('keeps the points that Douglas-Peucker keeps at a tolerance', () => {
  const coordinate = fc.integer({ min: 0, max: 100 })
  const line = fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 40 })
  fc.assert(
    fc.property(line, fc.integer({ min: 1, max: 60 }), (points, tolerance) => {
      const { x, y, weight, length } = pathsOf(points)
      computePointWeights(x, y, weight, 0, length - 1)
      const keptPoints = points.filter((_, i) => weight[i] > tolerance * tolerance)
      // The method guarantees that no dropped point is farther from the drawn line than the tolerance.
      const keptIndexes = points.map((_, i) => i).filter((i) => weight[i] > tolerance * tolerance)
      expect(keptPoints.length).toBeGreaterThanOrEqual(2)
      for (let k = 0; k + 1 < keptIndexes.length; k++) {
        for (let i = keptIndexes[k] + 1; i < keptIndexes[k + 1]; i++) {
          expect(distanceTo(points[i], points[keptIndexes[k]], points[keptIndexes[k + 1]])).toBeLessThanOrEqual(
            tolerance + 1e-6,
          )
        }
      }
    }),
    { seed: 12, numRuns: 200 },
  )
})

function lengthOf({ x, y, endOffsets, count }: Paths): number {
  let sum = 0
  for (let path = 0, at = 0; path < count; path++, at++) {
    for (; at < endOffsets[path] - 1; at++) sum += Math.hypot(x[at + 1] - x[at], y[at + 1] - y[at])
  }
  return sum
}
type Point = readonly [number, number]
function sampledLength(line: readonly Point[]): number {
  const steps = 2000
  let sum = 0
  for (let i = 0; i + 1 < line.length; i++) {
    const [[ax, ay], [bx, by]] = [line[i], line[i + 1]]
    let inside = 0
    for (let k = 0; k < steps; k++) {
      const [x, y] = [ax + ((bx - ax) * (k + 0.5)) / steps, ay + ((by - ay) * (k + 0.5)) / steps]
      if (x >= 0 && x <= 1 && y >= 0 && y <= 1) inside++
    }
    sum += (Math.hypot(bx - ax, by - ay) * inside) / steps
  }
  return sum
}
function sampledArea([a, b, c]: readonly Point[]): number {
  const side = (p: Point, q: Point, x: number, y: number) =>
    Math.sign((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]))
  const steps = 100
  let inside = 0
  for (let k = 0; k < steps * steps; k++) {
    const [x, y] = [((k % steps) + 0.5) / steps, (Math.floor(k / steps) + 0.5) / steps]
    const sides = [side(a, b, x, y), side(b, c, x, y), side(c, a, x, y)]
    if (sides.every((one) => one > 0) || sides.every((one) => one < 0)) inside++
  }
  return inside / steps / steps
}
function distanceTo([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const square = dx * dx + dy * dy
  const share = square > 0 ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square)) : 0
  return Math.hypot(x - ax - share * dx, y - ay - share * dy)
}
