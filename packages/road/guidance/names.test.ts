import { expect, test } from 'vitest'
import { stripCompassDirection } from './survey/names.ts'
import { driveRoute } from './testing/drive.ts'
import { drawMap, type Tags } from './testing/map-source.ts'

/** True if any instruction is given between two long consecutive streets. */
function isAnnounced(from: Tags, to: Tags): boolean {
  const map = drawMap(
    'a-----b-----c',
    { ab: { name: '', ...from }, bc: { name: '', lanes: '3', ...to } },
    { cellMeters: 400 },
  )
  return driveRoute(map, 'a', 'c').maneuvers !== 'depart, arrive'
}

test.each([
  ['another name', { name: 'Oak' }, { name: 'Elm' }, true],
  ['the same name', { name: 'Oak' }, { name: 'Oak' }, false],
  ['another point of the compass', { name: 'Oak Street North' }, { name: 'Oak Street South' }, false],
  ['a point of the compass in front', { name: 'West 42nd' }, { name: 'East 42nd' }, false],
  ['a name that goes on', { name: 'Hauptstraße' }, { name: 'Hauptstraßentunnel' }, false],
  ['a name that begins alike', { name: 'Rua A' }, { name: 'Rua Alegre' }, true],
  ['a name that is lost', { name: 'Oak' }, {}, false],
  ['a name that begins', {}, { name: 'Oak' }, true],
  ['a number that is added', { name: 'Oak' }, { name: 'Oak', ref: 'N1' }, false],
  ['one of two numbers', { ref: 'N1; N2' }, { ref: 'N2' }, false],
  ['another number', { ref: 'N1' }, { ref: 'N2' }, true],
  ['a name instead of a number', { ref: 'N1' }, { name: 'Oak' }, true],
])('decides whether %s is announced: %o to %o', (_, from, to, announced) => {
  expect(isAnnounced(from, to)).toBe(announced)
})

test('keeps a name that is only a compass direction', () => {
  expect(stripCompassDirection('North')).toBe('north')
  expect(stripCompassDirection('N W')).toBe('n')
})
