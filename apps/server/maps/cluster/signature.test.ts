import { expect, test } from 'vitest'
import { isSigned, matchesDigest, signRequest } from './signature.ts'

const NOW_MS = 1_800_000_000_000
const body = Buffer.from('call')
const headers = signRequest('secret', 'node-1', body, NOW_MS)

test('accepts a signature with the current or the previous secret', () => {
  expect(isSigned(['secret'], headers, NOW_MS)).toBe(true)
  expect(isSigned(['new secret', 'secret'], headers, NOW_MS)).toBe(true)
  expect(matchesDigest(headers, body)).toBe(true)
})

test('rejects another secret, no secret, and no signature', () => {
  expect(isSigned(['other'], headers, NOW_MS)).toBe(false)
  expect(isSigned([], headers, NOW_MS)).toBe(false)
  expect(isSigned(['secret'], {}, NOW_MS)).toBe(false)
})

test.each(Object.keys(headers))('rejects a changed header %s', (name) => {
  expect(isSigned(['secret'], { ...headers, [name]: `${headers[name]}1` }, NOW_MS)).toBe(false)
})

test('rejects another body', () => {
  expect(matchesDigest(headers, Buffer.from('other'))).toBe(false)
})

test('accepts clocks that differ by up to a minute', () => {
  for (const skewMs of [-60_000, 60_000]) expect(isSigned(['secret'], headers, NOW_MS + skewMs)).toBe(true)
  for (const skewMs of [-60_001, 60_001]) expect(isSigned(['secret'], headers, NOW_MS + skewMs)).toBe(false)
})
