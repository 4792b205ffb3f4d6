import { expect, test } from 'vitest'
import { driveRoute } from './testing/drive.ts'
import { drawMap } from './testing/map-source.ts'

const circle = `
            a
            |
            b
          .   .
    d---c       g---h
          .   .
            e
            |
            f
`
const roads = { ab: {}, cd: {}, ef: {}, gh: {} }

test.each([
  ['d', 1],
  ['f', 2],
  ['h', 3],
])('gives the roundabout path to %s as exit %i, announced at the entry and at the exit', (to, exit) => {
  const map = drawMap(circle, { ...roads, bcegb: { junction: 'roundabout', name: '' } }, { cellMeters: 12 })
  const { maneuvers, streets } = driveRoute(map, 'a', to)
  expect(maneuvers).toMatch(new RegExp(`^depart, roundabout exit ${exit}, exit roundabout \\w+, arrive$`))
  expect(streets.split(', ')[1]).toContain(to)
})

test('announces a small regular roundabout as one turn', () => {
  const map = drawMap(circle, { ...roads, bcegb: { junction: 'roundabout', name: '' } }, { cellMeters: 3 })
  expect(driveRoute(map, 'a', 'd').maneuvers).toBe('depart, roundabout turn right exit 1, arrive')
  expect(driveRoute(map, 'a', 'f').maneuvers).toBe('depart, roundabout turn straight exit 2, arrive')
  expect(driveRoute(map, 'a', 'h').maneuvers).toBe('depart, roundabout turn left exit 3, arrive')
})

test('announces a large named circle by its name', () => {
  const map = drawMap(circle, { ...roads, bcegb: { junction: 'roundabout', name: 'Star Square' } }, { cellMeters: 12 })
  expect(driveRoute(map, 'a', 'f').maneuvers).toBe('depart, rotary Star Square exit 2, exit rotary right, arrive')
})

test('does not count access roads as roundabout exits', () => {
  const map = drawMap(
    circle,
    { ...roads, cd: { highway: 'service' }, bcegb: { junction: 'roundabout', name: '' } },
    { cellMeters: 12 },
  )
  expect(driveRoute(map, 'a', 'f').maneuvers).toMatch(/roundabout exit 1,/)
})

test('gives no exit for a path that ends in a roundabout', () => {
  const map = drawMap(circle, { ...roads, bcegb: { junction: 'roundabout', name: '' } }, { cellMeters: 12 })
  expect(driveRoute(map, 'a', 'e').steps.map(({ type, exit }) => [type, exit])).toEqual([
    ['depart', 0],
    ['roundabout', 0],
    ['arrive', 0],
  ])
})

test('gives only the exit for a path that begins in a roundabout', () => {
  const map = drawMap(circle, { ...roads, bcegb: { junction: 'roundabout', name: '' } }, { cellMeters: 12 })
  expect(driveRoute(map, 'c', 'f').maneuvers).toMatch(/^depart, exit roundabout \w+, arrive$/)
})

test('counts roundabout exits clockwise in left-hand traffic', () => {
  const tags = { driving_side: 'left' }
  const map = drawMap(
    circle,
    { ab: tags, cd: tags, ef: tags, gh: tags, bgecb: { ...tags, junction: 'roundabout', name: '' } },
    { cellMeters: 12 },
  )
  expect(driveRoute(map, 'a', 'h').maneuvers).toMatch(/roundabout exit 1,/)
  expect(driveRoute(map, 'a', 'd').maneuvers).toMatch(/roundabout exit 3,/)
})

const split = `
    k-------j   a
            |   .
            |  .
    m       | .
      .     b
        .  . .
    d---c       g---h
          .   .
            e
            |
            f
`

test('announces the first exit where one node is both the entry and the exit of a roundabout', () => {
  const map = drawMap(
    split,
    {
      kj: { name: 'Before' },
      jb: { oneway: 'yes', name: 'Entry' },
      bm: { oneway: 'yes', name: 'Exit' },
      cd: {},
      ef: {},
      gh: {},
      bcegb: { junction: 'roundabout', name: '' },
    },
    { cellMeters: 12 },
  )
  expect(driveRoute(map, 'k', 'm').maneuvers).toBe('depart, roundabout exit 1, arrive')
})
