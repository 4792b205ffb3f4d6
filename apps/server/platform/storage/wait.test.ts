import { expect, test } from 'vitest'
import { retryUntilAvailable } from './wait.ts'

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })

test('retries while a dependency is unavailable, and logs each attempt', async () => {
  const warnings: string[] = []
  let tries = 0
  const value = await retryUntilAvailable(
    async () => {
      if (++tries < 3) throw refused()
      return 'there'
    },
    10,
    (error) => warnings.push(error.message),
  )
  expect([value, tries, warnings.length]).toEqual(['there', 3, 2])
})

test('fails with the last error when the time is over', async () => {
  let tries = 0
  const attempt = async () => {
    tries++
    throw refused()
  }
  await expect(retryUntilAvailable(attempt, 0.5)).rejects.toThrow('ECONNREFUSED')
  expect(tries).toBeGreaterThan(1)
  await expect(retryUntilAvailable(attempt, 0)).rejects.toThrow('ECONNREFUSED')
})

test('does not retry a permanent failure', async () => {
  let tries = 0
  const attempt = async () => {
    tries++
    throw new Error('syntax error')
  }
  await expect(retryUntilAvailable(attempt, 10)).rejects.toThrow('syntax error')
  expect(tries).toBe(1)
})
