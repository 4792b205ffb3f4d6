import { findNearestHouses, formatHouseNumber, getLabel, type PlaceIndex, readHouseNumber } from '@fairway/places'
import { describe, expect, test } from 'vitest'
import { parseDrawing } from '../testing/drawing.ts'
import { drawPlaces, getEntryByLabel, listAncestorLabels, listLabels } from './testing/draw-places.ts'

const road = (name: string) => ({ highway: 'residential', name })
const house = (number: string, more: Record<string, string> = {}) => ({ 'addr:housenumber': number, ...more })

function numbersOf(index: PlaceIndex, entry: number): string[] {
  const { houseFirst } = index.entries
  return Array.from({ length: houseFirst[entry + 1] - houseFirst[entry] }, (_, at) =>
    formatHouseNumber(readHouseNumber(index, houseFirst[entry] + at)),
  )
}

describe('house numbers', () => {
  test('of nodes, ways and relations belong to the street they name', async () => {
    const index = await drawPlaces(
      `
      A-------B
      h ab  ij
        dc  lk
      `,
      {
        nodes: { h: house('2', { 'addr:street': 'Calle Uno' }) },
        ways: {
          AB: road('Calle Uno'),
          abcda: { building: 'yes', ...house('4', { 'addr:street': 'Calle Uno' }) },
          ijkl: { source: 'survey' },
          li: { source: 'survey' },
        },
        relations: [
          {
            tags: { type: 'multipolygon', building: 'yes', ...house('6', { 'addr:street': 'Calle Uno' }) },
            members: [
              ['outer', 'way', 'ijkl'],
              ['outer', 'way', 'li'],
            ],
          },
        ],
      },
    )
    const street = getEntryByLabel(index, 'Calle Uno', 'street')
    expect(numbersOf(index, street)).toEqual(['2', '4', '6'])
    const { houses } = index
    // Each house is at the center of the element with its number.
    expect(houses.longitude[1]).toBeGreaterThan(houses.longitude[0])
    expect(houses.longitude[2]).toBeGreaterThan(houses.longitude[1])
    expect(houses.latitude[1]).toBe(houses.latitude[2])
  })

  test('may have several in one tag, ranges and letters', async () => {
    const index = await drawPlaces('A--a--b--c--B', {
      nodes: {
        a: house('12;14', { 'addr:street': 'Calle Uno' }),
        b: house('16-18', { 'addr:street': 'Calle Uno' }),
        c: house('20a', { 'addr:street': 'Calle Uno' }),
      },
      ways: { AB: road('Calle Uno') },
    })
    expect(numbersOf(index, getEntryByLabel(index, 'Calle Uno'))).toEqual(['12', '14', '16-18', '20a'])
  })

  test.each([
    ['odd', '1', '7', ['1', '3', '5', '7']],
    ['even', '8', '2', ['2', '4', '6', '8']],
    ['all', '3', '6', ['3', '4', '5', '6']],
    ['5', '10', '25', ['10', '15', '20', '25']],
    ['alphabetic', '1', '7', ['1', '7']],
  ])('interpolate %s from %s to %s', async (scheme, from, to, expected) => {
    const street = { 'addr:street': 'Calle Uno' }
    const index = await drawPlaces(
      `
      A-----------B
      a-----m-----b
      `,
      {
        nodes: { a: house(from, street), b: house(to, street) },
        ways: { AB: road('Calle Uno'), amb: { 'addr:interpolation': scheme } },
      },
    )
    expect(numbersOf(index, getEntryByLabel(index, 'Calle Uno'))).toEqual(expected)
  })

  test('without a street belong to that of their relation, else the nearest named one', async () => {
    const index = await drawPlaces(
      `
      A-----------B
      r   n
      ·
      C-----------D
      `,
      {
        nodes: { r: house('1'), n: house('3') },
        ways: { AB: road('Calle Cerca'), CD: road('Calle Lejos') },
        relations: [
          {
            tags: { type: 'associatedStreet' },
            members: [
              ['street', 'way', 'CD'],
              ['house', 'node', 'r'],
            ],
          },
        ],
      },
    )
    expect(numbersOf(index, getEntryByLabel(index, 'Calle Lejos'))).toEqual(['1'])
    expect(numbersOf(index, getEntryByLabel(index, 'Calle Cerca'))).toEqual(['3'])
  })

  test('more than 200 meters from any street belong to none', async () => {
    const draw = (cellMeters: number) =>
      drawPlaces('A-B\n·\n·\n·\nn', { cellMeters, nodes: { n: house('3') }, ways: { AB: road('Calle') } })
    expect((await draw(49)).houses.number).toHaveLength(1)
    expect((await draw(51)).houses.number).toHaveLength(0)
  })

  test('of a hamlet that numbers its houses belong to the hamlet', async () => {
    const index = await drawPlaces('A---B\n a b', {
      nodes: {
        A: { place: 'hamlet', name: 'Las Cañas' },
        a: house('7', { 'addr:place': 'Las Cañas' }),
        b: house('9', { 'addr:place': 'Estancia Sola' }),
      },
    })
    expect(numbersOf(index, getEntryByLabel(index, 'Las Cañas', 'village'))).toEqual(['7'])
    expect(numbersOf(index, getEntryByLabel(index, 'Estancia Sola', 'street'))).toEqual(['9'])
  })

  test('with a street name without its type belong to the adjacent street, which is found by both names', async () => {
    const index = await drawPlaces('A--B\nab', {
      nodes: {
        a: house('1', { 'addr:street': '18 de Julio' }),
        b: house('2', { 'addr:street': 'Avda. 18 de Julio' }),
      },
      ways: { AB: road('Avenida 18 de Julio') },
    })
    expect(listLabels(index, 'street')).toEqual(['Avenida 18 de Julio'])
    expect(numbersOf(index, getEntryByLabel(index, 'Avenida 18 de Julio'))).toEqual(['1', '2'])
  })

  test('are split for a street through two towns', async () => {
    const square = (letters: string) => [...letters, letters[0]].join('')
    const index = await drawPlaces(
      `
      P--------Q--------R
      ·
      A---a----M----b---B
      ·
      S--------T--------U
      `,
      {
        nodes: {
          a: house('5', { 'addr:street': 'Calle Real' }),
          b: house('5', { 'addr:street': 'Calle Real', 'addr:postcode': '97001' }),
        },
        ways: {
          AM: road('Calle Real'),
          MB: road('Calle Real'),
          [square('PQTS')]: { boundary: 'administrative', admin_level: '8', name: 'Oeste' },
          [square('QRUT')]: { boundary: 'administrative', admin_level: '8', name: 'Este' },
        },
      },
    )
    const drawing = parseDrawing('A---a----M----b---B', 20, [-32.9, -56])
    const addresses = ['a', 'b'].map((letter) => {
      const [, longitude] = drawing.get(letter) ?? [0, 0]
      const [near] = findNearestHouses(index, { latitude: -32.9004, longitude }, { limit: 1 })
      return [getLabel(index, near.entry), near.house?.number, listAncestorLabels(index, near.entry)[0]]
    })
    expect(addresses).toEqual([
      ['Calle Real', '5', 'Oeste'],
      ['Calle Real', '5', 'Este'],
    ])
    expect(listLabels(index, 'postcode')).toEqual(['97001'])
  })
})
