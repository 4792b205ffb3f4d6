import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { findPointsAlong, measureAlong } from './points-along.ts'

test('finds points at their distance on a random line (seed 3)', () => {
  const random = seededRandom(3)
  const line = Array.from({ length: 40 }, () => [random() * 0.01, random() * 0.01] as const)
  const total = measureAlong(line).at(-1) ?? 0
  const distances = Array.from({ length: 60 }, () => random() * total).sort((a, b) => a - b)
  const points = findPointsAlong(line, distances)
  for (const [index, point] of points.entries()) {
    const wanted = distances[index] ?? 0
    // The part of the line up to the point has the requested length.
    const before = measureAlong(line).filter((meters) => meters <= wanted).length
    expect(Math.abs((measureAlong([...line.slice(0, before), point]).at(-1) ?? 0) - wanted)).toBeLessThan(0.2)
  }
})

test('includes the ends of a line, and the only point of a line of zero length', () => {
  const line = [
    [0, 0],
    [0, 1],
    [0, 2],
  ] as const
  expect(findPointsAlong(line, [0, measureAlong(line)[1] ?? 0, measureAlong(line)[2] ?? 0])).toEqual(line)
  expect(findPointsAlong([[5, 6]], [0, 0])).toEqual([
    [5, 6],
    [5, 6],
  ])
})
