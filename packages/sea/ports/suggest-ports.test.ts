import { expect, test } from 'vitest'
import { passageCalled, passages } from '../passages/all-passages.ts'
import { PortBook } from './port-book.ts'
import { suggestPorts } from './suggest-ports.ts'

const port = (code: string, name: string) => ({ code, name, country: '', alias: [], position: [1, 2] as const })
const book = new PortBook([
  port('NLRTM', 'Rotterdam'),
  port('NLAMS', 'Amsterdam'),
  port('DEHAM', 'Hamburg'),
  port('CAHAM', 'Hamilton'),
  port('XXSIG', '-'),
])

test('names with few letters wrong, and beginnings', () => {
  expect(suggestPorts(book, 'Roterdam')).toEqual(['Rotterdam (NLRTM)', 'Amsterdam (NLAMS)'])
  expect(suggestPorts(book, 'ham')).toEqual(['Hamburg (DEHAM)', 'Hamilton (CAHAM)'])
  expect(suggestPorts(book, 'ham', 1)).toEqual(['Hamburg (DEHAM)'])
  expect(suggestPorts(book, 'Timbuktu')).toEqual([])
  expect(suggestPorts(book, '?!')).toEqual([])
})

test('passages are known by id and by name, each to itself', () => {
  for (const passage of passages) {
    for (const text of [passage.id, passage.name, passage.name.toUpperCase(), ...(passage.also ?? [])]) {
      expect([text, passageCalled(text)?.id]).toEqual([text, passage.id])
    }
  }
  expect(passageCalled('Bab-el-Mandeb')?.id).toBe('bab_el_mandeb')
  expect(passageCalled('Strait')).toBeUndefined()
  expect(passageCalled('')).toBeUndefined()
})
