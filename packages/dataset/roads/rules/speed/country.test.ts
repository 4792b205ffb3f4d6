import { describe, expect, test } from 'vitest'
import { getTrafficRegion } from './country.ts'

describe('road location', () => {
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
    expect(getTrafficRegion(latitude, longitude)).toEqual({ country, leftHandTraffic })
  })

  test('in the middle of the Pacific has no country and right-hand traffic', () => {
    for (const [latitude, longitude] of [
      [-1, -155],
      [1, -155],
      [0, -140],
      [-1, -135.4],
    ] as const) {
      expect(getTrafficRegion(latitude, longitude)).toEqual({ country: undefined, leftHandTraffic: false })
    }
  })

  test('in Northern Cyprus has no country code and left-hand traffic', () => {
    expect(getTrafficRegion(35.3, 33.3)).toEqual({ country: undefined, leftHandTraffic: true })
  })

  test('at an invalid position is nowhere', () => {
    expect(getTrafficRegion(Number.NaN, 0).country).toBeUndefined()
    expect(getTrafficRegion(90, 180).country).toBeUndefined()
    expect(getTrafficRegion(0, 200).country).toBeUndefined()
  })

  test('is resolved point by point in a cell with a border', () => {
    // Both banks of the Rhine at Schaan are in one cell.
    expect(getTrafficRegion(47.1655, 9.4855).country).toBe('CH')
    expect(getTrafficRegion(47.1655, 9.497).country).toBe('LI')
  })

  test('shares one object per country', () => {
    expect(getTrafficRegion(41.15, -8.61)).toBe(getTrafficRegion(38.72, -9.14))
  })
})
