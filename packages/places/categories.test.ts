import { expect, test } from 'vitest'
import {
  categoryKeys,
  categoryTags,
  hasCategory,
  listCategories,
  placeCategories,
  readCategories,
  toCategoryMask,
  toMask,
} from './categories.ts'
import { PlacesBuilder } from './index/builder.ts'

const of = (tags: Record<string, string>) => listCategories(toCategoryMask(new Map(Object.entries(tags))))

test('keeps the categories in the order of their bits, which datasets contain', () => {
  expect(placeCategories.join(' ')).toBe(
    'atm cafe charging checkpoint food fuel hospital hotel parking police speed_camera pharmacy supermarket bank toilets ' +
      'airport train_station bus_station doctor dentist post_office school university mall convenience bar car_repair ' +
      'car_wash museum library other',
  )
  expect(placeCategories.map(toMask)).toEqual(placeCategories.map((_, at) => 2 ** at))
})

test('maps every tag of the table to its category, and every key is one that readers use', () => {
  for (const category of placeCategories) {
    for (const [key, values] of Object.entries(categoryTags[category])) {
      expect(categoryKeys).toContain(key)
      for (const value of values) expect(of({ [key]: value }), `${key}=${value}`).toContain(category)
    }
  }
})

test('handles a bank with an ATM, a café that is also a restaurant, and other places', () => {
  expect(of({ amenity: 'bank', atm: 'yes' })).toEqual(['atm', 'bank'])
  expect(of({ amenity: 'cafe;restaurant' })).toEqual(['cafe', 'food'])
  expect(of({ amenity: 'bank', atm: 'no' })).toEqual(['bank'])
  expect(of({ 'disused:amenity': 'fuel' })).toEqual([])
})

test('excludes private car parks', () => {
  expect(of({ amenity: 'parking', access: 'private' })).toEqual([])
  expect(of({ amenity: 'parking', access: 'customers' })).toEqual(['parking'])
  expect(of({ amenity: 'police', access: 'private' })).toEqual(['police'])
})

test('keeps all categories of an entry, including those beyond the bits of the index', () => {
  const tagsOfEntries: Record<string, string>[] = [
    { amenity: 'bank', atm: 'yes' },
    { amenity: 'school' },
    { amenity: 'library;cafe' },
    { amenity: 'toilets' },
    { amenity: 'bench' },
  ]
  const builder = new PlacesBuilder()
  for (const [at, tags] of tagsOfEntries.entries()) {
    const category = toCategoryMask(new Map(Object.entries(tags)))
    const details = JSON.stringify({ tags })
    builder.add({ kind: 'poi', names: ['x'], latitude: at, longitude: 1, importance: 0.5 - at / 10, category, details })
  }
  const index = builder.build()
  const entries = tagsOfEntries.map((_, entry) => entry)
  expect(entries.map((entry) => listCategories(readCategories(index, entry)))).toEqual([
    ['atm', 'bank'],
    ['school'],
    ['cafe', 'library'],
    ['toilets'],
    ['other'],
  ])
  for (const category of placeCategories) {
    const expected = entries.filter((entry) => listCategories(readCategories(index, entry)).includes(category))
    expect(entries.filter((entry) => hasCategory(index, entry, toMask(category)))).toEqual(expected)
  }
})
