import { expect, test } from 'vitest'
import { PlacesBuilder } from '../../index/builder.ts'
import { searchAll } from '../merge.ts'
import { PlaceSearch } from '../search.ts'

/** Half the circumference of a meridian is 180 degrees, so 1 degree of latitude is 111.2 km. */
const KILOMETERS_PER_DEGREE = 111.2
const builder = new PlacesBuilder()
const at = { latitude: 0, longitude: 0 }
const city = builder.add({ kind: 'city', names: ['Montevideo'], ...at, importance: 0.85 })
builder.add({ kind: 'city', names: ['Santa Barbara'], ...at, importance: 0.6 })
builder.add({ kind: 'village', names: ['Santa Rosalia'], ...at, importance: 0.59 })
const apartments = builder.add({ kind: 'poi', names: ['Cap Antibes'], ...at, importance: 0.05, parent: city })
const search = new PlaceSearch(builder.build())

function find(text: string, kilometers?: number) {
  const near = kilometers === undefined ? undefined : { latitude: kilometers / KILOMETERS_PER_DEGREE, longitude: 0 }
  const result = searchAll([search], text, { near })
  return result.kind === 'places' ? result.places[0] : undefined
}

test('has little confidence in a similar name more than 500 km from the requested position', () => {
  expect(find("Cap d'Antibes", 10_000)?.confidence).toBeLessThanOrEqual(0.6)
  expect(find("Cap d'Antibes", 510)?.confidence).toBeLessThanOrEqual(0.6)
  expect(find("Cap d'Antibes", 490)).toMatchObject({ entry: apartments })
  expect(find("Cap d'Antibes", 490)?.confidence).toBeGreaterThan(0.85)
  expect(find("Cap d'Antibes")?.confidence).toBeGreaterThan(0.85)
})

test('has confidence in the same name at any distance', () => {
  for (const text of ['Cap Antibes', 'Cap Antib', 'CAP ANTIBES'])
    expect(find(text, 10_000)?.confidence).toBeGreaterThan(0.85)
})

test('has confidence in a similar name if the query also names the city', () => {
  expect(find("Cap d'Antibes, Montevideo", 10_000)?.confidence).toBeGreaterThan(0.85)
})

test('has confidence in a similar name of a large place at any distance, but not of a small one', () => {
  expect(find('Santa Barbra', 10_000)?.confidence).toBeGreaterThan(0.85)
  expect(find('Santa Rosalla', 490)?.confidence).toBeGreaterThan(0.85)
  expect(find('Santa Rosalla', 10_000)?.confidence).toBeLessThanOrEqual(0.6)
})
