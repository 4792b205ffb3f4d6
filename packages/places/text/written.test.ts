import { expect, test } from 'vitest'
import { writtenKey, writtenKeys } from './written.ts'

test('plain Latin letters have no key: folding leaves them as they are', () => {
  expect(writtenKey('Berlin')).toBeUndefined()
  expect(writtenKeys(['Berlin', 'Malis'])).toBe('')
})

test('case, width, composition and blanks do not matter; letters and marks do', () => {
  expect(writtenKey(' МАЛИС ')).toBe(writtenKey('малис'))
  expect(writtenKey('São  Paulo'.normalize('NFD'))).toBe(writtenKey('são paulo'))
  expect(writtenKey('Stötz')).not.toBe(writtenKey('Stütz'))
  expect(writtenKey('Малис')).not.toBe(writtenKey('Малісь'))
})

test('keys are of one length, each once', () => {
  expect(writtenKeys(['Малис', 'малис', 'Köln', '北京'])).toMatch(/^(,[0-9a-z]{7}){3}$/)
})
