import { expect, test } from 'vitest'
import { PlacesBuilder } from './builder.ts'
import { readDetails, readPostcode, writeDetails } from './details.ts'
import { getLabel } from './place-index.ts'
import { countEntries, type PlaceIndex, placesFromSections, placesToSections } from './schema.ts'

function entryNamed(index: PlaceIndex, label: string): number {
  return Array.from({ length: countEntries(index) }, (_, entry) => entry).findIndex(
    (entry) => getLabel(index, entry) === label,
  )
}

test('round-trips details in any script, even from shared memory', () => {
  const details = { names: { ja: '東京' }, tags: { cuisine: 'sushi', note: '"✓"' }, osm: 'node/5' }
  const builder = new PlacesBuilder()
  const at = { latitude: 1, longitude: 2 }
  builder.add({ kind: 'poi', names: ['without'], ...at })
  builder.add({ kind: 'poi', names: ['with'], ...at, details: writeDetails(details) })
  builder.add({ kind: 'city', names: ['town'], ...at, details: writeDetails({ osm: 'node/1' }) })
  const shared = placesToSections(builder.build()).map(([name, array]) => {
    const memory = new SharedArrayBuffer(array.byteLength)
    new Uint8Array(memory).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    const type = array.constructor as new (buffer: SharedArrayBuffer) => typeof array
    return [name, new type(memory)] as const
  })
  const index = placesFromSections(new Map(shared))
  expect(readDetails(index, entryNamed(index, 'with'))).toEqual(details)
  expect(readDetails(index, entryNamed(index, 'without'))).toBeUndefined()
  expect(readDetails(index, entryNamed(index, 'town'))).toEqual({ osm: 'node/1' })
})

test('omits empty values', () => {
  expect(writeDetails({ names: {}, postcode: '', tags: {} })).toBeUndefined()
  expect(writeDetails({ names: {}, postcode: '1', osm: '' })).toBe('{"postcode":"1"}')
})

test('shows postal codes as written, and in upper case by default', () => {
  const builder = new PlacesBuilder()
  const at = { latitude: 1, longitude: 2, postcode: 'sw1a 1aa' }
  builder.add({ kind: 'street', names: ['a'], ...at, details: writeDetails({ postcode: 'SW1A 1AA' }) })
  builder.add({ kind: 'street', names: ['b'], ...at })
  const index = builder.build()
  expect(readPostcode(index, entryNamed(index, 'a'))).toBe('SW1A 1AA')
  expect(readPostcode(index, entryNamed(index, 'b'))).toBe('SW1A1AA')
})
