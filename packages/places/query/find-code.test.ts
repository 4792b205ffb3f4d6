import { expect, test } from 'vitest'
import { PlacesBuilder } from '../index/builder.ts'
import { getKind, getLabel } from '../index/place-index.ts'
import { searchAll } from './merge.ts'
import { PlaceSearch } from './search.ts'
import type { SearchOptions } from './search-types.ts'

const builder = new PlacesBuilder()
const at = { latitude: 1, longitude: 1 }
const addCountry = (name: string, countryCode: string) =>
  builder.add({ kind: 'country', names: [name], ...at, importance: 0.9, countryCode })
const france = addCountry('France', 'FR')
for (const [name, code] of [
  ['United States', 'US'],
  ['Uruguay', 'UY'],
  ['Norway', 'NO'],
  ['Peru', 'PE'],
  ['India', 'IN'],
] as const)
  addCountry(name, code)
builder.add({ kind: 'village', names: ['Us'], ...at, importance: 0.2, parent: france, countryCode: 'FR' })
builder.add({ kind: 'region', names: ['Indiana', 'IN'], ...at, importance: 0.7, countryCode: 'US' })
builder.add({
  kind: 'airport',
  names: ['Perth', 'PER'],
  ...at,
  importance: 0.5,
  countryCode: 'AU',
  details: JSON.stringify({ tags: { iata: 'PER' } }),
})
const index = builder.build()
const search = new PlaceSearch(index)

function find(text: string, options: SearchOptions = {}) {
  const result = searchAll([search], text, options)
  return result.kind === 'places'
    ? result.places.map(({ entry, confidence }) => ({
        name: getLabel(index, entry),
        kind: getKind(index, entry),
        confidence,
      }))
    : []
}

test.each([
  ['UY', 'Uruguay'],
  ['URY', 'Uruguay'],
  [' UY ', 'Uruguay'],
  ['US', 'United States'],
  ['USA', 'United States'],
  ['NO', 'Norway'],
  ['IN', 'India'],
])('finds the country for the ISO 3166-1 code "%s"', (code, name) => {
  expect(find(code)[0]).toEqual({ name, kind: 'country', confidence: 1 })
})

test('lists the airport before the country if an IATA code and an alpha-3 code are the same', () => {
  expect(find('PER').slice(0, 2)).toMatchObject([
    { name: 'Perth', kind: 'airport', confidence: 1 },
    { name: 'Peru', kind: 'country' },
  ])
})

test('lists a village with the same name after the country', () => {
  expect(find('US')[1]).toMatchObject({ name: 'Us', kind: 'village' })
  expect(find('US', { near: at })[0]?.name).toBe('United States')
})

test('reads codes only in capital letters, only as the whole query, and only in the requested country', () => {
  expect(find('us')[0]?.name).toBe('Us')
  expect(find('Us')[0]?.name).toBe('Us')
  expect(find('US', { countryCode: 'FR' })[0]?.name).toBe('Us')
  expect(find('US', { countryCode: 'US' })[0]?.name).toBe('United States')
  expect(find('US Us')[0]?.name).toBe('Us')
  expect(find('XX').some(({ kind }) => kind === 'country')).toBe(false)
})
