import { describe, expect, test } from 'vitest'
import type { UpstreamGeocodeQuery } from './geocoder.ts'
import { toNominatimUrl } from './nominatim.ts'
import { parsePlaces } from './nominatim-reply.ts'
import { toQueryKey } from './question-key.ts'

const search: UpstreamGeocodeQuery = {
  kind: 'search',
  text: 'Unter den Linden 1, Berlin',
  limit: 5,
  near: undefined,
  countryCode: undefined,
  language: undefined,
}
const reverse: UpstreamGeocodeQuery = { kind: 'reverse', latitude: 52.5, longitude: 13.4, language: 'de' }

describe('Nominatim requests', () => {
  test('keep the path and query of the configured URL', () => {
    const url = toNominatimUrl(new URL('https://a.example/geo/?key=secret'), {
      ...search,
      countryCode: 'DE',
      language: 'de',
    })
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
    const near = toNominatimUrl(new URL('http://b:1'), { ...search, near: { latitude: 52, longitude: 13 } })
    expect(near.searchParams.get('viewbox')).toBe('12.5000,52.5000,13.5000,51.5000')
    expect(toNominatimUrl(new URL('http://b:1'), reverse).href).toBe(
      'http://b:1/reverse?format=jsonv2&addressdetails=1&accept-language=de&lat=52.500000&lon=13.400000',
    )
  })

  test('share a cache key when they have the same reply', () => {
    const key = toQueryKey(search)
    expect(toQueryKey({ ...search, text: '  unter den  linden 1, BERLIN ' })).toBe(key)
    const otherQueries: UpstreamGeocodeQuery[] = [
      { ...search, text: 'Unter den Linden 2, Berlin' },
      { ...search, limit: 6 },
      { ...search, language: 'de' },
      { ...search, countryCode: 'DE' },
      { ...search, near: { latitude: 52, longitude: 13 } },
      reverse,
      { ...reverse, latitude: 52.5001 },
    ]
    expect(new Set([key, ...otherQueries.map(toQueryKey)]).size).toBe(otherQueries.length + 1)
    expect(toQueryKey({ ...reverse, latitude: 52.500_000_1 })).toBe(toQueryKey(reverse))
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
    expect(parsePlaces([berlin])).toEqual({
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
    expect(parsePlaces([town])?.places[0]).toMatchObject({ kind: 'town', name: 'Celle', address: { city: 'Celle' } })
    expect(parsePlaces(berlin)?.places).toHaveLength(1)
  })

  test('may be empty', () => {
    expect(parsePlaces([])?.places).toEqual([])
    expect(parsePlaces({ error: 'Unable to geocode' })?.places).toEqual([])
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
  ])('are rejected when they are malformed: %j', (json) => expect(parsePlaces(json)).toBeUndefined())

  test('drop malformed entries of a list', () => {
    expect(parsePlaces([null, { lat: 'x' }, berlin])?.places).toHaveLength(1)
    const odd = { ...berlin, address: [1], name: 5, addresstype: {} }
    expect(parsePlaces([odd])?.places[0]?.label).toBe('1, Unter den Linden, Mitte, Berlin, 10117, Deutschland')
  })
})
