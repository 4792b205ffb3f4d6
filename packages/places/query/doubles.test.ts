import { describe, expect, test } from 'vitest'
import { PlacesBuilder } from '../index/builder.ts'
import { getLabel } from '../index/place-index.ts'
import type { PlaceKind } from '../index/record.ts'
import { toSpellingKeys } from '../text/written.ts'
import { searchAll } from './merge.ts'
import { PlaceSearch } from './search.ts'

describe('duplicates within a source, returned once', () => {
  const builder = new PlacesBuilder()
  const add = (kind: PlaceKind, name: string, latitude: number, more: object = {}) =>
    builder.add({ kind, names: [name], latitude, longitude: 7.42, importance: 0.2, ...more })
  const monaco = add('city', 'Monaco', 43.73)
  const houses = (latitude: number) => [{ number: '10', latitude, longitude: 7.42 }]
  add('postcode', '98000', 43.73)
  add('postcode', '98000', 43.74)
  add('port', 'Port of Monaco', 43.735)
  add('port', 'Port of Monaco', 43.735)
  add('street', 'Boulevard des Moulins', 43.741, { parent: monaco, houses: houses(43.7412) })
  add('street', 'Boulevard des Moulins', 43.742, { parent: monaco, houses: houses(43.7414) })
  add('poi', 'Palais', 43.731, { parent: monaco })
  add('poi', 'Palais', 43.732, { parent: monaco })
  add('poi', 'Palais', 43.75, { parent: monaco })
  add('village', 'Twin', 43.8)
  add('village', 'Twin', 43.801)
  const search = new PlaceSearch(builder.build())
  test.each([
    ['98000', 1],
    ['Port of Monaco', 1],
    ['Boulevard des Moulins 10', 1],
    ['Palais', 2],
    ['Twin', 2],
  ])('%s: %i', (text, count) => {
    const result = searchAll([search], text)
    expect(result.kind === 'places' && result.places.filter(({ confidence }) => confidence > 0.95)).toHaveLength(count)
  })
})

describe('place in two indexes', () => {
  const minnesota = { names: ['Montevideo', 'مونتيفيديو'], latitude: 44.9, longitude: -95.7, importance: 0.5 }
  const world = new PlacesBuilder()
  world.add({ kind: 'village', ...minnesota, details: JSON.stringify({ written: toSpellingKeys(minnesota.names) }) })
  world.add({
    kind: 'airport',
    names: ['Carrasco Airport', 'MVD'],
    latitude: -34.8,
    longitude: -56,
    importance: 0.66,
    details: JSON.stringify({ tags: { iata: 'MVD' } }),
  })
  const map = new PlacesBuilder()
  const names = ['Montevideo', 'MVD', 'مونتيفيديو']
  const details = JSON.stringify({ names: { ar: 'مونتيفيديو' } })
  map.add({ kind: 'city', names, latitude: -34.9, longitude: -56.2, importance: 0.85, details })
  const both = [new PlaceSearch(world.build()), new PlaceSearch(map.build())]
  const first = (text: string) => {
    const result = searchAll(both, text)
    return result.kind === 'places' && getLabel(both[result.places[0].source].index, result.places[0].entry)
  }

  test('has the same confidence by a displayed name as by a name that is only searchable', () => {
    const result = searchAll(both, 'مونتيفيديو')
    expect(result).toMatchObject({ places: [{ source: 1, confidence: 1 }, { source: 0 }] })
  })

  test('does not match the code of its airport', () => {
    expect(first('MVD')).toBe('Carrasco Airport')
    expect(first('Montevideo')).toBe('Montevideo')
  })
})

test('ranks a town with the full name before one with it as a prefix', () => {
  const builder = new PlacesBuilder()
  for (const [at, name] of ['Triesenberg', 'Triesen'].entries()) {
    const parent = builder.add({ kind: 'village', names: [name], latitude: at, longitude: 9, importance: 0.5 })
    const numbers = at === 0 ? ['10'] : ['8', '12']
    const houses = numbers.map((number) => ({ number, latitude: at, longitude: 9 }))
    builder.add({ kind: 'street', names: ['Landstrasse'], latitude: at, longitude: 9, parent, houses })
  }
  const search = new PlaceSearch(builder.build())
  expect(search.find('Landstrasse 10 Triesen')[0]).toMatchObject({ latitude: 1 })
  expect(search.find('Landstrasse 10 Triesenb')[0]).toMatchObject({ latitude: 0 })
})
