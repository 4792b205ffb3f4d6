import { expect, test } from 'vitest'
import { addressOf, readBaseUrl } from './address.ts'

test.each([
  ['http://localhost:8080', 'http://localhost:8080'],
  ['https://example.com/routing/', 'https://example.com/routing'],
  ['', ''],
  ['/below/', '/below'],
  ['/', ''],
])('%s is a base', (given, base) => {
  expect(readBaseUrl(given)).toBe(base)
})

test.each(['localhost:8080', 'ftp://example.com', 'http://', 'example.com'])('%s is none', (given) => {
  expect(() => readBaseUrl(given)).toThrow(
    `baseUrl is '${given}'; it must begin with http:// or https://, such as http://localhost:8080, or be a path of the page's own host`,
  )
})
test('a base has no query and no fragment', () => {
  expect(() => readBaseUrl('http://a/?key=1')).toThrow(
    "baseUrl is 'http://a/?key=1'; it must have neither a query nor a fragment",
  )
})

test('ids and queries are written so that nothing in them is taken for something else', () => {
  expect(addressOf('http://a', '/v1/assets/{id}/live', 'x/../y?z')).toBe('http://a/v1/assets/x%2F..%2Fy%3Fz/live')
  expect(addressOf('', '/v1/geocode', undefined, { q: 'Calle & 1', limit: 3, near: undefined })).toBe(
    '/v1/geocode?q=Calle+%26+1&limit=3',
  )
})
test('an empty id would call another operation', () => {
  expect(() => addressOf('http://a', '/v1/assets/{id}', '')).toThrow('/v1/assets/{id} needs an id')
})
