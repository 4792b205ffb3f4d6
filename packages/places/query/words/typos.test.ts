import { expect, test } from 'vitest'
import { PlacesBuilder } from '../../index/builder.ts'
import { getLabel } from '../../index/place-index.ts'
import { searchAll } from '../merge.ts'
import { PlaceSearch } from '../search.ts'

const builder = new PlacesBuilder()
const country = builder.add({ kind: 'country', names: ['Bulgaria'], latitude: 42, longitude: 25, importance: 1 })
const town = (name: string, importance: number) =>
  builder.add({ kind: 'town', names: [name], latitude: 1, longitude: 1, importance, parent: country })
const [small, large] = [town('Kleinstadt', 0.3), town('Grossstadt', 0.5)]
const street = (name: string, parent: number, importance = 0.1) =>
  builder.add({
    kind: 'street',
    names: [name],
    latitude: 1,
    longitude: 1,
    importance,
    parent,
    houses: [{ number: '28', latitude: 1, longitude: 1 }],
  })
for (const name of ['210th Street', '211th Street', '213th Street', '243rd Street', 'NY 24']) street(name, small)
for (const name of ['Rue du Portier', 'Avenue Albert II', 'Avinguda de les Escoles', 'Bulgaria']) street(name, small)
street('Sägenstrasse', small)
street('Sagenstrasse', large, 0.16)
const search = new PlaceSearch(builder.build())

function first(text: string): string {
  const result = searchAll([search], text, { limit: 1 })
  const [best] = result.kind === 'places' ? result.places : []
  return best ? [getLabel(search.index, best.entry), best.house?.number].filter(Boolean).join(' ') : 'nothing'
}

function confidenceOf(text: string): number {
  const result = searchAll([search], text, { limit: 1 })
  return result.kind === 'places' ? (result.places[0]?.confidence ?? 0) : 1
}

test.each([
  ['28 21t0h Street', '210th Street 28'],
  ['28 231th Street', '213th Street 28'],
  ['28 24rd Street', '243rd Street 28'],
])('reads %s as %s: swapped letters, and the ending of a number', (text, expected) => {
  expect(first(text)).toBe(expected)
})

test.each([
  ['28 Rue duPortier', 'Rue du Portier 28'],
  ['28 Avenue AlbertII', 'Avenue Albert II 28'],
  ['28 Avenue AlbertuII', 'Avenue Albert II 28'],
  ['Avinguda de le sEscoles 28', 'Avinguda de les Escoles 28'],
  ['Avinguda de lesE scoles 28', 'Avinguda de les Escoles 28'],
  ['Sagenstrasse28, Grossstadt', 'Sagenstrasse 28'],
  ['28Sagenstrasse', 'Sagenstrasse 28'],
  ['28 213thStreet', '213th Street 28'],
  ['28 213thrStreet', '213th Street 28'],
  ['#5-28 Rue du Portier', 'Rue du Portier 28'],
])('corrects the spaces of %s', (text, expected) => {
  expect(first(text)).toBe(expected)
})

test('prefers the street with the accents of the query to one in a larger town', () => {
  expect(first('Sägenstrasse 28')).toBe('Sägenstrasse 28')
  expect(first('Sagenstrasse 28')).toBe('Sagenstrasse 28')
})

test('prefers a house to a country of that name, and the country without a number', () => {
  expect(first('Bulgaria 28')).toBe('Bulgaria 28')
  expect(first('Bulgaria')).toBe('Bulgaria')
})

test('has the same confidence in a house number that is a separate part', () => {
  const [separate, joined] = ['28, Rue du Portier, Kleinstadt', '28 Rue du Portier, Kleinstadt'].map(confidenceOf)
  expect(separate).toBe(joined)
})

test.each(['zzzzzz street 28', 'the zzzzzz', 'rue du zzzzzz 28'])(
  'has low confidence in a street that shares no specific word with %s',
  (text) => {
    expect(confidenceOf(text)).toBeLessThan(0.4)
  },
)

test('lets a house with exactly the number confirm a guess at a short street name', () => {
  const houses = [{ number: '16', latitude: 1, longitude: 1 }]
  const places = new PlacesBuilder()
  const eschen = places.add({ kind: 'village', names: ['Eschen'], latitude: 1, longitude: 1, importance: 0.4 })
  for (const name of ['Hub', '87th Avenue', 'Kirchgasse'])
    places.add({ kind: 'street', names: [name], latitude: 1, longitude: 1, parent: eschen, houses })
  const index = places.build()
  const find = (text: string) => {
    const result = searchAll([new PlaceSearch(index)], text, { limit: 1 })
    const [best] = result.kind === 'places' ? result.places : []
    return best && `${getLabel(index, best.entry)} ${best.house?.number ?? ''}`.trim()
  }
  expect(find('ub 16, Eschen')).toBe('Hub 16')
  expect(find('7th Avenue 16, Eschen')).toBe('87th Avenue 16')
  expect(find('ub, Eschen')).toBe('Eschen')
})

test('does not mistake the state and a number for the name of a route', () => {
  const places = new PlacesBuilder()
  const state = places.add({ kind: 'region', names: ['New York', 'NY'], latitude: 1, longitude: 1, importance: 0.7 })
  const queens = places.add({
    kind: 'city',
    names: ['Queens'],
    latitude: 1,
    longitude: 1,
    parent: state,
    importance: 0.6,
  })
  const add = (name: string, numbers: readonly string[]) =>
    places.add({
      kind: 'street',
      names: [name],
      latitude: 1,
      longitude: 1,
      parent: queens,
      houses: numbers.map((number) => ({ number, latitude: 1, longitude: 1 })),
    })
  add('NY 24', [])
  add('214th Street', ['89-85'])
  const index = places.build()
  const result = searchAll([new PlaceSearch(index)], '89-85 24th Street, Queens, NY', { limit: 1 })
  const [best] = result.kind === 'places' ? result.places : []
  expect(best && getLabel(index, best.entry)).toBe('214th Street')
})
