import { expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { buildUrl, readBaseUrl } from './base-url.ts'

test.each([
  ['http://localhost:8080', 'http://localhost:8080'],
  ['https://example.com/routing/', 'https://example.com/routing'],
  ['', ''],
  ['/below/', '/below'],
  ['/', ''],
])('accepts %s as a base URL', (given, base) => {
  expect(readBaseUrl(given)).toBe(base)
})

test.each(['localhost:8080', 'ftp://example.com', 'http://', 'example.com'])('rejects %s as a base URL', (given) => {
  expect(() => readBaseUrl(given)).toThrow(
    `baseUrl is '${given}'; it must start with http:// or https://, such as http://localhost:8080, or be a path on the host of the page`,
  )
})
test('rejects a base URL with a query or fragment', () => {
  expect(() => readBaseUrl('http://a/?key=1')).toThrow(
    "baseUrl is 'http://a/?key=1'; it must have neither a query nor a fragment",
  )
})

test('escapes ids and queries', () => {
  expect(buildUrl('http://a', '/v1/assets/{id}/live', 'x/../y?z')).toBe('http://a/v1/assets/x%2F..%2Fy%3Fz/live')
  expect(buildUrl('', '/v1/geocode', undefined, { q: 'Calle & 1', limit: 3, near: undefined })).toBe(
    '/v1/geocode?q=Calle+%26+1&limit=3',
  )
})
test('rejects an empty id, which would call another operation', () => {
  expect(() => buildUrl('http://a', '/v1/assets/{id}', '')).toThrow('/v1/assets/{id} needs an id')
  const stopPath = '/v1/assets/{id}/stops/{stop}'
  expect(buildUrl('http://a', stopPath, 'x', {}, { stop: 0 })).toBe('http://a/v1/assets/x/stops/0')
  expect(() => buildUrl('http://a', stopPath, 'x')).toThrow('/v1/assets/{id}/stops/{stop} needs stop')
})

test('calls directions under the configured vendor path', async () => {
  const paths: string[] = []
  const clientOf = (compatVendor?: string) =>
    createClient({
      baseUrl: 'http://a',
      compatVendor,
      fetch: async (address) => {
        paths.push(new URL(address).pathname)
        return Response.json({})
      },
    })
  const query = { origin: '1,2', destination: '3,4' }
  await clientOf().directions(query)
  await clientOf('map-box_1').directions(query)
  await clientOf('map-box_1').usage()
  expect(paths).toEqual([
    '/v1/compat/google/directions/json',
    '/v1/compat/map-box_1/directions/json',
    '/v1/account/usage',
  ])
})
test.each(['', 'a/b', '../x', 'a b'])("rejects '%s' as a path segment", (compatVendor) => {
  expect(() => createClient({ baseUrl: 'http://a', compatVendor })).toThrow(
    `compatVendor is '${compatVendor}'; it must be a word of letters, digits, - and _, such as google`,
  )
})
