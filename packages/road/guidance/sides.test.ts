import { expect, test } from 'vitest'
import { driveRoute } from './testing/drive.ts'
import { drawMap } from './testing/map-source.ts'

test.each([
  ['left', { cd: { name: 'West' } }, 'a', 'd'],
  ['right', { cf: { name: 'East' } }, 'e', 'f'],
] as const)(
  'keeps the side of two joined turns to the %s that add up to more than 180 degrees',
  (side, way, from, to) => {
    const map = drawMap(
      `
                c
    d                       f
                |
    a-----------b-----------e`,
      { abe: { name: 'South' }, bc: { name: '' }, ...way },
      { cellMeters: 4 },
    )
    expect(driveRoute(map, from, to).maneuvers).toBe(`depart, turn sharp ${side}, arrive`)
  },
)

test('announces the second turn of a dog-leg with its own side', () => {
  const map = drawMap(
    `
    a-------b
              .
                c-------d
                  .
                    e`,
    { ab: { name: 'West' }, bce: { name: 'Diagonal' }, cd: { name: 'East' } },
    { cellMeters: 7 },
  )
  expect(driveRoute(map, 'a', 'd').maneuvers).toBe('depart, turn left, arrive')
})

test('announces a turn across a median where it happens if the road bends to the other side first', () => {
  const map = drawMap(
    `
            e     f
            |     |
            |     |
    a-------b     |
            |   . |
            |     c-------d
            |     |
            g     h`,
    {
      ab: { name: 'West' },
      bc: { name: 'West' },
      cd: { name: 'East' },
      ebg: { name: 'Avenue', oneway: 'yes' },
      hcf: { name: 'Avenue', oneway: 'yes' },
    },
    { cellMeters: 5 },
  )
  const { maneuvers, steps } = driveRoute(map, 'a', 'f')
  expect(maneuvers).toBe('depart, turn sharp left, arrive')
  expect(steps[1].firstArc).toBe(2)
})

test('ignores the first meters of a road if they lead to the wrong side', () => {
  const map = drawMap(
    `
                        h
    a-------------------b-------------------c
                        |
                        |
                        |
                        |
                        |
                        |
                        |
                        |
                        |
                        |
                        |
                        |
                        |
                        |
                        d`,
    { abc: { name: 'Main' }, bhd: { name: 'South' } },
    { cellMeters: 2 },
  )
  expect(driveRoute(map, 'a', 'd').maneuvers).toBe('depart, turn right, arrive')
})
