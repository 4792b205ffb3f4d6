import { expect, test } from 'vitest'
import { shareConcurrent } from './share-concurrent.ts'

test('shares one lookup among concurrent calls with equal arguments, and starts another one afterwards', async () => {
  const calls: string[] = []
  const opened = Promise.withResolvers<void>()
  const lookUp = shareConcurrent(async (account: number, month: string) => {
    calls.push(`${account} ${month}`)
    await opened.promise
    return calls.length
  })
  const replies = Promise.all([lookUp(1, 'a'), lookUp(1, 'b'), lookUp(1, 'a'), lookUp(11, 'a'), lookUp(1, 'a')])
  opened.resolve()
  expect(await replies).toEqual([3, 3, 3, 3, 3])
  expect(calls).toEqual(['1 a', '1 b', '11 a'])
  expect(await lookUp(1, 'a')).toBe(4)
})

test('passes a failure to all that share it, and tries again for the next call', async () => {
  let attempts = 0
  const lookUp = shareConcurrent(async (name: string) => {
    attempts++
    if (attempts === 1) throw new Error(`no ${name}`)
    return name
  })
  const outcomes = await Promise.allSettled([lookUp('x'), lookUp('x')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await lookUp('x')).toBe('x')
  expect(attempts).toBe(2)
})
