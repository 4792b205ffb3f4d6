import { expect, test } from 'vitest'
import { readText } from '../network/strings.ts'
import { driveRoute } from './testing/drive.ts'
import { drawMap } from './testing/map-source.ts'

const motorway = { highway: 'motorway', name: '', ref: 'A1' }
const ramp = { highway: 'motorway_link', name: '', oneway: 'yes' }

const exit = `
    a-------b-------c
                .
                       d`

test('announces nothing on a motorway that passes an exit', () => {
  expect(driveRoute(drawMap(exit, { abc: motorway, bd: ramp }, { cellMeters: 50 }), 'a', 'c').maneuvers).toBe(
    'depart, arrive',
  )
})

test('announces an exit with its side, number and destination', () => {
  const map = drawMap(
    exit,
    { abc: motorway, bd: { ...ramp, destination: 'Porto;Maia' } },
    { cellMeters: 50, pointTags: { b: { highway: 'motorway_junction', ref: '12A' } } },
  )
  const { maneuvers, steps, network } = driveRoute(map, 'a', 'd')
  expect(maneuvers).toBe('depart, off ramp slight right, arrive')
  expect(readText(network.texts, steps[1].exits)).toBe('12A')
  expect(readText(network.texts, steps[1].destinations)).toBe('Porto, Maia')
})

test('announces a ramp that joins a motorway as a merge', () => {
  const map = drawMap(
    `
    a-------b-------c
        .
    d`,
    { abc: { ...motorway, name: 'Coast' }, db: ramp },
    { cellMeters: 50 },
  )
  expect(driveRoute(map, 'd', 'c').maneuvers).toBe('depart, merge slight left, arrive')
})

test('announces a fork where two motorways split', () => {
  const map = drawMap(
    `
                    c
            .
    a-------b
            .
                    d`,
    { ab: motorway, bc: { ...motorway, ref: 'A2' }, bd: { ...motorway, ref: 'A3' } },
    { cellMeters: 50 },
  )
  expect(driveRoute(map, 'a', 'c').maneuvers).toBe('depart, fork slight left, arrive')
  expect(driveRoute(map, 'a', 'd').maneuvers).toBe('depart, fork slight right, arrive')
})

test('announces an on-ramp from a street', () => {
  const map = drawMap(
    `
          d
          |
    a-----b-----c`,
    { abc: {}, bd: ramp },
    { cellMeters: 40 },
  )
  expect(driveRoute(map, 'a', 'd').maneuvers).toBe('depart, on ramp left, arrive')
})
