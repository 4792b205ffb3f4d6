import { expect, test } from 'vitest'
import { unwrapLongitude, wrapLongitude } from '../longitude.ts'
import { distanceNm, GreatCircle, lengthNm } from './great-circle.ts'

test('computes distances: a degree of a great circle, half the globe, across the antimeridian', () => {
  expect(distanceNm(0, 0, 1, 0)).toBeCloseTo(60.04, 2)
  expect(distanceNm(0, 0, 0, 180)).toBeCloseTo(Math.PI * 3440.065, 2)
  expect(distanceNm(0, 179.5, 0, -179.5)).toBeCloseTo(60.04, 2)
  expect(
    lengthNm([
      [0, 0],
      [1, 0],
      [1, 0],
    ]),
  ).toBeCloseTo(60.04, 2)
})

test('interpolates along a great circle: ends, middle, and the length of both halves', () => {
  const line = new GreatCircle().set(50, -5, 40, -70)
  line.moveTo(0)
  expect([line.latitude, line.longitude]).toEqual([expect.closeTo(50, 9), expect.closeTo(-5, 9)])
  line.moveTo(line.lengthNm)
  expect([line.latitude, line.longitude]).toEqual([expect.closeTo(40, 9), expect.closeTo(-70, 9)])
  line.moveTo(line.lengthNm / 2)
  expect(distanceNm(50, -5, line.latitude, line.longitude)).toBeCloseTo(line.lengthNm / 2, 6)
  // In the northern hemisphere, a great circle passes north of the mean latitude of its ends.
  expect(line.latitude).toBeGreaterThan(49)
})

test('normalizes longitude differences', () => {
  expect(wrapLongitude(190)).toBe(-170)
  expect(wrapLongitude(-190)).toBe(170)
  expect(wrapLongitude(180)).toBe(-180)
  expect(unwrapLongitude(-179, 179)).toBe(181)
  expect(unwrapLongitude(179, -179)).toBe(-181)
})
