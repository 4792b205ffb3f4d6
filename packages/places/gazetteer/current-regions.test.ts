import { expect, test } from 'vitest'
import { CurrentRegions } from './current-regions.ts'
import type { GeoNamesPlace } from './geonames.ts'

const place = (name: string, latitude: number, regionCode: string): GeoNamesPlace => ({
  id: 1,
  names: [name],
  latitude,
  longitude: 105,
  featureCode: 'PPL',
  countryCode: 'VN',
  regionCode: `VN.${regionCode}`,
  population: 1000,
})
const now = (name: string, latitude: number, admin1: string) => ({
  name,
  lat: `${latitude}`,
  lng: '105',
  country: 'VN',
  admin1,
})

/** Code 44 was Hanoi and is now Quang Tri. Code 64 was Quang Tri. Code 58 is unchanged. */
const places = [
  place('Hanoi', 21, '44'),
  place('Son Tay', 21.1, '44'),
  place('Dong Ha', 16.8, '64'),
  place('Vinh', 18.7, '58'),
  place('Nowhere', 21.2, '44'),
]
const regions = new CurrentRegions(places, [
  now('Hanoi', 21.01, '01'),
  now('Son Tay', 21.1, '01'),
  now('Dong Ha', 16.8, '44'),
  now('Vinh', 18.7, '58'),
  now('Vinh', 12, '99'),
])

test('puts a place into the region of the newer source, not the one that reuses its old code', () => {
  expect(places.map((one) => regions.getRegionCode(one))).toEqual(['VN.01', 'VN.01', 'VN.44', 'VN.58', 'VN.01'])
})

test('keeps places where they are without a newer source', () => {
  expect(new CurrentRegions(places, []).getRegionCode(places[0])).toBe('VN.44')
})

test('assigns names in other languages to the region, not to the code', () => {
  const table = new Map([
    ['VN.44', { isoCode: 'HN', names: { de: 'Hanoi', ja: 'ハノイ' } }],
    ['VN.64', { isoCode: '25', names: { fr: 'Province de Quảng Trị' } }],
    ['VN.58', { isoCode: '22', names: { ru: 'Нгеан' } }],
  ])
  expect(regions.findNames(table, 'VN.01', 'Hanoi')?.names.ja).toBe('ハノイ')
  expect(regions.findNames(table, 'VN.44', 'Quang Tri Province')?.isoCode).toBe('25')
  expect(regions.findNames(table, 'VN.58', 'Nghe An')?.isoCode).toBe('22')
  expect(regions.findNames(table, 'VN.44', 'Elsewhere')).toBeUndefined()
})
