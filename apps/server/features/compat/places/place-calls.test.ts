import { expect, test } from 'vitest'
import { parseLanguageList } from './place-calls.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['*', undefined],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
  ['xx;q=0.1, es;q=0.5, fr', 'fr'],
  ['en;q=0', undefined],
  ['!!, pt-BR;q=0.3', 'pt-BR'],
])('of the languages %j, %j is used', (list, language) => {
  expect(parseLanguageList(list)).toBe(language)
})
