import { expect, test } from 'vitest'
import { writtenKey, writtenKeys } from './written.ts'

test('has no key for plain Latin letters, which folding does not change', () => {
  expect(writtenKey('Berlin')).toBeUndefined()
  expect(writtenKeys(['Berlin', 'Malis'])).toBe('')
})

test('ignores case, width, composition and spaces, but not letters and marks', () => {
  expect(writtenKey(' МАЛИС ')).toBe(writtenKey('малис'))
  expect(writtenKey('São  Paulo'.normalize('NFD'))).toBe(writtenKey('são paulo'))
  expect(writtenKey('Stötz')).not.toBe(writtenKey('Stütz'))
  expect(writtenKey('Малис')).not.toBe(writtenKey('Малісь'))
})

test('has distinct keys of one length', () => {
  expect(writtenKeys(['Малис', 'малис', 'Köln', '北京'])).toMatch(/^(,[0-9a-z]{7}){3}$/)
})
