import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { crossesItself, findHullCorners } from './dents.ts'
import type { Point } from './frame.ts'
import { squaredDistanceTo } from './segments.ts'
import { simplifyRing } from './thinned.ts'

const ring = (...corners: [number, number][]): Point[] => corners.map(([x, y]) => ({ x, y }))

describe('dents', () => {
  test('keep the order of the ring in its hull', () => {
    expect(findHullCorners(ring([0, 0], [4, 0], [2, 1], [4, 4], [0, 4]))).toEqual([0, 1, 3, 4])
    expect(findHullCorners(ring([0, 4], [4, 4], [2, 1], [4, 0], [0, 0]))).toEqual([0, 1, 3, 4])
  })

  test('detect rings that cross or touch themselves', () => {
    expect(crossesItself(ring([0, 0], [4, 4], [4, 0], [0, 4]))).toBe(true)
    expect(crossesItself(ring([0, 0], [4, 0], [4, 4], [2, 0], [0, 4]))).toBe(true)
    expect(crossesItself(ring([0, 0], [4, 0], [4, 4], [2, 1], [0, 4]))).toBe(false)
    expect(crossesItself(ring([0, 0], [4, 0], [0, 4]))).toBe(false)
  })
})

describe('simplified rings', () => {
  const random = seededRandom(9)
  const wavy = Array.from({ length: 3000 }, (_, at): Point => {
    const reach = 4000 + 200 * Math.sin(at / 40) + random() * 0.6
    return { x: reach * Math.cos((at * Math.PI) / 1500), y: reach * Math.sin((at * Math.PI) / 1500) }
  })

  test('have fewer corners, and stay within the tolerance of those removed', () => {
    const simplified = simplifyRing(wavy, 0.5)
    expect(simplified.length).toBeLessThan(wavy.length / 2)
    simplified.forEach((from, at) => {
      const to = simplified[at + 1] ?? wavy.length
      const [a, b] = [wavy[from], wavy[to % wavy.length]]
      for (let between = from + 1; between < to; between++) {
        expect(squaredDistanceTo(wavy[between].x, wavy[between].y, a.x, a.y, b.x, b.y)).toBeLessThanOrEqual(0.25)
      }
    })
  })

  test('keep every corner beyond the tolerance, and never collapse to a line', () => {
    expect(simplifyRing(ring([0, 0], [2, 0.4], [4, 0], [4, 4], [0, 4]), 0.5)).toEqual([0, 2, 3, 4])
    expect(simplifyRing(ring([0, 0], [2, 0.6], [4, 0], [4, 4], [0, 4]), 0.5)).toEqual([0, 1, 2, 3, 4])
    expect(simplifyRing(ring([0, 0], [2, 0.1], [4, 0], [2, -0.1]), 0.5)).toHaveLength(4)
  })
})
