import { expect, test } from 'vitest'
import { TwoGenerationCache } from './recent-values.ts'

test('computes a repeated value once, with bounded memory', () => {
  const computed: string[] = []
  const values = new TwoGenerationCache(10, (key: string) => {
    computed.push(key)
    return key.toUpperCase()
  })
  for (let i = 0; i < 1000; i++) {
    expect(values.get(`k${i}`)).toBe(`K${i}`)
    expect(values.get('often')).toBe('OFTEN')
    expect(values.size).toBeLessThanOrEqual(20)
  }
  expect(computed.filter((key) => key === 'often')).toHaveLength(1)
  expect(computed).toHaveLength(1001)
})
