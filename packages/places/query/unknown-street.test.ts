import { describe, expect, test } from 'vitest'
import { PlacesBuilder } from '../index/builder.ts'
import { getKind, getLabel } from '../index/place-index.ts'
import { searchAll } from './merge.ts'
import { PlaceSearch } from './search.ts'

/** Builds an index without streets, in which village names also occur as words in addresses. */
function world(): PlaceSearch {
  const builder = new PlacesBuilder()
  const town = (names: string[], importance: number, latitude: number) =>
    builder.add({ kind: importance > 0.7 ? 'city' : 'village', names, latitude, longitude: 5, importance })
  for (const [at, name] of ['London', 'Paris', 'Berlin', 'Moscow'].entries()) town([name], 0.95, at * 10)
  town(['Parizh', 'Paris'], 0.45, -10)
  town(['Dowling', 'Bownling'], 0.45, -20)
  town(['Baker'], 0.55, -30)
  town(['Saint Lambert', 'St Lambert'], 0.6, -40)
  town(['Main', 'Mein'], 0.5, -50)
  return new PlaceSearch(builder.build())
}

/** Builds an index of one city with streets named after other cities. */
function local(): PlaceSearch {
  const builder = new PlacesBuilder()
  const at = { latitude: -34.9, longitude: -56.2 }
  const city = builder.add({ kind: 'city', names: ['Montevideo'], importance: 0.85, ...at })
  for (const name of ['Berlin', 'Londres', 'Rivera', 'Tomás Baker']) {
    builder.add({ kind: 'street', names: [name], importance: 0.1, parent: city, ...at })
  }
  return new PlaceSearch(builder.build())
}

const indexes = { 'the world alone': [world()], 'the world and a map': [world(), local()] }

describe.each(Object.entries(indexes))('street that %s does not have', (_, searches) => {
  const first = (text: string) => {
    const result = searchAll(searches, text)
    const [best] = result.kind === 'places' ? result.places : []
    if (!best) return 'nothing'
    const { index } = searches[best.source]
    return `${getKind(index, best.entry)} ${getLabel(index, best.entry)}`
  }

  test.each([
    ['221B Baker Street, London', 'London'],
    ['10 Downing Street, London', 'London'],
    ['Rue de Rivoli, Paris', 'Paris'],
    ['Kurfürstendamm 1, Berlin', 'Berlin'],
    ['Berlin, Kurfürstendamm 1', 'Berlin'],
    ['Tverskaya 1, Moscow', 'Moscow'],
  ])('falls back to the city: %s', (text, city) => {
    expect(first(text)).toBe(`city ${city}`)
  })

  test('has no more confidence than a guess', () => {
    for (const text of ['221B Baker Street, London', 'Main Street', '10 Downing Street, London']) {
      const result = searchAll(searches, text)
      expect(result.kind === 'places' && (result.places[0]?.confidence ?? 0)).toBeLessThan(0.6)
    }
  })
})

test('ranks an existing street before its city', () => {
  const [best] = local().find('Rivera, Montevideo')
  const { index } = local()
  expect(getLabel(index, best.entry)).toBe('Rivera')
})
