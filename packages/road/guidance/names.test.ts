import { expect, test } from 'vitest'
import { stripCompassDirection } from './survey/names.ts'
import { driveRoute } from './testing/drive.ts'
import { drawMap, type Tags } from './testing/map-source.ts'

/** Returns true if there is any instruction between two long consecutive streets. */
function isAnnounced(from: Tags, to: Tags): boolean {
  const map = drawMap(
    'a-----b-----c',
    { ab: { name: '', ...from }, bc: { name: '', lanes: '3', ...to } },
    { cellMeters: 400 },
  )
  return driveRoute(map, 'a', 'c').maneuvers !== 'depart, arrive'
}

test.each([
  ['a different name', { name: 'Oak' }, { name: 'Elm' }, true],
  ['the same name', { name: 'Oak' }, { name: 'Oak' }, false],
  ['a different compass direction', { name: 'Oak Street North' }, { name: 'Oak Street South' }, false],
  ['a different compass direction in front', { name: 'West 42nd' }, { name: 'East 42nd' }, false],
  ['a longer name with the same beginning', { name: 'Hauptstraße' }, { name: 'Hauptstraßentunnel' }, false],
  ['a different name with the same beginning', { name: 'Rua A' }, { name: 'Rua Alegre' }, true],
  ['the end of a name', { name: 'Oak' }, {}, false],
  ['the start of a name', {}, { name: 'Oak' }, true],
  ['an additional ref', { name: 'Oak' }, { name: 'Oak', ref: 'N1' }, false],
  ['one of two refs', { ref: 'N1; N2' }, { ref: 'N2' }, false],
  ['a different ref', { ref: 'N1' }, { ref: 'N2' }, true],
  ['a name instead of a ref', { ref: 'N1' }, { name: 'Oak' }, true],
])('decides whether %s is announced: %o to %o', (_, from, to, announced) => {
  expect(isAnnounced(from, to)).toBe(announced)
})

test('keeps a name that is only a compass direction', () => {
  expect(stripCompassDirection('North')).toBe('north')
  expect(stripCompassDirection('N W')).toBe('n')
})
