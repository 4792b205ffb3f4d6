import { expect, test } from 'vitest'
import { rulerAt } from './ruler.ts'
import { bearingAlong } from './shape.ts'

/** Converts positions in meters east and north of a corner to microdegrees. */
function shapeOf(points: readonly (readonly [east: number, north: number])[], south = 41, west = -8) {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(south)
  return {
    latitude: Int32Array.from(points, ([, north]) => Math.round((south + north / perLatitudeDegree) * 1e6)),
    longitude: Int32Array.from(points, ([east]) => {
      const degrees = west + east / perLongitudeDegree
      return Math.round((degrees > 180 ? degrees - 360 : degrees) * 1e6)
    }),
  }
}

function bearing(
  { latitude, longitude }: ReturnType<typeof shapeOf>,
  from: number,
  to: number,
  meters: number,
): number {
  return bearingAlong(latitude, longitude, from, to, from <= to ? 1 : -1, meters)
}

test.each([0, 45, 90, 135, 180, 225, 270, 315])(
  'returns the bearing of a straight road toward %i°, and from its other end',
  (degrees) => {
    const [east, north] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
    const shape = shapeOf([0, 30, 60, 90].map((meters) => [meters * east, meters * north] as const))
    const off = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180)
    expect(off(bearing(shape, 0, 3, 10), degrees)).toBeLessThan(0.5)
    expect(off(bearing(shape, 0, 3, 50), degrees)).toBeLessThan(0.5)
    expect(off(bearing(shape, 3, 0, 50), degrees + 180)).toBeLessThan(0.5)
  },
)

test('ignores a kink at the beginning', () => {
  const shape = shapeOf([
    [0, 0],
    [1, 0],
    [1, 100],
  ])
  expect(bearing(shape, 0, 2, 1)).toBeCloseTo(90, 0)
  expect(bearing(shape, 0, 2, 20)).toBeLessThan(4)
  expect(bearing(shape, 0, 2, 20)).toBeGreaterThan(2)
})

test('uses the point at the given distance along the road, also on a bend', () => {
  const shape = shapeOf([
    [0, 0],
    [0, 10],
    [10, 10],
  ])
  expect(bearing(shape, 0, 2, 10)).toBeCloseTo(0, 0)
  expect(bearing(shape, 0, 2, 20)).toBeCloseTo(45, 0)
  expect(bearing(shape, 0, 2, 1000)).toBeCloseTo(45, 0)
  expect(bearing(shape, 2, 0, 10)).toBeCloseTo(270, 0)
  expect(bearing(shape, 2, 0, 20)).toBeCloseTo(225, 0)
})

test('uses all of a shorter road; a road of zero length points north', () => {
  const shape = shapeOf([
    [0, 0],
    [3, 0],
  ])
  expect(bearing(shape, 0, 1, 50)).toBeCloseTo(90, 0)
  expect(bearing(shape, 0, 0, 50)).toBe(0)
  expect(
    bearing(
      shapeOf([
        [0, 0],
        [0, 0],
      ]),
      0,
      1,
      50,
    ),
  ).toBe(0)
})

test('accepts consecutive duplicate points', () => {
  const shape = shapeOf([
    [0, 0],
    [0, 0],
    [0, 0],
    [20, 0],
  ])
  expect(bearing(shape, 0, 3, 10)).toBeCloseTo(90, 0)
})

test('takes the short direction across the antimeridian', () => {
  const shape = shapeOf(
    [
      [0, 0],
      [80, 0],
      [160, 0],
    ],
    -16,
    179.9995,
  )
  expect(shape.longitude[0]).toBeGreaterThan(0)
  expect(shape.longitude[2]).toBeLessThan(0)
  expect(bearing(shape, 0, 2, 100)).toBeCloseTo(90, 0)
  expect(bearing(shape, 2, 0, 100)).toBeCloseTo(270, 0)
})
