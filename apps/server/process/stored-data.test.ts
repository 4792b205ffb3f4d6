import { DatasetUnreadable } from '@fairway/dataset'
import { expect, test } from 'vitest'
import { isDataUnavailable, toStoreName } from './stored-data.ts'

test('a map whose file was removed is reported as unavailable, not as a bug', () => {
  const error = new DatasetUnreadable('missing', 'roads.bin', 0, 'there is no such file', 'compile it again')
  expect(isDataUnavailable(error)).toBe(true)
  expect(toStoreName(error)).toBe('maps')
})

test('other errors are bugs, unless a store cannot be reached', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(isDataUnavailable(refused)).toBe(true)
  expect(toStoreName(refused)).toBe('database')
  expect(isDataUnavailable(new TypeError('x is not a function'))).toBe(false)
})
