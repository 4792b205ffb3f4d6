import { expect, test } from 'vitest'
import { chooseEncoding } from './choose-encoding.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;Q=0.5, BR;Q=0.4', 'gzip'],
  ['gzip;q=1.0,br;q=0', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['gzip;q=0', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['gzip;q=0.5, identity;q=0.1', 'gzip'],
  ['deflate, compress, zstd', undefined],
  ['gzip;q=high', undefined],
  [',;=,', undefined],
])('%j gives %j', (header, encoding) => {
  // The second call uses the cached choice.
  expect([chooseEncoding(header), chooseEncoding(header)]).toEqual([encoding, encoding])
})

test('handles any number of different headers', () => {
  for (let index = 0; index < 500; index++) expect(chooseEncoding(`gzip;q=0.5, x${index}`)).toBe('gzip')
})
