import { expect, test } from 'vitest'
import { buildNetworkWithoutManeuvers } from '../testing/draw-network.ts'
import { drawMap } from '../testing/map-source.ts'
import { EdgeShape } from './edge-shape.ts'
import { computePerceivedBearing, lookaheadMeters } from './perceived-bearing.ts'

const street = { lanesAcross: 0, obliqueness: 1, isMinor: false, isCircular: false }

/** Returns the bearing of an OSM way from its first point. Two columns or one row of the drawing span `cellMeters`. */
function perceivedBearingOf(drawing: string, points: string, cellMeters: number): number {
  const { edges } = buildNetworkWithoutManeuvers(drawMap(drawing, { [points]: {} }, { cellMeters }))
  return Math.round(computePerceivedBearing(new EdgeShape(edges).read(0, lookaheadMeters(street)), street))
}

test('returns the direction of a straight road', () => {
  expect(perceivedBearingOf('a-----b', 'ab', 10)).toBe(90)
})

test('ignores a few meters from the center of the other road', () => {
  const drawing = `
    a
    |
    b--------------------c`
  expect(perceivedBearingOf(drawing, 'abc', 5)).toBeGreaterThan(85)
})

test('ignores a corner farther on', () => {
  const drawing = `
    a---------b
              |
              c`
  expect(perceivedBearingOf(drawing, 'abc', 10)).toBe(90)
})

test('returns the overall direction of a winding road', () => {
  const drawing = `
      b   d   f
    a   c   e   g`
  expect(Math.abs(perceivedBearingOf(drawing, 'abcdefg', 1) - 90)).toBeLessThan(10)
})
