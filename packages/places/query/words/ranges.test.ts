import { expect, test } from 'vitest'
import { PlacesBuilder } from '../../index/builder.ts'
import { getLabel } from '../../index/place-index.ts'
import { searchAll } from '../merge.ts'
import { PlaceSearch } from '../search.ts'

const builder = new PlacesBuilder()
const at = { latitude: 1, longitude: 1 }
const country = builder.add({ kind: 'country', names: ['Testland'], ...at, importance: 0.9 })
const city = builder.add({ kind: 'city', names: ['Testville'], ...at, importance: 0.8, parent: country })
builder.add({ kind: 'postcode', names: ['98000'], ...at, importance: 0.2, parent: city })
/** These places share a name with a street. A query with a house number must not return them first. */
builder.add({ kind: 'village', names: ['18 de Julio'], ...at, importance: 0.4, parent: country })
builder.add({ kind: 'town', names: ['Canelones'], ...at, importance: 0.6, parent: country })
const streets: Readonly<Record<string, readonly string[]>> = {
  'Rue Grimaldi': ['8', '10', '14', '16'],
  Canelones: ['1205', '1209'],
  '18 de Julio': ['1234', '1240'],
  'West Broadway': ['7', '119'],
  'Main Street': ['12-34', '37-12', '12', '12-05'],
  Hauptstraße: ['12-14', '12bis', '20'],
  'Calle 7': ['12', '30'],
}
for (const [row, [name, numbers]] of Object.entries(streets).entries()) {
  const latitude = 1 + row / 1000
  const houses = numbers.map((number, column) => ({ number, latitude, longitude: 1 + column / 1000 }))
  builder.add({ kind: 'street', names: [name], latitude, longitude: 1, parent: city, postcode: '98000', houses })
}
const index = builder.build()
const search = new PlaceSearch(index)

const rangeForms = [
  '14-18',
  '14–18',
  '14—18',
  '14 - 18',
  '14 à 18',
  '14 a 18',
  '14 al 18',
  '14 to 18',
  '14 bis-18',
  '14/18',
]
const addressForms: readonly ((range: string) => string)[] = [
  (range) => `${range} rue grimaldi`,
  (range) => `${range}, rue Grimaldi, Testville`,
  (range) => `rue Grimaldi ${range}`,
  (range) => `Rue Grimaldi ${range}, 98000 Testville`,
  (range) => `98000 Testville, Rue Grimaldi ${range}`,
  (range) => `Testville, ${range} rue Grimaldi`,
]

test.each(rangeForms)('finds the house 14 for the range %s in any order of the address', (range) => {
  expect(addressForms.map((write) => find(write(range)))).toEqual(addressForms.map(() => 'Rue Grimaldi 14'))
})

test.each([
  ['12-14 rue grimaldi', 'Rue Grimaldi 14'],
  ['12 à 15 rue grimaldi', 'Rue Grimaldi 14'],
  ['11-13 rue grimaldi', 'Rue Grimaldi none'],
  ['18 de julio 1234-1240', '18 de Julio 1234'],
  ['18 de julio 1234-40', '18 de Julio 1234'],
  ['18 de julio 1234 - 1240, testville', '18 de Julio 1234'],
  ['Canelones 1205-1209', 'Canelones 1205'],
  ['Canelones 1207-1209, Testville', 'Canelones 1209'],
  ['Hauptstraße 12-14', 'Hauptstraße 12-14'],
  ['Hauptstraße 12 - 14', 'Hauptstraße 12-14'],
  ['Hauptstraße 12', 'Hauptstraße 12-14'],
  ['Hauptstraße 13', 'Hauptstraße 12-14'],
  ['Hauptstraße 14', 'Hauptstraße 12-14'],
  ['12-34 Main Street', 'Main Street 12-34'],
  ['37-12 Main St', 'Main Street 37-12'],
  ['7-119 West Broadway', 'West Broadway 119'],
  ['Calle 7 - 12', 'Calle 7 12'],
])('finds %s', (text, expected) => {
  expect(find(text)).toBe(expected)
})

function find(text: string): string {
  const result = searchAll([search], text, { limit: 1 })
  const [best] = result.kind === 'places' ? result.places : []
  return best ? `${getLabel(index, best.entry)} ${best.house?.number ?? 'none'}` : 'nothing'
}
