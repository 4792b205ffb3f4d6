import {
  countAreas,
  findCountryCode,
  getKind,
  getLabel,
  type PlaceIndex,
  PlaceSearch,
  type Position,
  searchAll,
} from '@fairway/places'
import { beforeAll, describe, expect, test } from 'vitest'
import { compilePlaces } from '../compile.ts'
import { montevideoTilesFolder } from '../index.ts'
import { buildWorld } from '../world/build-world.ts'

/** Indexes of the bundled map and of the world gazetteer, as on a new server, for testing real queries. */
let indexes: readonly PlaceIndex[]
let searches: readonly PlaceSearch[]
beforeAll(async () => {
  const map = await compilePlaces({ extract: montevideoTilesFolder(), threads: 1, onProgress() {} })
  indexes = [map, buildWorld().index]
  searches = indexes.map((index) => new PlaceSearch(index))
})

function find(text: string, near?: Position) {
  const result = searchAll(searches, text, { limit: 5, near })
  if (result.kind !== 'places') throw new Error(`${text} is a position`)
  return result.places.map(({ source, entry, confidence }) => ({
    source: source === 0 ? 'map' : 'world',
    kind: getKind(indexes[source], entry),
    label: getLabel(indexes[source], entry),
    country: findCountryCode(indexes[source], entry),
    confidence,
  }))
}

test('returns every neighborhood of the map first for its bare name', () => {
  const [map] = indexes
  const suburbs = Array.from({ length: countAreas(map) }, (_, area) => area)
    .filter((area) => getKind(map, area) === 'suburb')
    .map((area) => getLabel(map, area))
  expect(suburbs.length).toBeGreaterThan(60)
  const missed = suburbs.filter((name) => {
    const [best] = find(name)
    return !(best?.source === 'map' && best.kind === 'suburb' && best.label === name)
  })
  expect(missed).toEqual([])
})

test('returns a place of the same name elsewhere when the client is there', () => {
  expect(find('Palermo', { latitude: 38.1, longitude: 13.4 })[0]).toMatchObject({ label: 'Palermo', country: 'IT' })
  expect(find('Palermo', { latitude: -34.9, longitude: -56.2 })[0]).toMatchObject({ source: 'map', kind: 'suburb' })
})

describe('first result', () => {
  test.each([
    ['Barrio Sur', 'map', 'suburb', 'Barrio Sur', 'UY'],
    ['Montevideo', 'map', 'city', 'Montevideo', 'UY'],
    ['Albany', 'world', 'town', 'Albany', 'US'],
    ['Columbia', 'world', 'city', 'Columbia', 'US'],
    ['Angol', 'world', 'town', 'Angol', 'CL'],
    ['Granada', 'world', 'city', 'Granada', 'ES'],
    ['Salvador', 'world', 'city', 'Salvador', 'BR'],
    ['Islamabad', 'world', 'city', 'Islamabad', 'PK'],
    ['Parma', 'world', 'city', 'Parma', 'IT'],
    ['Albania', 'world', 'country', 'Albania', 'AL'],
    ['Colombia', 'world', 'country', 'Colombia', 'CO'],
    ['Holland', 'world', 'country', 'Kingdom of the Netherlands', 'NL'],
    ['Włochy', 'world', 'country', 'Italy', 'IT'],
    ['Brasil', 'world', 'country', 'Brazil', 'BR'],
    ['Georgia', 'world', 'country', 'Georgia', 'GE'],
    ['Roma', 'world', 'city', 'Rome', 'IT'],
    ['Paris', 'world', 'city', 'Paris', 'FR'],
    ['Londres', 'world', 'city', 'London', 'GB'],
    ['Londra', 'world', 'city', 'London', 'GB'],
    ['Лондон', 'world', 'city', 'London', 'GB'],
    ['Londyn', 'world', 'city', 'London', 'GB'],
    ['Λονδίνο', 'world', 'city', 'London', 'GB'],
    ['런던', 'world', 'city', 'London', 'GB'],
    ['Londres, Reino Unido', 'world', 'city', 'London', 'GB'],
    ['City of London', 'world', 'village', 'City of London', 'GB'],
    ['MEX', 'world', 'airport', 'Benito Juárez International Airport', 'MX'],
    ['PER', 'world', 'airport', 'Perth International Airport', 'AU'],
    ['MVD', 'world', 'airport', 'Carrasco General Cesáreo L. Berisso International Airport', 'UY'],
    ['SUMU', 'world', 'airport', 'Carrasco General Cesáreo L. Berisso International Airport', 'UY'],
    ['UYMVD', 'world', 'port', 'Port of Montevideo', 'UY'],
    ['UY MVD', 'world', 'port', 'Port of Montevideo', 'UY'],
    ['USA', 'world', 'country', 'United States of America', 'US'],
    ['LIMA', 'world', 'city', 'Lima', 'PE'],
    ['newyork', 'world', 'city', 'New York City', 'US'],
    ['Barcelna', 'world', 'city', 'Barcelona', 'ES'],
  ])('for %s is on the %s: %s %s in %s', (text, source, kind, label, country) => {
    expect(find(text)[0]).toMatchObject({ source, kind, label, country })
  })

  test('is certain for a code', () => {
    for (const code of ['MEX', 'PER', 'SUMU', 'UYMVD']) expect(find(code)[0]?.confidence).toBe(1)
  })
})

test.each(['Xyzzyville', 'Hogwarts', 'Mordor', 'Klingon', 'Rivendell', 'Wakanda', 'Zorbania', 'Blorptown', 'asdf'])(
  'returns nothing for an unknown name: %s',
  (text) => {
    expect(find(text)).toEqual([])
  },
)

test.each(['Foobar Street', 'foo bar baz', 'My house', 'Hello world', 'Sogodebru City'])(
  'has a confidence below 0.4 for an unknown name that contains a known word: %s',
  (text) => {
    for (const { confidence } of find(text)) expect(confidence).toBeLessThan(0.4)
  },
)
