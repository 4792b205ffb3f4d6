import { describe, expect, test } from 'vitest'
import { makePortIndex, type TestPlace } from '../testing/draw-ports.ts'
import type { NamedPlace } from './named-place.ts'

const called = (place: NamedPlace | undefined) => place && (place.code ?? `${place.name} ${place.areaCode}`)
const best = (places: readonly TestPlace[], text: string, isDry: (place: NamedPlace) => boolean = () => false) =>
  called(makePortIndex(places).find(text, (place) => !isDry(place)).best)

describe('port lookup', () => {
  const places: TestPlace[] = [
    { code: 'NLRTM', name: 'Rotterdam', people: 600_000 },
    { code: 'GBSOU', name: 'Southampton', area: 'GB.ENG', people: 250_000 },
    { code: 'USSFO', name: 'San Francisco', area: 'US.CA', people: 800_000, also: ['旧金山', 'Frisco'] },
    { code: 'TTPOS', name: 'Port-of-Spain', area: 'TT', people: 50_000 },
    { name: 'Tromsø', area: 'NO', people: 50_000 },
    { name: "St. John's", area: 'CA', people: 100_000 },
  ]

  test.each([
    ['NLRTM', 'NLRTM'],
    ['nl rtm', 'NLRTM'],
    ['Rotterdam', 'NLRTM'],
    ['ROTTERDAM (NL)', 'NLRTM'],
    ['Rotterdam (NLRTM)', 'NLRTM'],
    ['Port of Rotterdam, Netherlands', 'NLRTM'],
    ['rotterdam harbour', 'NLRTM'],
    ['Southampton, UK', 'GBSOU'],
    ['Southampton, U.K.', 'GBSOU'],
    ['Southampton UK', 'GBSOU'],
    ['Southampton, England', 'GBSOU'],
    ['Southampton, Grossbritannien', 'GBSOU'],
    ['Southampton, Hampshire, United Kingdom', 'GBSOU'],
    ['San Francisco, CA, USA', 'USSFO'],
    ['San Francisco California', 'USSFO'],
    ['旧金山', 'USSFO'],
    ['Frisco', 'USSFO'],
    ['Port of Spain', 'TTPOS'],
    ['Tromso', 'Tromsø NO'],
    ['TROMSØ', 'Tromsø NO'],
    ['Saint Johns', "St. John's CA"],
    ['Francisco', undefined],
    ['Spain', undefined],
    ['|', undefined],
    ['', undefined],
    [',', undefined],
  ])('finds %s: %s', (text, code) => {
    expect(best(places, text)).toBe(code)
  })

  test('finds nothing in another country, and suggests where it exists', () => {
    const { best: none, others, elsewhere } = makePortIndex(places).find('Rotterdam, Fiji Islands')
    expect([none, others, elsewhere.map(called)]).toEqual([undefined, [], ['NLRTM']])
    expect(makePortIndex(places).find('Atlantis, Fiji').elsewhere).toEqual([])
    expect(makePortIndex(places).find('Rotterdam, Nowhere').elsewhere.map(called)).toEqual(['NLRTM'])
  })
})

describe('ambiguous port name', () => {
  test('prefers the place with more people', () => {
    const boston = [
      { code: 'GBBOS', name: 'Boston', area: 'GB.ENG', people: 40_000 },
      { code: 'USBOS', name: 'Boston', area: 'US', people: 670_000 },
    ]
    expect(best(boston, 'Boston')).toBe('USBOS')
    expect(best(boston, 'Boston, GB')).toBe('GBBOS')
  })

  test('weights a port code like ten times the population, and no more', () => {
    const places = (people: number) => [
      { code: 'USAAA', name: 'Salem', people: 10_000 },
      { name: 'Salem', area: 'US.CA', people },
    ]
    expect(best(places(99_000), 'Salem')).toBe('USAAA')
    expect(best(places(101_000), 'Salem')).toBe('Salem US.CA')
  })

  test('weights the common name like three hundred times the population', () => {
    const places = (people: number) => [
      { name: 'Hong Kong', also: ['Victoria'], area: 'HK', people },
      { name: 'Victoria', area: 'CA.02', people: 10_000 },
    ]
    expect(best(places(3_000_000), 'Victoria')).toBe('Victoria CA.02')
    expect(best(places(9_000_000), 'Victoria')).toBe('Hong Kong HK')
  })

  test('ranks a place without water lower, unless it is a thousand times larger', () => {
    const places = [
      { name: 'Paris', area: 'FR', people: 2_000_000 },
      { name: 'Paris', area: 'PA', people: 3000 },
    ]
    expect(best(places, 'Paris', ({ areaCode }) => areaCode === 'FR')).toBe('Paris PA')
    expect(best([{ ...places[0], people: 4_000_000 }, places[1]], 'Paris', ({ areaCode }) => areaCode === 'FR')).toBe(
      'Paris FR',
    )
  })

  test('lists others with a code or a hundredth of the population, except those at the same position', () => {
    const portIndex = makePortIndex([
      { code: 'USBOS', name: 'Boston', area: 'US', people: 600_000, at: [42, -71] },
      { code: 'USBXX', name: 'Boston', area: 'US', at: [42.1, -71] },
      { code: 'GBBOS', name: 'Boston', area: 'GB.ENG', at: [52, 0] },
      { name: 'Boston', area: 'CA', people: 6000, at: [50, -80] },
      { name: 'Boston', area: 'CA.02', people: 5999, at: [50, -120] },
      { name: 'Botosani', also: ['Boston'], area: 'FJ', people: 90_000, at: [-18, 178] },
    ])
    expect(portIndex.find('Boston').others.map(called)).toEqual(['GBBOS', 'Boston CA'])
  })
})

test('finds the nearest port, and the nearest acceptable one; settlements are not ports', () => {
  const portIndex = makePortIndex([
    { code: 'NLRTM', name: 'Rotterdam', at: [51.9, 4.5] },
    { code: 'NLAMS', name: 'Amsterdam', at: [52.4, 4.9] },
    { name: 'Delft', people: 100_000, at: [52, 4.36] },
  ])
  expect(portIndex.findNearest(52, 4.36)?.port.code).toBe('NLRTM')
  expect(portIndex.findNearest(52, 4.36, ({ code }) => code !== 'NLRTM')?.port.code).toBe('NLAMS')
  expect(portIndex.findNearest(52, 4.36, () => false)).toBeUndefined()
  expect(portIndex.ports).toHaveLength(2)
})
