import { expect, test } from 'vitest'
import { driveRoute } from './testing/drive.ts'
import { drawMap } from './testing/map-source.ts'

test('announces nothing when crossing a slightly staggered junction', () => {
  const staggered = drawMap(
    `
      a
      |
    d-b---e
      c
      |
      f`,
    { ab: { name: 'Oak' }, dbe: { name: 'Elm' }, cf: { name: 'Oak' }, bc: { name: 'Elm' } },
    { cellMeters: 2 },
  )
  expect(driveRoute(staggered, 'a', 'f').maneuvers).toBe('depart, arrive')
})

const divided = `
          e       f
          |       |
    a-----b-------c-----d
          |       |
          g       h
`

test('treats crossing both carriageways of a divided road as one crossing', () => {
  const map = drawMap(
    divided,
    { abcd: { name: 'Cross' }, ebg: { name: 'Avenue', oneway: 'yes' }, hcf: { name: 'Avenue', oneway: 'yes' } },
    { cellMeters: 5 },
  )
  expect(driveRoute(map, 'a', 'd').maneuvers).toBe('depart, arrive')
})

test('announces a turn over a median as a single turn', () => {
  const map = drawMap(
    divided,
    { abcd: { name: 'Cross' }, ebg: { name: 'Avenue', oneway: 'yes' }, hcf: { name: 'Avenue', oneway: 'yes' } },
    { cellMeters: 5 },
  )
  expect(driveRoute(map, 'a', 'f')).toMatchObject({
    streets: 'Cross, Avenue, Avenue',
    maneuvers: 'depart, turn left, arrive',
  })
})

test('announces turning around over a median as a U-turn', () => {
  const map = drawMap(
    divided,
    { abcd: { name: 'Cross' }, ebg: { name: 'Avenue', oneway: 'yes' }, hcf: { name: 'Avenue', oneway: 'yes' } },
    { cellMeters: 5 },
  )
  expect(driveRoute(map, 'e', 'f')).toMatchObject({
    streets: 'Avenue, Avenue, Avenue',
    maneuvers: 'depart, continue uturn, arrive',
  })
})

test('announces nothing where a road splits into carriageways', () => {
  const map = drawMap(
    `
                d-----------------------------------------e
              .
    a-----b-c
              .
                f-----------------------------------------g`,
    { abc: { name: 'Avenue' }, cfg: { name: 'Avenue', oneway: 'yes' }, edc: { name: 'Avenue', oneway: 'yes' } },
    { cellMeters: 3 },
  )
  expect(driveRoute(map, 'a', 'g').maneuvers).toBe('depart, arrive')
  expect(driveRoute(map, 'e', 'a').maneuvers).toBe('depart, arrive')
})

test('announces a slip lane as the turn that it replaces', () => {
  const map = drawMap(
    `
                  g
                  |
    a---b---------c-------h
           .      |
              .   |
                 .d
                  |
                  e`,
    { abch: { name: 'Main' }, gcde: { name: 'Cross' }, bd: { name: '', highway: 'primary_link', oneway: 'yes' } },
    { cellMeters: 10 },
  )
  expect(driveRoute(map, 'a', 'e')).toMatchObject({
    streets: 'Main, Cross, Cross',
    maneuvers: 'depart, turn right, arrive',
  })
})

test('keeps two distant turns separate', () => {
  const map = drawMap(
    `
        e
        |
    a---b
        |
    d---c---f
        |
        g`,
    { ab: {}, ebcg: { name: 'Middle' }, dcf: {} },
    { cellMeters: 60 },
  )
  expect(driveRoute(map, 'a', 'f').maneuvers).toBe('depart, turn right, turn left, arrive')
})

test('omits the name of a short bridge', () => {
  const map = drawMap('a-----b-c-----d', {
    ab: { name: 'Main' },
    bc: { name: 'Old Bridge', bridge: 'yes' },
    cd: { name: 'Main' },
  })
  expect(driveRoute(map, 'a', 'd')).toMatchObject({ streets: 'Main, Main', maneuvers: 'depart, arrive' })
})
