import { describe, expect, test } from 'vitest'
import type { GeocoderQuestion } from './geocoder.ts'
import { toUrl } from './nominatim.ts'
import { readPlaces } from './nominatim-reply.ts'
import { questionKey } from './question-key.ts'

const search: GeocoderQuestion = {
  kind: 'search',
  text: 'Unter den Linden 1, Berlin',
  limit: 5,
  near: undefined,
  countryCode: undefined,
  language: undefined,
}
const reverse: GeocoderQuestion = { kind: 'reverse', latitude: 52.5, longitude: 13.4, language: 'de' }

describe('Nominatim requests', () => {
  test('keep the path and query of the configured URL', () => {
    const url = toUrl(new URL('https://a.example/geo/?key=secret'), { ...search, countryCode: 'DE', language: 'de' })
    expect(url.pathname).toBe('/geo/search')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      key: 'secret',
      format: 'jsonv2',
      addressdetails: '1',
      'accept-language': 'de',
      q: 'Unter den Linden 1, Berlin',
      limit: '5',
      countrycodes: 'de',
    })
    const near = toUrl(new URL('http://b:1'), { ...search, near: { latitude: 52, longitude: 13 } })
    expect(near.searchParams.get('viewbox')).toBe('12.5000,52.5000,13.5000,51.5000')
    expect(toUrl(new URL('http://b:1'), reverse).href).toBe(
      'http://b:1/reverse?format=jsonv2&addressdetails=1&accept-language=de&lat=52.500000&lon=13.400000',
    )
  })

  test('share a cache key when they have the same reply', () => {
    const key = questionKey(search)
    expect(questionKey({ ...search, text: '  unter den  linden 1, BERLIN ' })).toBe(key)
    const others: GeocoderQuestion[] = [
      { ...search, text: 'Unter den Linden 2, Berlin' },
      { ...search, limit: 6 },
      { ...search, language: 'de' },
      { ...search, countryCode: 'DE' },
      { ...search, near: { latitude: 52, longitude: 13 } },
      reverse,
      { ...reverse, latitude: 52.5001 },
    ]
    expect(new Set([key, ...others.map(questionKey)]).size).toBe(others.length + 1)
    expect(questionKey({ ...reverse, latitude: 52.500_000_1 })).toBe(questionKey(reverse))
  })
})

const berlin = {
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0.',
  lat: '52.5170',
  lon: '13.3889',
  addresstype: 'building',
  name: '',
  display_name: '1, Unter den Linden, Mitte, Berlin, 10117, Deutschland',
  address: {
    house_number: '1',
    road: 'Unter den Linden',
    suburb: 'Mitte',
    city: 'Berlin',
    state: 'Berlin',
    postcode: '10117',
    country: 'Deutschland',
    country_code: 'de',
  },
}

describe('Nominatim replies', () => {
  test('are converted to places', () => {
    expect(readPlaces([berlin])).toEqual({
      attribution: 'Data © OpenStreetMap contributors, ODbL 1.0.',
      places: [
        {
          latitude: 52.517,
          longitude: 13.3889,
          label: 'Unter den Linden 1, 10117 Berlin, Deutschland',
          name: 'Unter den Linden',
          kind: 'address',
          address: {
            house_number: '1',
            street: 'Unter den Linden',
            suburb: 'Mitte',
            city: 'Berlin',
            region: 'Berlin',
            postcode: '10117',
            country: 'Deutschland',
            country_code: 'DE',
          },
          said: 'Unter den Linden, 1, Unter den Linden, Mitte, Berlin, 10117, Deutschland',
        },
      ],
    })
    const town = { ...berlin, addresstype: 'town', name: 'Celle', address: { town: 'Celle', country_code: 'de' } }
    expect(readPlaces([town])?.places[0]).toMatchObject({ kind: 'town', name: 'Celle', address: { city: 'Celle' } })
    expect(readPlaces(berlin)?.places).toHaveLength(1)
  })

  test('may be empty', () => {
    expect(readPlaces([])?.places).toEqual([])
    expect(readPlaces({ error: 'Unable to geocode' })?.places).toEqual([])
  })

  test.each([
    null,
    'hello',
    17,
    {},
    { error: 'Bandwidth limit exceeded' },
    [{}],
    [null, 1, 'x'],
    [{ lat: '91', lon: '0', display_name: 'x' }],
    [{ lat: 'NaN', lon: 'x', display_name: 'x' }],
    [{ lat: '1', lon: '2' }],
  ])('are rejected when they are malformed: %j', (json) => expect(readPlaces(json)).toBeUndefined())

  test('drop malformed entries of a list', () => {
    expect(readPlaces([null, { lat: 'x' }, berlin])?.places).toHaveLength(1)
    const odd = { ...berlin, address: [1], name: 5, addresstype: {} }
    expect(readPlaces([odd])?.places[0]?.label).toBe('1, Unter den Linden, Mitte, Berlin, 10117, Deutschland')
  })
})
