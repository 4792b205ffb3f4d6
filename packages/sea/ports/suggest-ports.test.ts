import { expect, test } from 'vitest'
import { passageCalled, passages } from '../passages/all-passages.ts'
import { drawPorts } from '../testing/draw-ports.ts'
import { suggestPorts } from './suggest-ports.ts'

const book = drawPorts([
  { code: 'NLRTM', name: 'Rotterdam' },
  { code: 'NLAMS', name: 'Amsterdam' },
  { code: 'CAHAM', name: 'Hamilton', people: 500 },
  { code: 'DEHAM', name: 'Hamburg', people: 1_700_000 },
  { code: 'XXSIG', name: '-' },
])

test('suggests names with few wrong letters, and prefixes', () => {
  expect(suggestPorts(book, 'Roterdam')).toEqual(['Rotterdam (NLRTM)', 'Amsterdam (NLAMS)'])
  expect(suggestPorts(book, 'ham')).toEqual(['Hamburg (DEHAM)', 'Hamilton (CAHAM)'])
  expect(suggestPorts(book, 'ham', 1)).toEqual(['Hamburg (DEHAM)'])
  expect(suggestPorts(book, 'Timbuktu')).toEqual([])
  expect(suggestPorts(book, '?!')).toEqual([])
})

test('finds each passage by id and by name', () => {
  for (const passage of passages) {
    for (const text of [passage.id, passage.name, passage.name.toUpperCase(), ...(passage.also ?? [])]) {
      expect([text, passageCalled(text)?.id]).toEqual([text, passage.id])
    }
  }
  expect(passageCalled('Bab-el-Mandeb')?.id).toBe('bab_el_mandeb')
  expect(passageCalled('Strait')).toBeUndefined()
  expect(passageCalled('')).toBeUndefined()
})
