import { describe, expect, test } from 'vitest'
import { findCountryAt, isAtSea } from './country-at.ts'
import { isCountryCode, suggestCountryCode } from './country-codes.ts'

test.each([
  ['the Atlantic, within the waters that the borders of Brazil hold', 0.1, -30],
  ['the Atlantic, in nobody’s', 30, -45],
  ['the Southern Ocean, within those of Antarctica', -65, 20],
  ['the North Sea', 56, 4],
  ['the north pole', 90, 0],
])('is at sea: %s', (_title, latitude, longitude) => expect(isAtSea(latitude, longitude)).toBe(true))

test.each([
  ['the Sahara, far from everything', 23, 10],
  ['the ice of Greenland', 75, -40],
  ['Antarctica', -80, 20],
  ['the south pole', -90, 0],
  ['Siberia', 64, 100],
  ['the rocks of Saint Peter and Saint Paul', 0.92, -29.35],
  ['Kerguelen', -49.3, 69.5],
  ['Northern Cyprus, which has no letters', 35.3, 33.5],
  ['Vienna', 48.2, 16.37],
])('is on land: %s', (_title, latitude, longitude) => expect(isAtSea(latitude, longitude)).toBe(false))

test.each([
  [48.14, 17.05, 'AT'],
  [47.13, 9.5, 'CH'],
  [46.45, 6.55, 'FR'],
  [51.44, 4.93, 'BE'],
  [64.18, -51.7, 'GL'],
  [16.2, -61.5, 'GP'],
  [54.5, -2, 'GB'],
  [35.29, -2.94, 'ES'],
  [35.3, 33.5, undefined],
  [30, -45, undefined],
])('finds the country at %f, %f: %s', (latitude, longitude, code) => {
  // The result must not depend on earlier calls.
  isAtSea(latitude, longitude)
  expect(findCountryAt(latitude, longitude)).toBe(code)
})

describe('country codes', () => {
  test.each(['UY', 'GB', 'GL', 'HK', 'XK'])('accept %s', (code) => expect(isCountryCode(code)).toBe(true))
  test.each(['UK', 'XX', 'EU', 'UN', 'ZZ', 'IC', 'uy', ''])('reject %j', (code) => {
    expect(isCountryCode(code)).toBe(false)
  })
  test('map common aliases to the official code', () => {
    expect(['UK', 'SU', 'XX', 'EU', 'GB'].map(suggestCountryCode)).toEqual([
      'GB',
      'RU',
      undefined,
      undefined,
      undefined,
    ])
  })
})
