import { expect, test } from 'vitest'
import { CancelFlag } from './cancel-flag.ts'

test('what one says all see, whether it was said before they looked or after', () => {
  const first = new CancelFlag()
  const other = new CancelFlag(first.shared)
  expect([first.isCancelled, other.isCancelled]).toEqual([false, false])
  first.cancel()
  expect([first.isCancelled, other.isCancelled]).toEqual([true, true])
  const early = new CancelFlag()
  early.cancel()
  expect(new CancelFlag(early.shared).isCancelled).toBe(true)
})

test('those who look may say it, too', () => {
  const first = new CancelFlag()
  new CancelFlag(first.shared).cancel()
  expect(first.isCancelled).toBe(true)
})
