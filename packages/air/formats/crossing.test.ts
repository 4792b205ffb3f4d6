import type { Position } from '@fairway/geo'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findCrossing } from './crossing.ts'

/** Checks every pair of edges by solving for their intersection, in integers without rounding. */
function crosses(ring: readonly Position[]): boolean {
  const edge = (index: number) => [ring[index], ring[(index + 1) % ring.length]] as const
  return ring.some((_, one) =>
    ring.some((_, other) => {
      const [[ay, ax], [by, bx]] = edge(one)
      const [[cy, cx], [dy, dx]] = edge(other)
      const across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
      const s = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) * Math.sign(across)
      const t = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) * Math.sign(across)
      return across !== 0 && s > 0 && s < Math.abs(across) && t > 0 && t < Math.abs(across)
    }),
  )
}

const integer = fc.integer({ min: -20, max: 20 })
const corner = fc.tuple(integer, integer)

test('finds a crossing exactly when a check of all pairs of edges finds one', () => {
  fc.assert(
    fc.property(fc.array(corner, { minLength: 3, maxLength: 9 }), (ring) => {
      expect(findCrossing([ring]) !== undefined).toBe(crosses(ring))
    }),
    { seed: 41, numRuns: 2000 },
  )
})

test('finds crossings in large outlines, which use an index', () => {
  const star = fc.array(fc.integer({ min: 50, max: 90 }), { minLength: 60, maxLength: 120 })
  fc.assert(
    fc.property(star, fc.array(fc.tuple(fc.nat(119), fc.nat(119)), { maxLength: 1 }), (radii, swaps) => {
      const ring = radii.map((radius, index): Position => {
        const angle = (index / radii.length) * 2 * Math.PI
        return [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))]
      })
      for (const [a, b] of swaps) {
        const [one, other] = [a % ring.length, b % ring.length]
        ;[ring[one], ring[other]] = [ring[other], ring[one]]
      }
      expect(findCrossing([ring]) !== undefined).toBe(crosses(ring))
    }),
    { seed: 42, numRuns: 200 },
  )
})

test('finds the same crossings across the antimeridian', () => {
  const moved = (ring: readonly Position[]) =>
    ring.map(([y, x]): Position => [y, x + 175 > 180 ? x + 175 - 360 : x + 175])
  fc.assert(
    fc.property(fc.array(corner, { minLength: 3, maxLength: 9 }), (ring) => {
      expect(findCrossing([moved(ring)]) !== undefined).toBe(crosses(ring))
    }),
    { seed: 43, numRuns: 1000 },
  )
})

test('reports the position and the edges of the crossing', () => {
  const [a, b, c, d]: Position[] = [
    [0, 179],
    [2, -179],
    [2, 179],
    [0, -179],
  ]
  const crossing = findCrossing([[a, b, c, d]])
  expect(crossing).toEqual({ first: [a, b], second: [c, d], at: [1, 180] })
})
