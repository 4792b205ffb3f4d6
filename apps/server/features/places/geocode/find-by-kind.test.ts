import { expect, test } from 'vitest'
import { createTestIndex } from '../testing/small-index.ts'
import { findLocally } from './find-locally.ts'

const index = createTestIndex((builder) => {
  const area = (kind: 'town' | 'suburb', name: string, latitude: number) =>
    builder.add({ kind, names: [name], latitude, longitude: 0, importance: 0.5 })
  const poi = (name: string, latitude: number, parent: number, tags: object) =>
    builder.add({
      kind: 'poi',
      names: [name],
      latitude,
      longitude: 0,
      parent,
      details: JSON.stringify({ tags }),
    })
  const vaduz = area('town', 'Vaduz', 0)
  poi('Vaduzerhof', 0.02, vaduz, { tourism: 'hotel' })
  poi('Engel', 0.001, vaduz, { tourism: 'hotel' })
  const pocitos = area('suburb', 'Pocitos', 1)
  poi('Pocitos Plaza', 1.02, pocitos, { shop: 'mall' })
  poi('Playa', 1.005, pocitos, { railway: 'stop' })
  poi('Ramírez', 1.01, pocitos, { natural: 'beach' })
})

function first(text: string): string | undefined {
  const query = { text, limit: 1, near: undefined, countryCode: undefined, language: undefined }
  return findLocally([index], query)[0]?.name
}

test('finds a kind in a town rather than one whose name only begins like the town', () => {
  expect(first('hotel vaduz')).toBe('Engel')
  expect(first('hotel vaduzerhof')).toBe('Vaduzerhof')
})

test('finds the kind and not another place that is named after the kind', () => {
  expect(first('playa de pocitos')).toBe('Ramírez')
})

test('does not treat the word for a kind as a typo in a name', () => {
  expect(first('playa pocitos')).toBe('Ramírez')
  expect(first('pocitos plaza')).toBe('Pocitos Plaza')
})

test('finds a mistyped name on the map rather than a place near a remote village of that name', () => {
  const world = createTestIndex((builder) => {
    builder.add({ kind: 'village', names: ['Carasco'], latitude: 3, longitude: 5, importance: 0.3 })
  }, null)
  const map = createTestIndex((builder) => {
    const parent = builder.add({ kind: 'city', names: ['Montevideo'], latitude: 2, longitude: 5, importance: 0.8 })
    const details = JSON.stringify({ tags: { tourism: 'hotel' } })
    builder.add({ kind: 'poi', names: ['Sofitel Carrasco Casino'], latitude: 2, longitude: 5.1, parent, details })
    builder.add({ kind: 'poi', names: ['Bellavista'], latitude: 2.9, longitude: 5, parent, details })
  })
  const query = { text: 'carasco hotel', limit: 1, near: undefined, countryCode: undefined, language: undefined }
  expect(findLocally([world, map], query)[0]?.name).toBe('Sofitel Carrasco Casino')
})

/** Each place has a pharmacy next to it that is named after the latitude. */
function indexOfNamesakes(
  ...places: readonly (readonly [kind: 'suburb' | 'poi' | 'street', name: string, tags?: object])[]
) {
  return createTestIndex((builder) => {
    const parent = builder.add({ kind: 'city', names: ['Montevideo'], latitude: 0, longitude: 9, importance: 0.8 })
    for (const [row, [kind, name, tags]] of places.entries()) {
      const at = { latitude: row / 50, longitude: 9, parent }
      builder.add({ kind, names: [name], ...at, importance: 0.1, details: JSON.stringify({ tags }) })
      const details = JSON.stringify({ tags: { amenity: 'pharmacy' } })
      builder.add({ kind: 'poi', names: [`Farmacia ${row}`], ...at, details })
    }
  })
}

const [street, alley, bank, station, suburb] = [
  ['street', 'Tres Cruces'],
  ['street', 'Pasaje Tres Cruces'],
  ['poi', 'BBVA Tres Cruces', { amenity: 'bank' }],
  ['poi', 'Terminal Tres Cruces', { amenity: 'bus_station' }],
  ['suburb', 'Tres Cruces'],
] as const

test.each([
  ['a neighborhood to a landmark and a street', [street, station, suburb], 'Farmacia 2'],
  ['a landmark to a street', [street, alley, bank, station], 'Farmacia 3'],
  ['a street to a shop that is not a landmark', [bank, street], 'Farmacia 1'],
  ['the exact name to a neighborhood with a longer name', [street, ['suburb', 'Tres Cruces Norte']], 'Farmacia 0'],
  [
    'the exact name to a landmark with a longer name',
    [street, ['poi', 'Tres Cruces Norte', { shop: 'mall' }]],
    'Farmacia 0',
  ],
] as const)('searches around the named place and prefers %s', (_title, places, expected) => {
  for (const text of [
    'pharmacy near tres cruces',
    'farmacia cerca de Tres Cruces',
    'pharmacy near Tres Cruces, Montevideo',
  ]) {
    const query = { text, limit: 1, near: undefined, countryCode: undefined, language: undefined }
    expect(findLocally([indexOfNamesakes(...places)], query)[0]?.name).toBe(expected)
  }
})
