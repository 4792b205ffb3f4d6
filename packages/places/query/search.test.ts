import { describe, expect, test } from 'vitest'
import { PlacesBuilder } from '../index/builder.ts'
import { getLabel, listAncestors } from '../index/place-index.ts'
import { buildSmallIndex } from '../testing/small-town.ts'
import { searchAll } from './merge.ts'
import { PlaceSearch } from './search.ts'
import type { SearchOptions } from './search-types.ts'

const index = buildSmallIndex()
const search = new PlaceSearch(index)

/** Formats the first result as house number, name, and containing areas. */
function first(text: string, options?: SearchOptions): string {
  const [best] = search.find(text, options)
  if (!best) return 'nothing'
  const areas = listAncestors(index, best.entry).map((area) => getLabel(index, area))
  return [[getLabel(index, best.entry), best.house?.number].filter(Boolean).join(' '), ...areas].join(', ')
}
const confidence = (text: string) => search.find(text)[0]?.confidence ?? 0

describe('addresses', () => {
  const hauptstrasse = 'Hauptstraße 12, Berlin, Germany'
  test.each([
    ['Hauptstraße 12, Berlin', hauptstrasse],
    ['12 Hauptstrasse Berlin', hauptstrasse],
    ['Berlin, Hauptstr. 12', hauptstrasse],
    ['Haupt Straße 12 Berlin', hauptstrasse],
    ['Hauptstrase 12 Berlin', hauptstrasse],
    ['hauptstraße nr. 12 берлин', hauptstrasse],
    ['Hauptstraße 12a, Berlin', 'Hauptstraße 12a, Berlin, Germany'],
    ['Hauptstraße 12 a, Berlin', 'Hauptstraße 12a, Berlin, Germany'],
    ['Straße des 17. Juni 135 Berlin', 'Straße des 17. Juni 135, Berlin, Germany'],
    ['av 18 de julio 17', 'Avenida 18 de Julio 17, Montevideo, Uruguay'],
    ['17 avenida 18 de julio, montevideo', 'Avenida 18 de Julio 17, Montevideo, Uruguay'],
    ['Gral. Jose Artigas', 'General José Artigas, Montevideo, Uruguay'],
    ['110 St, Springfield, Missouri', '110th Street, Springfield, Missouri, United States of America'],
    ['Main St 5, Springfield, Illinois', 'Main Street 5, Springfield, Illinois, United States of America'],
    ['5 Main Street Springfield Missouri USA', 'Main Street 5, Springfield, Missouri, United States of America'],
    ['Illinois, Springfield, Main Street 5', 'Main Street 5, Springfield, Illinois, United States of America'],
    ['cafe brasilero montevideo', 'Café Brasilero, Montevideo, Uruguay'],
  ])('%s', (text, expected) => {
    expect(first(text)).toBe(expected)
  })

  test('are distinguished by postal code for two streets of one name', () => {
    const [north] = search.find('Hauptstraße 12, 13127 Berlin')
    const [south] = search.find('Hauptstraße 12, 10827 Berlin')
    expect([north?.latitude, south?.latitude]).toEqual([52.6, 52.48])
  })

  test('are distinguished by the nearby position', () => {
    const [north] = search.find('Hauptstraße 12', { near: { latitude: 52.6, longitude: 13.5 } })
    expect(north).toMatchObject({ latitude: 52.6 })
    expect(north?.distanceMeters).toBeLessThan(500)
  })
})

describe('places', () => {
  test.each([
    ['Berlin', 'Berlin, Germany'],
    ['Brelin', 'Berlin, Germany'],
    ['柏林', 'Berlin, Germany'],
    ['Берлин', 'Berlin, Germany'],
    ['برلين', 'Berlin, Germany'],
    ['Montevidéu', 'Montevideo, Uruguay'],
    ['蒙得维的亚', 'Montevideo, Uruguay'],
    ['monte', 'Montevideo, Uruguay'],
    ['montiv', 'Montevideo, Uruguay'],
    ['Springfield', 'Springfield, Missouri, United States of America'],
    ['Springfield Illinois', 'Springfield, Illinois, United States of America'],
    ['Deutschland', 'Germany'],
    ['10115', '10115, Germany'],
    ['D-10115', '10115, Germany'],
    ['DE-10115', '10115, Germany'],
  ])('%s', (text, expected) => {
    expect(first(text)).toBe(expected)
  })

  test('are limited to the requested country', () => {
    expect(first('Berlin', { countryCode: 'UY' })).toBe('nothing')
    expect(first('Springfield', { countryCode: 'us' })).toMatch(/^Springfield/)
    expect(first('m', { countryCode: 'uy' })).toMatch(/^Montevideo/)
  })
})

describe('names in one script only', () => {
  const builder = new PlacesBuilder()
  for (const name of [
    'улица Ленина',
    'вулиця Хрещатик',
    'Οδός Ερμού',
    'شارع مونتفيدو',
    'רחוב דיזנגוף',
    'さくら通り',
    '종로',
    '南京路',
    'Gran Vía',
  ]) {
    builder.add({ kind: 'street', names: [name], latitude: 0, longitude: 0 })
  }
  const streets = builder.build()
  const streetSearch = new PlaceSearch(streets)
  test.each([
    ['ul. Lenina', 'улица Ленина'],
    ['ulitsa lenina', 'улица Ленина'],
    ['Lenina street', 'улица Ленина'],
    ['khreshchatyk', 'вулиця Хрещатик'],
    ['Ermou', 'Οδός Ερμού'],
    ['montevideo', 'شارع مونتفيدو'],
    ['Dizengoff', 'רחוב דיזנגוף'],
    ['sakura', 'さくら通り'],
    ['jongro', '종로'],
    ['南京路 5', '南京路'],
    ['Гран Виа', 'Gran Vía'],
  ])('%s', (text, label) => {
    const [best] = streetSearch.find(text)
    expect(best && getLabel(streets, best.entry)).toBe(label)
  })
})

describe('confidence', () => {
  test('is full when everything matches', () => {
    expect(confidence('Berlin')).toBe(1)
    expect(confidence('Hauptstraße 12, 10827 Berlin')).toBeGreaterThan(0.9)
  })

  test('drops with every unknown word, and the result stays', () => {
    const queries = ['Hauptstraße 12 Berlin', 'Hauptstraße 12 xqzt Berlin', 'Hauptstraße 12 xqzt Berlin wqqqk']
    const values = queries.map(confidence)
    expect(queries.map((text) => first(text))).toEqual(queries.map(() => 'Hauptstraße 12, Berlin, Germany'))
    expect(values[0]).toBeGreaterThan(values[1] ?? 1)
    expect(values[1]).toBeGreaterThan(values[2] ?? 1)
    expect(values[2]).toBeGreaterThan(0.3)
  })

  test('drops with typos, interpolated and missing numbers', () => {
    expect(confidence('Berlni')).toBeLessThan(confidence('Berlin'))
    expect(confidence('Hauptstraße 22 Berlin')).toBeLessThan(confidence('Hauptstraße 12 Berlin'))
    expect(confidence('Hauptstraße 999 Berlin')).toBeLessThan(confidence('Hauptstraße 22 Berlin'))
  })
})

describe('intersections and positions', () => {
  test.each(['18 de Julio y Ejido', 'Ejido & Avenida 18 de Julio, Montevideo', 'corner of Ejido and 18 de Julio'])(
    '%s',
    (text) => {
      const result = searchAll([search], text)
      expect(result).toMatchObject({
        kind: 'places',
        places: [{ latitude: -34.9055, longitude: -56.187 }, ...withoutPlaces(result)],
      })
    },
  )

  test('finds no intersection of streets that do not meet', () => {
    const result = searchAll([search], 'Ejido and Main Street')
    expect(result.kind === 'places' && result.places.some((place) => 'otherEntry' in place)).toBe(false)
  })

  test('does not look up coordinates', () => {
    expect(searchAll([search], '-34.9, -56.2')).toEqual({
      kind: 'position',
      position: { latitude: -34.9, longitude: -56.2 },
    })
    expect(searchAll([search], '7FG49Q00+').kind).toBe('position')
  })
})

function withoutPlaces(result: ReturnType<typeof searchAll>): unknown[] {
  return result.kind === 'places' ? result.places.slice(1) : []
}

test('returns the same for a repeated query', () => {
  const texts = ['Hauptstr 12 Berlin', 'Main St', 'sprin', 'xqzt', '柏林']
  const once = texts.map((text) => search.find(text))
  expect(texts.map((text) => search.find(text))).toEqual(once)
  expect(texts.map((text) => new PlaceSearch(index).find(text))).toEqual(once)
})
