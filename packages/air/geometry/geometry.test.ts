import { type Position, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { makeCircle, makePolygon, offsetPosition, rectangleCorners } from '../testing/draw-zones.ts'
import { capsIntersect, capToBoxes, lineToCap, makeCap } from './cap.ts'
import { containsStrictly, convexHull, entersInterior, findInsideFractions, isConvexRing } from './convex.ts'
import { interpolate, metersBetween, toPosition, toSurface, toVector } from './ellipsoid.ts'
import { Frame } from './frame.ts'
import { isInside } from './inside.ts'
import { areWithinDistance } from './segments.ts'

describe('earth geometry', () => {
  test('computes distances on the ellipsoid', () => {
    const meters = (a: Position, b: Position) => metersBetween(toVector(a), toVector(b))
    // These are the lengths of a degree along the equator, and of a degree along a meridian at the equator and at the
    // pole.
    expect(meters([0, 10], [0, 11])).toBeCloseTo(111_319.49, 0)
    expect(meters([-0.5, 10], [0.5, 10])).toBeCloseTo(110_574.3, 0)
    expect(meters([89, 10], [90, 10])).toBeCloseTo(111_693.9, 0)
    expect(meters([10, 179.5], [10, -179.5])).toBeCloseTo(meters([10, 5], [10, 6]), 6)
  })

  test('converts positions to vectors and back, everywhere', () => {
    for (const position of [
      [48, 11],
      [-89.9, 170],
      [0, -180],
      [90, 0],
    ] as Position[]) {
      const back = toPosition(toSurface(toVector(position)))
      expect(metersBetween(toVector(back), toVector(position))).toBeLessThan(1e-6)
    }
  })

  test('maps great circles to straight lines in a local frame', () => {
    const [a, b] = [toVector([47.5, 10.5]), toVector([48.6, 12])]
    const frame = new Frame(toVector([48, 11]))
    const [p, q, m] = [frame.project(a), frame.project(b), frame.project(interpolate(a, b, 0.3))]
    const off = (q.x - p.x) * (m.y - p.y) - (q.y - p.y) * (m.x - p.x)
    expect(Math.abs(off) / Math.hypot(q.x - p.x, q.y - p.y)).toBeLessThan(1e-6)
    expect(metersBetween(frame.unproject(p.x, p.y), a)).toBeLessThan(1e-6)
  })
})

describe('convex shapes', () => {
  const square = convexHull([
    { x: 0, y: 0 },
    { x: 2, y: 0 },
    { x: 2, y: 2 },
    { x: 0, y: 2 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 0 },
  ])

  test('have a hull of corners only, counterclockwise', () => {
    expect([...square.xs]).toEqual([0, 2, 2, 0])
    expect([...square.ys]).toEqual([0, 0, 2, 2])
  })

  test('are not entered by a line that touches them', () => {
    expect(entersInterior(square, -1, 0, 3, 0)).toBe(false)
    expect(entersInterior(square, -1, 1, 1, 3)).toBe(false)
    expect(entersInterior(square, 0, 0, -1, -1)).toBe(false)
    expect(entersInterior(square, 2, 0, 2, 2)).toBe(false)
    expect(entersInterior(square, -1, Number.MIN_VALUE, 3, Number.MIN_VALUE)).toBe(true)
    expect(entersInterior(square, 0, 0, 2, 2)).toBe(true)
    expect(entersInterior(square, 0.5, 0.5, 0.6, 0.6)).toBe(true)
    expect(entersInterior(square, -2, 1, -1, 1)).toBe(false)
    expect(containsStrictly(square, 1, 1)).toBe(true)
    expect(containsStrictly(square, 2, 1)).toBe(false)
  })

  test('agree on entering and the part inside, on random lines', () => {
    const random = seededRandom(5)
    for (let at = 0; at < 2000; at++) {
      const line = Array.from({ length: 4 }, () => Math.floor(random() * 9) / 2 - 1) as [number, number, number, number]
      if (line[0] === line[2] && line[1] === line[3]) continue
      expect(entersInterior(square, ...line), `${line}`).toBe(findInsideFractions(square, ...line) !== undefined)
    }
    expect(findInsideFractions(square, -1, 1, 3, 1)).toEqual([0.25, 0.75])
  })

  test('are detected among rings', () => {
    const ring = (points: readonly (readonly [number, number])[]) => isConvexRing(points.map(([x, y]) => ({ x, y })))
    expect(ring(rectangleCorners(0, 0, 1, 1))).toBe(true)
    expect(ring([...rectangleCorners(0, 0, 1, 1)].reverse())).toBe(true)
    expect(
      ring([
        [0, 0],
        [2, 0],
        [1, 0.5],
        [1, 2],
      ]),
    ).toBe(false)
    // A five-pointed star turns in only one direction but makes two full turns.
    expect(ring([0, 2, 4, 1, 3].map((k) => [Math.cos(k * 1.2566), Math.sin(k * 1.2566)] as const))).toBe(false)
  })

  test('detect lines within a distance of each other', () => {
    const line = { ax: 0, ay: 0, bx: 10, by: 0 }
    expect(areWithinDistance({ ax: 3, ay: 2, bx: 3, by: 2 }, line, 2)).toBe(true)
    expect(areWithinDistance({ ax: 3, ay: 2, bx: 3, by: 2 }, line, 1.9)).toBe(false)
    expect(areWithinDistance({ ax: 3, ay: -5, bx: 4, by: 5 }, line, 0.1)).toBe(true)
    expect(areWithinDistance({ ax: 12, ay: 0, bx: 14, by: 5 }, line, 1.9)).toBe(false)
    expect(areWithinDistance({ ax: 12, ay: 0, bx: 14, by: 5 }, line, 2)).toBe(true)
  })
})

describe('point in ring', () => {
  test.each([[[48, 11]], [[10, 180]], [[90, 0]], [[-90, 12]]] as [Position][])(
    'is tested for rings around %s',
    (middle) => {
      const ring = makePolygon(middle, rectangleCorners(-1000, -1000, 1000, 1000), [
        rectangleCorners(-500, -500, 500, 500),
      ])
      const inside = (east: number, north: number) => isInside(ring, toVector(offsetPosition(middle, east, north)))
      expect(inside(700, 700)).toBe(true)
      expect(inside(-700, 0)).toBe(true)
      expect(inside(0.5, 0.5)).toBe(false)
      expect(inside(1010, 0)).toBe(false)
      expect(isInside(makeCircle(middle, 1000), toVector(offsetPosition(middle, 0, 999)))).toBe(true)
      expect(isInside(makeCircle(middle, 1000), toVector(offsetPosition(middle, 0, 1001)))).toBe(false)
    },
  )
})

describe('spherical caps', () => {
  test('are contained in their boxes, over the antimeridian and the poles', () => {
    const random = seededRandom(8)
    for (let at = 0; at < 500; at++) {
      const center: Position = [random() * 180 - 90, random() * 360 - 180]
      const meters = random() * 500_000
      const boxes = capToBoxes(makeCap(toVector(center), meters))
      const [latitude, longitude] = offsetPosition(center, (random() - 0.5) * meters, (random() - 0.5) * meters)
      const isCovered = boxes.some(
        ([west, south, east, north]) =>
          longitude >= west && longitude <= east && latitude >= south && latitude <= north,
      )
      expect(isCovered, `${center} ${meters}`).toBe(true)
    }
  })

  test('intersect when they touch', () => {
    const cap = lineToCap([
      [0, 0],
      [0, 1],
    ])
    expect(capsIntersect(cap, makeCap(toVector([0, 2]), 115_000))).toBe(true)
    expect(capsIntersect(cap, makeCap(toVector([0, 2]), 105_000))).toBe(false)
  })
})
