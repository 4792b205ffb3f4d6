import { expect, test } from 'vitest'
import { toSpellingKey, toSpellingKeys } from './written.ts'

test('has no key for plain Latin letters, which folding does not change', () => {
  expect(toSpellingKey('Berlin')).toBeUndefined()
  expect(toSpellingKeys(['Berlin', 'Malis'])).toBe('')
})

test('ignores case, width, composition and spaces, but not letters and marks', () => {
  expect(toSpellingKey(' МАЛИС ')).toBe(toSpellingKey('малис'))
  expect(toSpellingKey('São  Paulo'.normalize('NFD'))).toBe(toSpellingKey('são paulo'))
  expect(toSpellingKey('Stötz')).not.toBe(toSpellingKey('Stütz'))
  expect(toSpellingKey('Малис')).not.toBe(toSpellingKey('Малісь'))
})

test('has distinct keys of one length', () => {
  expect(toSpellingKeys(['Малис', 'малис', 'Köln', '北京'])).toMatch(/^(,[0-9a-z]{7}){3}$/)
})
