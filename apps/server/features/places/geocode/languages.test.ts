import { expect, test } from 'vitest'
import { createTestIndex } from '../testing/small-index.ts'
import { findTranslatedName, getAreaNameIn } from './languages.ts'

test.each([
  ['zh', '北京'],
  ['zh-CN', '北京(简)'],
  ['zh-Hans', '北京(简)'],
  ['zh-TW', '北京(繁)'],
  ['pt-BR', 'Pequim (BR)'],
  ['pt', 'Pequim'],
  ['pt-PT', 'Pequim'],
  ['ja', undefined],
])('returns the name in %s, in the script of the country where one exists', (language, name) => {
  const names = { zh: '北京', 'zh-Hans': '北京(简)', 'zh-Hant': '北京(繁)', pt: 'Pequim', 'pt-BR': 'Pequim (BR)' }
  expect(findTranslatedName({ names }, language)).toBe(name)
})

test('does not mix up areas of different maps and languages', () => {
  const createIndexOf = (name: string) =>
    createTestIndex((builder) => {
      const details = JSON.stringify({ names: { de: `${name} (de)` } })
      builder.add({ kind: 'city', names: [name], latitude: 1, longitude: 1, details })
    }).index
  const [a, b] = [createIndexOf('A'), createIndexOf('B')]
  for (let round = 0; round < 2; round++) {
    const names = [a, b].flatMap((index) => [getAreaNameIn(index, 0, undefined), getAreaNameIn(index, 0, 'de')])
    expect(names).toEqual(['A', 'A (de)', 'B', 'B (de)'])
  }
})
