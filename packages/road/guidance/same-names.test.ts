import { expect, test } from 'vitest'
import { driveRoute } from './testing/drive.ts'
import { drawMap } from './testing/map-source.ts'

const tee = `
        c
        |
  a--e--b
     |  |
     f  d`

test('announces staying on a road at a junction as "continue" instead of a turn onto it', () => {
  const map = drawMap(
    tee,
    { aeb: { name: 'La Paz' }, cbd: { name: 'La Paz', ref: '1' }, ef: { name: 'Side' } },
    { cellMeters: 60 },
  )
  expect(driveRoute(map, 'a', 'c')).toMatchObject({
    maneuvers: 'depart, continue left, arrive',
    streets: 'La Paz, La Paz, La Paz',
  })
  expect(driveRoute(map, 'a', 'd').maneuvers).toBe('depart, continue right, arrive')
})

test('announces a turn onto a road with another name', () => {
  const map = drawMap(
    tee,
    { aeb: { name: 'La Paz' }, cbd: { name: 'Potosí' }, ef: { name: 'Side' } },
    { cellMeters: 60 },
  )
  expect(driveRoute(map, 'a', 'c').maneuvers).toBe('depart, end of road left, arrive')
})

test('announces a turn if only the edge within the junction has the name of the street', () => {
  const map = drawMap(
    `
            e   f
            |   |
    a-------b---c---d
            |   |
            g   h`,
    {
      ab: { name: 'West' },
      bc: { name: 'Avenue' },
      cd: { name: 'East' },
      ebg: { name: 'Avenue', oneway: 'yes' },
      hcf: { name: 'Avenue', oneway: 'yes' },
    },
    { cellMeters: 5 },
  )
  expect(driveRoute(map, 'a', 'f').maneuvers).toBe('depart, turn left, arrive')
})
