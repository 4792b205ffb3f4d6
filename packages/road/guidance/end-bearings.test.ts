import { expect, test } from 'vitest'
import { driveRoute } from './testing/drive.ts'
import { drawMap } from './testing/map-source.ts'

/** One way that goes 100 m east and then 100 m north, with stops 1 to 4 within it. */
const corner = drawMap(
  `
          c
          |
          4
          |
          3
          |
    a-1-2-b
  `,
  { abc: {} },
  { cellMeters: 20 },
)

test.each([
  ['3', '4', 0],
  ['1', '4', 90],
  ['4', '3', 180],
  ['4', '1', 180],
  ['2', '1', 270],
])('departs from %s to %s with the bearing of the road at the start of the route', (from, to, bearing) => {
  expect(driveRoute(corner, from, to).steps[0].bearingAfter).toBe(bearing)
})

test.each([
  ['1', '2', 90],
  ['1', '4', 0],
  ['4', '3', 180],
  ['c', '2', 270],
])('arrives from %s at %s with the bearing of the road at the destination', (from, to, bearing) => {
  expect(driveRoute(corner, from, to).steps.at(-1)?.bearingBefore).toBe(bearing)
})

test('measures the bearing over ten meters, so that a kink at the stop does not count', () => {
  const kinked = drawMap(
    `
        2-----------b
        |
    a---1
    `,
    { a12b: {} },
    { cellMeters: 2 },
  )
  // The route starts with 4 m to the north and goes 6 m to the east within ten meters.
  expect(driveRoute(kinked, '1', 'b').steps[0].bearingAfter).toBe(57)
})

test('follows the route onto the next road if it begins right before a junction', () => {
  const junction = drawMap(
    `
    a-1-b
        |
        |
        c-----d
    `,
    { ab: { name: 'First' }, bc: { name: 'First' }, cd: { name: 'Second' } },
    { cellMeters: 2 },
  )
  // The route goes 4 m to the east and 6 m to the south before the first maneuver.
  expect(driveRoute(junction, '1', 'd').steps[0].bearingAfter).toBe(146)
})
