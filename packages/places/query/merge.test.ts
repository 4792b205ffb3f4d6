import { describe, expect, test } from 'vitest'
import { PlacesBuilder } from '../index/builder.ts'
import { getKind, getLabel } from '../index/place-index.ts'
import { buildSmallIndex } from '../testing/small-town.ts'
import { type MergeOptions, type SourcedPlace, searchAll } from './merge.ts'
import { PlaceSearch } from './search.ts'

/** Builds a gazetteer index with large areas that have names in many languages. */
function gazetteer(): PlaceSearch {
  const builder = new PlacesBuilder()
  const at = { latitude: -34.8335, longitude: -56.1674 }
  const uruguay = builder.add({
    kind: 'country',
    names: ['Uruguay', 'Уругвай'],
    ...at,
    importance: 0.9,
    countryCode: 'UY',
  })
  const inside = { parent: uruguay, countryCode: 'UY' }
  builder.add({ kind: 'city', names: ['Montevideo', 'مونتفيدو'], ...at, importance: 0.85, ...inside })
  builder.add({ kind: 'town', names: ['Rocha'], latitude: -34.48, longitude: -54.33, importance: 0.6, ...inside })
  const munich = {
    names: ['Munich', 'München'],
    latitude: 48.137,
    longitude: 11.575,
    importance: 0.83,
    countryCode: 'DE',
  }
  builder.add({ kind: 'city', ...munich })
  return new PlaceSearch(builder.build())
}

/** Builds a regional index with a city under its local name and a remote village with the name of a city. */
function bavaria(): PlaceSearch {
  const builder = new PlacesBuilder()
  const munich = builder.add({ kind: 'city', names: ['München'], latitude: 48.14, longitude: 11.57, importance: 0.8 })
  builder.add({ kind: 'village', names: ['Rocha'], latitude: 48.5, longitude: 11.9, importance: 0.3 })
  builder.add({ kind: 'street', names: ['Kaufingerstraße'], latitude: 48.138, longitude: 11.573, parent: munich })
  return new PlaceSearch(builder.build())
}

const searches = [gazetteer(), new PlaceSearch(buildSmallIndex()), bavaria()]
const search = (text: string, options?: MergeOptions): readonly SourcedPlace[] => {
  const found = searchAll(searches, text, options)
  return found.kind === 'places' ? found.places : []
}
const describePlace = ({ source, entry }: SourcedPlace) => {
  const { index } = searches[source]
  return `${source} ${getKind(index, entry)} ${getLabel(index, entry)}`
}

describe('several indexes', () => {
  test('return a city of the gazetteer and an extract once, from the extract', () => {
    const cities = search('Montevideo').filter(({ source, entry }) => getKind(searches[source].index, entry) === 'city')
    expect(cities.map(describePlace)).toEqual(['1 city Montevideo'])
  })

  test('return a city once even when they show different names of it', () => {
    const shown = search('Munchen').map(describePlace)
    expect(shown.filter((text) => / city M.*n(ich|chen)/.test(text))).toEqual(['2 city München'])
  })

  test('return countries once', () => {
    expect(search('Uruguay').filter((place) => describePlace(place).endsWith('country Uruguay'))).toHaveLength(1)
  })

  test('keep both of two distant places with the same name, the one on a map first', () => {
    expect(search('Rocha').slice(0, 2).map(describePlace)).toEqual(['2 village Rocha', '0 town Rocha'])
    const near = { latitude: -34.5, longitude: -54.3 }
    expect(search('Rocha', { near }).slice(0, 2).map(describePlace)).toEqual(['0 town Rocha', '2 village Rocha'])
  })

  test('return streets from the extracts regardless of the rest of the query', () => {
    expect(describePlace(search('Kaufingerstr., München')[0])).toBe('2 street Kaufingerstraße')
    expect(search('Hauptstraße 12a Berlin')[0]).toMatchObject({ source: 1, house: { number: '12a' } })
  })

  test('treat a word that only another index contains as a mismatch', () => {
    const alone = searches[1].find('Hauptstraße Rocha')[0]
    const [best, ...others] = search('Hauptstraße Rocha')
    expect(describePlace(best)).toBe('0 town Rocha')
    const street = others.find(({ source }) => source === 1)
    expect(street?.confidence).toBeLessThan(alone.confidence)
    expect(search('Hauptstraße xqzt').find(({ source }) => source === 1)?.confidence).toBeLessThan(0.4)
  })

  test('return intersections with their source', () => {
    expect(search('18 de Julio y Ejido')[0]).toMatchObject({
      source: 1,
      latitude: -34.9055,
      otherEntry: expect.anything(),
    })
  })

  test('return results in order of rank, up to the limit', () => {
    const ranks = search('Rocha Montevideo', { limit: 3 }).map(({ rank }) => rank)
    expect(ranks).toHaveLength(3)
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a))
    expect(search('Montevideo', { limit: 1 })).toHaveLength(1)
  })

  test('apply the filter of each source', () => {
    expect(search('Rocha', { accepts: (_, source) => source === 2 }).map(({ source }) => source)).not.toContain(0)
  })

  test('do not look up positions', () => {
    expect(searchAll(searches, '-34.9, -56.2')).toMatchObject({ kind: 'position' })
  })

  test.each(['91,0', '10, 190', '48.2,16.37,100', '0,0'])('return nothing for an invalid position: %s', (text) => {
    expect(searchAll(searches, text)).toEqual({ kind: 'places', places: [] })
  })

  test('find nothing without any index', () => {
    expect(searchAll([], 'Montevideo')).toEqual({ kind: 'places', places: [] })
  })
})

describe('short plus code', () => {
  const at = (text: string, options?: MergeOptions) => {
    const found = searchAll(searches, text, options)
    return found.kind === 'position' && [found.position.latitude.toFixed(4), found.position.longitude.toFixed(4)]
  }

  test('is resolved near the place that follows it', () => {
    expect(at('4HPG+GR Munich')).toEqual(['48.1363', '11.5771'])
    expect(at('4HPG+GR, Montevideo')).toEqual(['-34.8637', '-56.4229'])
  })

  test('is resolved near the given position, and treated as plain text without either', () => {
    expect(at('4HPG+GR', { near: { latitude: 48, longitude: 11.7 } })).toEqual(['48.1363', '11.5771'])
    expect(at('4HPG+GR')).toBe(false)
  })
})
