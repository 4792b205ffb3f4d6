import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createApiKey, hashKey, hintOf, isWellFormedKey, randomLetters } from './api-key.ts'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('API keys', () => {
  test('are unique, well formed and of one shape for 10,000 keys', () => {
    const keys = new Set(Array.from({ length: 10_000 }, createApiKey))
    expect(keys.size).toBe(10_000)
    for (const key of keys) {
      if (!/^fw_live_[0-9A-Za-z]{38}$/.test(key) || !isWellFormedKey(key)) expect.fail(key)
    }
  })

  test('use every character about equally often at every position', () => {
    const keys = Array.from({ length: 10_000 }, createApiKey)
    for (let place = 'fw_live_'.length; place < 'fw_live_'.length + 32; place++) {
      const seen = new Map<string, number>()
      for (const key of keys) seen.set(key.charAt(place), (seen.get(key.charAt(place)) ?? 0) + 1)
      // 10,000 / 62 is 161; eight standard deviations either side give 60 to 262.
      expect(seen.size).toBe(62)
      expect(Math.min(...seen.values())).toBeGreaterThan(60)
      expect(Math.max(...seen.values())).toBeLessThan(262)
    }
  })

  test('become malformed when any character is changed, dropped or doubled', () => {
    const keys = [createApiKey(), createApiKey()]
    for (const key of keys) {
      for (let place = 0; place < key.length; place++) {
        const [before, after] = [key.slice(0, place), key.slice(place + 1)]
        for (const letter of [...LETTERS, '_', '-', ' ', 'é', '']) {
          const changed = `${before}${letter}${after}`
          if (changed !== key && isWellFormedKey(changed)) expect.fail(`${changed} passes for ${key}`)
        }
        expect(isWellFormedKey(`${before}${key.charAt(place)}${key.charAt(place)}${after}`)).toBe(false)
      }
    }
  })

  test('become malformed when two neighboring characters are swapped', () => {
    const key = createApiKey()
    for (let place = 8; place < key.length - 1; place++) {
      const [a, b] = [key.charAt(place), key.charAt(place + 1)]
      if (a !== b) expect(isWellFormedKey(key.slice(0, place) + b + a + key.slice(place + 2))).toBe(false)
    }
  })

  test.each(['', 'fw_live_', 'fw_live_key', `fw_test_${'a'.repeat(38)}`, `fw_live_${'0'.repeat(38)}`])(
    'reject %j as malformed',
    (text) => {
      expect(isWellFormedKey(text)).toBe(false)
    },
  )

  test('reject anything before or after the key', () => {
    const key = createApiKey()
    for (const text of [` ${key}`, `${key} `, `${key}\n`, `Bearer ${key}`, key.toUpperCase()]) {
      expect(isWellFormedKey(text)).toBe(false)
    }
  })

  test('are stored as SHA-256, with the last four characters as a hint', () => {
    const key = createApiKey()
    expect(hashKey(key)).toBe(createHash('sha256').update(key).digest('hex'))
    expect(hintOf(key)).toBe(key.slice(-4))
    expect(randomLetters(12)).toMatch(/^[0-9A-Za-z]{12}$/)
  })
})
