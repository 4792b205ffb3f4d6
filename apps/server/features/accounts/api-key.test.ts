import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createApiKey, createRandomString, hashKey, isWellFormedKey, toKeyHint } from './api-key.ts'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('API keys', () => {
  test('are unique and well formed for 10,000 keys', () => {
    const keys = new Set(Array.from({ length: 10_000 }, createApiKey))
    expect(keys.size).toBe(10_000)
    for (const key of keys) {
      if (!/^fw_live_[0-9A-Za-z]{38}$/.test(key) || !isWellFormedKey(key)) expect.fail(key)
    }
  })

  test('use every character about equally often at every position', () => {
    const keys = Array.from({ length: 10_000 }, createApiKey)
    for (let position = 'fw_live_'.length; position < 'fw_live_'.length + 32; position++) {
      const seen = new Map<string, number>()
      for (const key of keys) seen.set(key.charAt(position), (seen.get(key.charAt(position)) ?? 0) + 1)
      // The expected count is 10,000 / 62 = 161. Eight standard deviations on either side give 60 to 262.
      expect(seen.size).toBe(62)
      expect(Math.min(...seen.values())).toBeGreaterThan(60)
      expect(Math.max(...seen.values())).toBeLessThan(262)
    }
  })

  test('become malformed when any character is changed, dropped or doubled', () => {
    const keys = [createApiKey(), createApiKey()]
    for (const key of keys) {
      for (let position = 0; position < key.length; position++) {
        const [before, after] = [key.slice(0, position), key.slice(position + 1)]
        for (const letter of [...LETTERS, '_', '-', ' ', 'é', '']) {
          const changed = `${before}${letter}${after}`
          if (changed !== key && isWellFormedKey(changed)) expect.fail(`${changed} passes for ${key}`)
        }
        expect(isWellFormedKey(`${before}${key.charAt(position)}${key.charAt(position)}${after}`)).toBe(false)
      }
    }
  })

  test('become malformed when two neighboring characters are swapped', () => {
    const key = createApiKey()
    for (let position = 8; position < key.length - 1; position++) {
      const [a, b] = [key.charAt(position), key.charAt(position + 1)]
      if (a !== b) expect(isWellFormedKey(key.slice(0, position) + b + a + key.slice(position + 2))).toBe(false)
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
    expect(toKeyHint(key)).toBe(key.slice(-4))
    expect(createRandomString(12)).toMatch(/^[0-9A-Za-z]{12}$/)
  })
})
