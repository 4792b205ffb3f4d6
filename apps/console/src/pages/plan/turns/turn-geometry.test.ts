import { bearingDegrees, flatDistanceMeters } from '@fairway/geo'
import { expect, test } from 'vitest'
import type { Point } from '../../../points.ts'
import { toTurnGeometry } from './turn-geometry.ts'

/** North for 111 m, then east for 80 m. */
const corner: Point = [43.731, 7.42]
const points: readonly Point[] = [[43.73, 7.42], corner, [43.731, 7.421]]
const lengthOf = (line: readonly Point[]) =>
  line.slice(1).reduce((sum, point, index) => {
    const previous = line[index] ?? point
    return sum + flatDistanceMeters(previous[0], previous[1], point[0], point[1])
  }, 0)

test('a right turn is seen from the approach, and the arrow leads around the corner', () => {
  const { at, bearing, line, head } = toTurnGeometry({ points }, { at: corner, range: [1, 2] })
  expect(at).toEqual(corner)
  expect(bearing).toBeCloseTo(0, 1)
  expect(line).toContainEqual(corner)
  expect(lengthOf(line)).toBeCloseTo(70, 0)
  const [tip] = head
  const end = line.at(-1) ?? corner
  expect(tip === undefined ? undefined : bearingDegrees(end[0], end[1], tip[0], tip[1])).toBeCloseTo(90, 0)
  expect(head).toHaveLength(3)
})

test('the first step looks ahead, and the last step looks at the destination', () => {
  expect(toTurnGeometry({ points }, { at: points[0] ?? corner, range: [0, 1] }).bearing).toBeCloseTo(0, 1)
  const last = toTurnGeometry({ points }, { at: [43.731, 7.421], range: [2, 2] })
  expect(last.bearing).toBeCloseTo(90, 0)
  expect(lengthOf(last.line)).toBeCloseTo(35, 0)
})

test('a step without a range is found on the line, and a route without length has no arrow', () => {
  expect(toTurnGeometry({ points }, { at: [43.7305, 7.42001] }).at).toEqual(points[0])
  const empty = toTurnGeometry({ points: [corner] }, { at: corner, range: [0, 0] })
  expect([empty.line, empty.head, empty.bearing]).toEqual([[corner], [], 0])
})
