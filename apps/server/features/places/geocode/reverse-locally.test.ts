import { describe, expect, test } from 'vitest'
import { createTestIndex, fillSmallWorld } from '../testing/small-index.ts'
import { reverseLocally } from './reverse-locally.ts'

/** Approximate length of one meter north, in degrees. */
const METER = 1 / 111_195
const [LAT, LON] = [-34.9, -56.19]

const town = createTestIndex((builder) => {
  const country = builder.add({ kind: 'country', names: ['Uruguay'], latitude: LAT, longitude: LON, countryCode: 'UY' })
  const city = builder.add({
    kind: 'city',
    names: ['Montevideo'],
    latitude: LAT,
    longitude: LON,
    parent: country,
    countryCode: 'UY',
  })
  const street = (name: string, north: number, houses: readonly string[]) =>
    builder.add({
      kind: 'street',
      names: [name],
      latitude: LAT + north * METER,
      longitude: LON,
      parent: city,
      countryCode: 'UY',
      houses: houses.map((number, at) => ({
        number,
        latitude: LAT + (north + 8) * METER,
        longitude: LON + at * 40 * METER,
      })),
    })
  street('Ejido', 0, ['101', '109'])
  street('Colonia', 100, [])
})
const world = createTestIndex(fillSmallWorld, null)
const at = (north: number, east = 0) =>
  reverseLocally([town, world], { latitude: LAT + north * METER, longitude: LON + east * METER, language: undefined })

describe('reverse geocoding', () => {
  test('returns the nearest house with its distance', () => {
    expect(at(10)).toMatchObject({
      kind: 'address',
      label: 'Ejido 101, Montevideo, Uruguay',
      address: { house_number: '101', street: 'Ejido', city: 'Montevideo', country: 'Uruguay', country_code: 'UY' },
      source: 'local',
    })
    expect(at(10).distanceMeters).toBeCloseTo(2, 0)
  })

  test('prefers an adjacent street to a house behind it', () => {
    expect(at(98)).toMatchObject({ kind: 'street', label: 'Colonia, Montevideo, Uruguay' })
  })

  test('returns a farther house when its own street is the nearest', () => {
    expect(at(-40)).toMatchObject({ kind: 'address', address: { house_number: '101' } })
  })

  test('returns the street alone farther out, then the settlement, then the country', () => {
    expect(at(390).kind).toBe('street')
    expect(at(600)).toMatchObject({ kind: 'city', label: 'Montevideo, Uruguay' })
    expect(at(14_000).kind).toBe('city')
    const wild = at(60_000)
    expect(wild).toMatchObject({
      kind: 'country',
      address: { country: 'Uruguay', country_code: 'UY' },
      distanceMeters: 0,
    })
    expect(wild.label).toBe('-34.36041, -56.19, 60 km north of Montevideo, Uruguay')
    expect(wild.nearest).toMatchObject({ name: 'Montevideo' })
  })

  test('prefers the larger settlement that covers the position to a smaller one with a nearer center', () => {
    const tower = { latitude: 48.8584, longitude: 2.2945, language: undefined }
    expect(reverseLocally([town, world], tower).label).toBe('Paris, Île-de-France, France')
  })

  test('returns the sea, with the nearest settlement and its country', () => {
    const sea = { latitude: -40, longitude: -40, language: undefined }
    const place = reverseLocally([town, world], sea)
    expect(place).toMatchObject({ kind: 'sea', address: undefined, nearest: { name: 'Montevideo' } })
    expect(place.label).toMatch(/^-40, -40, at sea, 1,5\d\d km (south)?east of Montevideo, Uruguay$/)
  })

  test('names a settlement across the border with its country, and the country of the position', () => {
    const place = reverseLocally([world], { latitude: -34.6, longitude: -58.9, language: undefined })
    expect(place.label).toMatch(/km .*west of Montevideo, Uruguay, in Argentina$/)
    expect(place.address).toEqual({ country: 'Argentina', country_code: 'AR' })
  })

  test('returns the sea where country borders reach far offshore, and land where nobody lives', () => {
    const at = (latitude: number, longitude: number) =>
      reverseLocally([world], { latitude, longitude, language: undefined })
    expect(at(0.1, -30)).toMatchObject({ kind: 'sea', address: undefined })
    expect(at(0.1, -30).label).toMatch(/^0.1, -30, at sea, [\d,]+ km \w+ of /)
    expect(at(23, 10)).toMatchObject({ kind: 'country', address: { country: 'Algeria', country_code: 'DZ' } })
    expect(at(75, -40).address).toEqual({ country: 'Greenland', country_code: 'GL' })
  })

  describe('near a border', () => {
    const borders = createTestIndex((builder) => {
      const add = (kind: 'city' | 'village', name: string, latitude: number, longitude: number, countryCode: string) =>
        builder.add({ kind, names: [name], latitude, longitude, countryCode })
      add('city', 'Bratislava', 48.1482, 17.1067, 'SK')
      add('village', 'Wolfsthal', 48.1331, 17.001, 'AT')
      add('city', 'Lausanne', 46.516, 6.6328, 'CH')
      add('city', 'Simferopol', 44.957, 34.11, 'UA')
    }, undefined)
    const at = (latitude: number, longitude: number) =>
      reverseLocally([borders], { latitude, longitude, language: undefined })

    test('skips settlements of another country', () => {
      expect(at(48.14, 17.05)).toMatchObject({ kind: 'country', address: { country_code: 'AT' } })
      expect(at(48.14, 17.05).label).toBe('48.14, 17.05, 4 km east of Wolfsthal, Austria')
      expect(at(48.14, 17.02)).toMatchObject({ kind: 'village', label: 'Wolfsthal, Austria' })
      expect(at(48.14, 17.12)).toMatchObject({ kind: 'city', label: 'Bratislava, Slovakia' })
      expect(at(46.45, 6.55).address?.country_code).toBe('FR')
    })

    test('keeps settlements that the border data puts on the wrong side', () => {
      expect(at(44.96, 34.12)).toMatchObject({ kind: 'city', address: { country_code: 'UA' } })
    })
  })

  test('uses the requested language', () => {
    const desert = { latitude: 24, longitude: 12, language: 'de' }
    expect(reverseLocally([], desert)).toMatchObject({ label: '24, 12, Libyen', kind: 'country' })
  })

  test.each([
    [90, 0],
    [-90, 0],
    [-89, 180],
    [0, 180],
    [0, -180],
    [52, 180],
  ])('labels extreme positions: %f, %f', (latitude, longitude) => {
    const place = reverseLocally([town, world], { latitude, longitude, language: undefined })
    expect(place.label).toContain(`${latitude}, ${longitude}, `)
    expect(place.kind).toBe(latitude <= -89 ? 'country' : 'sea')
  })
})
