import { describe, expect, test } from 'vitest'
import { placeAt } from './country.ts'

describe('where a road lies', () => {
  test.each([
    ['Porto', 41.15, -8.61, 'PT', false],
    ['London', 51.5, -0.12, 'GB', true],
    ['Gibraltar, on the right', 36.14, -5.35, 'GI', false],
    ['Virgin Islands, on the left', 18.34, -64.9, 'VI', true],
    ['Hong Kong', 22.3, 114.17, 'HK', true],
    ['Tarawa, Kiribati', 1.43, 173, 'KI', true],
    ['Kiritimati, Kiribati', 1.98, -157.4, 'KI', true],
    ['Vaduz', 47.141, 9.521, 'LI', false],
    ['Feldkirch, a few kilometres on', 47.237, 9.598, 'AT', false],
  ])('%s', (_, latitude, longitude, country, leftHandTraffic) => {
    expect(placeAt(latitude, longitude)).toEqual({ country, leftHandTraffic })
  })

  test('the middle of the Pacific belongs to nobody and drives on the right', () => {
    for (const [latitude, longitude] of [
      [-1, -155],
      [1, -155],
      [0, -140],
      [-1, -135.4],
    ] as const) {
      expect(placeAt(latitude, longitude)).toEqual({ country: undefined, leftHandTraffic: false })
    }
  })

  test('the north of Cyprus has no country code and drives on the left', () => {
    expect(placeAt(35.3, 33.3)).toEqual({ country: undefined, leftHandTraffic: true })
  })

  test('impossible places are nowhere', () => {
    expect(placeAt(Number.NaN, 0).country).toBeUndefined()
    expect(placeAt(90, 180).country).toBeUndefined()
    expect(placeAt(0, 200).country).toBeUndefined()
  })

  test('a cell that a border runs through is asked point by point', () => {
    // Both banks of the Rhine at Schaan lie in one cell.
    expect(placeAt(47.1655, 9.4855).country).toBe('CH')
    expect(placeAt(47.1655, 9.497).country).toBe('LI')
  })

  test('places of one country are one object', () => {
    expect(placeAt(41.15, -8.61)).toBe(placeAt(38.72, -9.14))
  })
})
