import { expect, test } from 'vitest'
import { readText } from '../network/strings.ts'
import { drive } from './testing/drive.ts'
import { drawMap } from './testing/map-source.ts'

const motorway = { highway: 'motorway', name: '', ref: 'A1' }
const ramp = { highway: 'motorway_link', name: '', oneway: 'yes' }

const exit = `
    a-------b-------c
                .
                       d`

test('a motorway that passes an exit goes on without a word', () => {
  expect(drive(drawMap(exit, { abc: motorway, bd: ramp }, { cellMeters: 50 }), 'a', 'c').told).toBe('depart, arrive')
})

test('an exit is told with its side, its number and where it leads', () => {
  const map = drawMap(
    exit,
    { abc: motorway, bd: { ...ramp, destination: 'Porto;Maia' } },
    { cellMeters: 50, pointTags: { b: { highway: 'motorway_junction', ref: '12A' } } },
  )
  const { told, steps, network } = drive(map, 'a', 'd')
  expect(told).toBe('depart, off ramp slight right, arrive')
  expect(readText(network.texts, steps[1].exits)).toBe('12A')
  expect(readText(network.texts, steps[1].destinations)).toBe('Porto, Maia')
})

test('a ramp that joins a motorway merges towards it', () => {
  const map = drawMap(
    `
    a-------b-------c
        .
    d`,
    { abc: { ...motorway, name: 'Coast' }, db: ramp },
    { cellMeters: 50 },
  )
  expect(drive(map, 'd', 'c').told).toBe('depart, merge slight left, arrive')
})

test('two motorways that part are a fork', () => {
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
  expect(drive(map, 'a', 'c').told).toBe('depart, fork slight left, arrive')
  expect(drive(map, 'a', 'd').told).toBe('depart, fork slight right, arrive')
})

test('from a street onto a ramp is told as that', () => {
  const map = drawMap(
    `
          d
          |
    a-----b-----c`,
    { abc: {}, bd: ramp },
    { cellMeters: 40 },
  )
  expect(drive(map, 'a', 'd').told).toBe('depart, on ramp left, arrive')
})
