import { expect, test } from 'vitest'
import { findPassageByName, passages } from '../passages/all-passages.ts'
import { makePortIndex } from '../testing/draw-ports.ts'
import { suggestPorts } from './suggest-ports.ts'

const portIndex = makePortIndex([
  { code: 'NLRTM', name: 'Rotterdam' },
  { code: 'NLAMS', name: 'Amsterdam' },
  { code: 'CAHAM', name: 'Hamilton', people: 500 },
  { code: 'DEHAM', name: 'Hamburg', people: 1_700_000 },
  { code: 'XXSIG', name: '-' },
])

test('suggests names with few wrong letters, and prefixes', () => {
  expect(suggestPorts(portIndex, 'Roterdam')).toEqual(['Rotterdam (NLRTM)', 'Amsterdam (NLAMS)'])
  expect(suggestPorts(portIndex, 'ham')).toEqual(['Hamburg (DEHAM)', 'Hamilton (CAHAM)'])
  expect(suggestPorts(portIndex, 'ham', 1)).toEqual(['Hamburg (DEHAM)'])
  expect(suggestPorts(portIndex, 'Timbuktu')).toEqual([])
  expect(suggestPorts(portIndex, '?!')).toEqual([])
})

test('finds each passage by id and by name', () => {
  for (const passage of passages) {
    for (const text of [passage.id, passage.name, passage.name.toUpperCase(), ...(passage.otherNames ?? [])]) {
      expect([text, findPassageByName(text)?.id]).toEqual([text, passage.id])
    }
  }
  expect(findPassageByName('Bab-el-Mandeb')?.id).toBe('bab_el_mandeb')
  expect(findPassageByName('Strait')).toBeUndefined()
  expect(findPassageByName('')).toBeUndefined()
})
