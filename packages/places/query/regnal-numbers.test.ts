import { expect, test } from 'vitest'
import { PlacesBuilder } from '../index/builder.ts'
import { getLabel } from '../index/place-index.ts'
import { searchAll } from './merge.ts'
import { PlaceSearch } from './search.ts'

function buildCity(streets: Readonly<Record<string, readonly string[]>>): PlaceSearch {
  const builder = new PlacesBuilder()
  const parent = builder.add({ kind: 'city', names: ['Monaco'], latitude: 1, longitude: 1, importance: 0.7 })
  for (const [row, [name, numbers]] of Object.entries(streets).entries()) {
    const latitude = 1 + row / 100
    const houses = numbers.map((number, column) => ({ number, latitude, longitude: 1 + column / 1000 }))
    builder.add({ kind: 'street', names: [name], latitude, longitude: 1, parent, importance: 0.1, houses })
  }
  return new PlaceSearch(builder.build())
}

function find(search: PlaceSearch, text: string) {
  const result = searchAll([search], text, { limit: 1 })
  const [best] = result.kind === 'places' ? result.places : []
  return best && { label: getLabel(search.index, best.entry), number: best.house?.number, confidence: best.confidence }
}

const city = buildCity({
  'Boulevard Albert 1er': [],
  'Avenue Albert II': ['4-6', '8'],
  'Rue Louis XV': ['1', '3'],
  'Rue Louis XIV': ['2', '5'],
  'Calle Alfonso XII': ['12', '20'],
  'Calle Alfonso XIII': ['12', '22'],
})

test.each([
  ['Boulevard Albert I 20', 'Boulevard Albert 1er', undefined],
  ['20 boulevard albert premier, monaco', 'Boulevard Albert 1er', undefined],
  ['Avenue Albert II 8', 'Avenue Albert II', '8'],
  ['8 avenue Albert 2ème', 'Avenue Albert II', '8'],
  ['5 rue Louis XIV', 'Rue Louis XIV', '5'],
  ['3 rue Louis XV', 'Rue Louis XV', '3'],
  ['calle alfonso xiii 12', 'Calle Alfonso XIII', '12'],
  ['calle alfonso xii 12', 'Calle Alfonso XII', '12'],
])('%s is on %s', (text, label, number) => {
  expect(find(city, text)).toMatchObject({ label, number })
})

test('is as sure of a street in another form as of the same form', () => {
  expect(find(city, 'Bd Albert I 20')?.confidence).toBeGreaterThan(0.6)
})

test('has a low confidence in a street of another ruler of the same name', () => {
  const other = buildCity({ 'Avenue Albert II': ['4-6', '8'], 'Rue Grimaldi': ['20'] })
  expect(find(other, 'Boulevard Albert I 20')?.confidence ?? 0).toBeLessThan(0.4)
  expect(find(other, 'Boulevard Albert III 8')?.confidence ?? 0).toBeLessThan(0.4)
})
