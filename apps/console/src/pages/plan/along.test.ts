import { expect, test } from 'vitest'
import type { Point } from '../../points.ts'
import { cumulativeKilometers, findLeg, findNearestOnLine, pointAlong } from './along.ts'

/** Returns a small seeded generator of numbers between 0 and 1, so that failures are reproducible. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

test('finds a nearest point that no sampled point of the line beats (seed 7)', () => {
  const next = numbers(7)
  for (let round = 0; round < 200; round++) {
    const line = Array.from({ length: 6 }, (): Point => [-34.9 + next() * 0.1, -56.2 + next() * 0.1])
    const from: Point = [-34.9 + next() * 0.1, -56.2 + next() * 0.1]
    const nearest = findNearestOnLine(line, from)
    const along = cumulativeKilometers(line)
    const length = along.at(-1) ?? 0
    for (let sample = 0; sample <= 40; sample++) {
      const at = pointAlong(line, along, (length * sample) / 40) as Point
      const meters = (cumulativeKilometers([from, at])[1] ?? 0) * 1_000
      expect(nearest?.meters).toBeLessThanOrEqual(meters * 1.001 + 0.5)
    }
  }
})

test('finds the nearest point across the antimeridian', () => {
  const line: Point[] = [
    [0.1, 179.9],
    [0.1, 180.1],
  ]
  const nearest = findNearestOnLine(line, [0, -179.95])
  expect(nearest?.segment).toBe(0)
  expect(nearest?.at[1]).toBeCloseTo(180.05, 6)
})

test('assigns a segment to the leg that has not ended before it, even where the line passes a point twice', () => {
  const line: Point[] = [
    [1, 1],
    [1, 2],
    [1, 3],
    [1, 2],
    [2, 2],
  ]
  const endpoints: Point[] = [
    [1, 3],
    [2, 2],
  ]
  expect([0, 1, 2, 3].map((segment) => findLeg(line, endpoints, segment))).toEqual([0, 0, 1, 1])
})

test('finds a point by its distance from the start', () => {
  const line: Point[] = [
    [-34.9, -56.2],
    [-34.9, -56.1],
    [-34.8, -56.1],
  ]
  const along = cumulativeKilometers(line)
  expect(pointAlong(line, along, 0)).toEqual(line[0])
  expect(pointAlong(line, along, along[1] ?? 0)).toEqual(line[1])
  expect(pointAlong(line, along, 1e6)).toEqual(line[2])
  expect(pointAlong(line, along, (along[1] ?? 0) / 2)?.[1]).toBeCloseTo(-56.15, 6)
})
