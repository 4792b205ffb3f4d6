import { expect, test } from 'vitest'
import { HeldNumbers } from './held-numbers.ts'

test('grants up to the limit, and again after a release', () => {
  const held = new HeldNumbers(10)
  const first = held.hold('a', 5)
  expect(held.hold('b', 6)).toBeUndefined()
  expect(held.hold('b', 5)).toBeDefined()
  expect(held.hold('c', 1)).toBeUndefined()
  first?.()
  first?.()
  expect(held.hold('c', 6)).toBeUndefined()
  expect(held.hold('c', 5)).toBeDefined()
})

test('limits one owner to half', () => {
  const held = new HeldNumbers(10)
  const first = held.hold('a', 4)
  expect(held.hold('a', 2)).toBeUndefined()
  expect(held.hold('a', 1)).toBeDefined()
  expect(held.hold('b', 5)).toBeDefined()
  first?.()
  expect(held.hold('a', 4)).toBeDefined()
})

test('grants any size to a request that is alone', () => {
  const held = new HeldNumbers(10)
  const large = held.hold('a', 1000)
  expect(large).toBeDefined()
  expect(held.hold('b', 1)).toBeUndefined()
  large?.()
  expect(held.hold('b', 1)).toBeDefined()
})
