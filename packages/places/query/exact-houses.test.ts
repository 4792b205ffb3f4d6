import { expect, test } from 'vitest'
import { PlacesBuilder } from '../index/builder.ts'
import { searchAll } from './merge.ts'
import { PlaceSearch } from './search.ts'

const builder = new PlacesBuilder()
const addTown = (name: string, latitude: number, numbers: readonly string[]) => {
  const town = builder.add({ kind: 'town', names: [name], latitude, longitude: 9.5, importance: 0.5 })
  const houses = numbers.map((number, column) => ({ number, latitude, longitude: 9.5 + column / 1000 }))
  builder.add({ kind: 'street', names: ['Landstrasse'], latitude, longitude: 9.5, parent: town, houses })
}
addTown('Vaduz', 47.14, ['10', '14', '30'])
addTown('Triesen', 47.1, ['11', '12', '21'])
addTown('Farther', 49, ['12'])
const search = new PlaceSearch(builder.build())

function find(text: string) {
  const result = searchAll([search], text, { limit: 3 })
  const [best] = result.kind === 'places' ? result.places : []
  return [best?.house?.number, best?.latitude]
}

test('prefers the house in a neighboring town to a nearby number in the named one', () => {
  expect(find('Landstrasse 21, Vaduz')).toEqual(['21', 47.1])
})

test('prefers the house of the named town, and an estimate between its houses to a house in another town', () => {
  expect(find('Landstrasse 14, Vaduz')).toEqual(['14', 47.14])
  expect(find('Landstrasse 12, Vaduz')).toEqual(['12', 47.14])
})

test('prefers an end of the range in a neighboring town to a nearby number in the named one', () => {
  expect(find('Landstrasse 21-23, Vaduz')).toEqual(['21', 47.1])
  expect(find('Landstrasse 14-16, Vaduz')).toEqual(['14', 47.14])
})

test('prefers a house with exactly the written number to an end of the range, even if the end is nearer', () => {
  const places = new PlacesBuilder()
  const at = { latitude: 40.7, longitude: -73.8 }
  const city = places.add({ kind: 'city', names: ['Queens'], ...at, importance: 0.8 })
  const addStreet = (latitude: number, number: string) => {
    const houses = [{ number, latitude, longitude: -73.8 }]
    places.add({ kind: 'street', names: ['Main Street'], latitude, longitude: -73.8, parent: city, houses })
  }
  addStreet(40.7, '12')
  addStreet(40.75, '12-34')
  const result = searchAll([new PlaceSearch(places.build())], '12-34 Main Street', { limit: 2, near: at })
  expect(result.kind === 'places' && result.places.map(({ house }) => house?.number)).toEqual(['12-34', '12'])
})

test('has as much confidence in the house of a neighboring town as in the street of the named town, at most 0.7', () => {
  const result = searchAll([search], 'Landstrasse 21, Vaduz', { limit: 2 })
  expect(result.kind === 'places' && result.places.map(({ confidence }) => confidence)).toEqual([0.7, 0.7])
})

test('has low confidence in a house with another number', () => {
  const [same, other] = ['Landstrasse 30, Vaduz', 'Landstrasse 34, Vaduz'].map((text) => {
    const result = searchAll([search], text, { limit: 1 })
    return result.kind === 'places' ? result.places[0] : undefined
  })
  expect(same?.confidence).toBeGreaterThan(0.95)
  expect(other).toMatchObject({ house: { number: '30' } })
  expect(other?.confidence).toBeLessThanOrEqual(0.7)
})

test('prefers an exact house on a mistyped street to a city that explains less of the query', () => {
  const places = new PlacesBuilder()
  const at = { latitude: -34.9, longitude: -56.2 }
  const uruguay = places.add({ kind: 'country', names: ['Uruguay', 'República Oriental'], ...at, importance: 1 })
  const city = places.add({ kind: 'city', names: ['Montevideo'], ...at, importance: 0.9, parent: uruguay })
  places.add({ kind: 'street', names: ['República'], ...at, parent: city, houses: [{ number: '1691', ...at }] })
  const result = searchAll([new PlaceSearch(places.build())], 'Repúrlica 1691, Montevideo', { limit: 1 })
  expect(result.kind === 'places' && result.places[0]?.house?.number).toBe('1691')
})
