import { expect, test } from 'vitest'
import { formatCount, introduceList, joinFirstWords, joinWords } from './wording.ts'

test('joins any number of words', () => {
  expect(joinWords([])).toBe('')
  expect(joinWords(['a'])).toBe('a')
  expect(joinWords(['a', 'b'], 'or')).toBe('a or b')
  expect(joinWords([1, 2, 3])).toBe('1, 2 and 3')
})

test('counts the words that do not fit', () => {
  expect(joinFirstWords(['a', 'b', 'c'], 3)).toBe('a, b and c')
  expect(joinFirstWords(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more')
})

test('uses the singular for one element only', () => {
  expect(formatCount(0, 'entry', 'entries')).toBe('0 entries')
  expect(formatCount(1, 'entry', 'entries')).toBe('1 entry')
  expect(formatCount(1001, 'point')).toBe('1,001 points')
  expect(introduceList(['via'], 'field')).toBe('this field: via')
  expect(introduceList(['via', 'avoid'], 'field')).toBe('these fields: via, avoid')
})
