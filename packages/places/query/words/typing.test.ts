import { expect, test } from 'vitest'
import { PlacesBuilder } from '../../index/builder.ts'
import { getLabel } from '../../index/place-index.ts'
import type { PlaceRecord } from '../../index/record.ts'
import { type MergeOptions, searchAll } from '../merge.ts'
import { PlaceSearch } from '../search.ts'

type Entry = Pick<PlaceRecord, 'kind' | 'names' | 'importance'> & { readonly at: readonly [number, number] }

function buildSearch(entries: readonly Entry[]): PlaceSearch {
  const builder = new PlacesBuilder()
  for (const { at, ...entry } of entries) builder.add({ ...entry, latitude: at[0], longitude: at[1] })
  return new PlaceSearch(builder.build())
}

const world = buildSearch([
  { kind: 'country', names: ['Portugal'], importance: 1, at: [38.7, -9.1] },
  { kind: 'city', names: ['Poznań', 'Porta Slavica'], importance: 0.8, at: [52.4, 16.9] },
  { kind: 'city', names: ['Paris'], importance: 0.93, at: [48.85, 2.35] },
  { kind: 'city', names: ['Heidelberg'], importance: 0.69, at: [49.41, 8.69] },
  { kind: 'town', names: ['Heide'], importance: 0.58, at: [54.2, 9.1] },
  { kind: 'village', names: ['Vad'], importance: 0.5, at: [55.5, 44.2] },
  { kind: 'town', names: ['Wa'], importance: 0.6, at: [10.1, -2.5] },
  { kind: 'village', names: ['Casin'], importance: 0.45, at: [46.2, 26.8] },
])
const map = buildSearch([
  { kind: 'town', names: ['Vaduz'], importance: 0.57, at: [47.14, 9.52] },
  { kind: 'city', names: ['Porto'], importance: 0.76, at: [41.15, -8.61] },
  { kind: 'poi', names: ['Casino de Monte Carlo'], importance: 0.3, at: [43.739, 7.428] },
  { kind: 'poi', names: ['Parking'], importance: 0.1, at: [47.14, 9.52] },
  { kind: 'street', names: ['Städtle'], importance: 0.1, at: [47.14, 9.52] },
])

function type(text: string, options: MergeOptions = {}): string[] {
  const searches = [world, map]
  const result = searchAll(searches, text, { ...options, isOpen: true })
  if (result.kind !== 'places') return []
  return result.places.map(({ source, entry }) => getLabel(searches[source].index, entry))
}

test.each([
  ['vad', 'Vaduz'],
  ['por', 'Porto'],
  ['städ', 'Städtle'],
])('ranks a place on a loaded map first while it is being typed: %s', (text, name) => {
  expect(type(text)[0]).toBe(name)
})

test('ranks a large city elsewhere before a minor place on a loaded map', () => {
  expect(type('par')[0]).toBe('Paris')
})

test('ranks a longer name of a larger city before a shorter name that fits more of the letters', () => {
  expect(type('heid')).toEqual(['Heidelberg', 'Heide'])
})

test('lists names of several words that begin with the typed word', () => {
  expect(type('casin').slice(0, 2)).toContain('Casino de Monte Carlo')
})

test('ranks a completion of a foreign name below a completion of the own name', () => {
  expect(type('port').indexOf('Poznań')).toBeGreaterThan(type('port').indexOf('Portugal'))
})

test('does not correct the first letters of a word', () => {
  expect(type('va')).not.toContain('Wa')
})

test('prefers places on a map only near the requested position', () => {
  expect(type('vad', { near: { latitude: 55.5, longitude: 44.2 } })[0]).toBe('Vad')
})
