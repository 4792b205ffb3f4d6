import { expect, test } from 'vitest'
import { CancelFlag } from './cancel-flag.ts'

test('is visible to all readers, whether it is set before or after they are created', () => {
  const first = new CancelFlag()
  const secondFlag = new CancelFlag(first.shared)
  expect([first.isCancelled, secondFlag.isCancelled]).toEqual([false, false])
  first.cancel()
  expect([first.isCancelled, secondFlag.isCancelled]).toEqual([true, true])
  const early = new CancelFlag()
  early.cancel()
  expect(new CancelFlag(early.shared).isCancelled).toBe(true)
})

test('can be set by any reader', () => {
  const first = new CancelFlag()
  new CancelFlag(first.shared).cancel()
  expect(first.isCancelled).toBe(true)
})
