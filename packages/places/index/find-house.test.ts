import { expect, test } from 'vitest'
import { parseHouseNumber } from '../text/house-number.ts'
import { PlacesBuilder } from './builder.ts'
import { findHouse } from './find-house.ts'
import type { HouseRecord } from './record.ts'

/** Builds a street along a parallel. Each house number encodes the longitude in thousandths of a degree. */
function streetOf(...numbers: string[]) {
  const builder = new PlacesBuilder()
  const houses = numbers.map((number): HouseRecord => {
    return { number, latitude: Number.parseInt(number, 10) % 2, longitude: Number.parseInt(number, 10) / 1000 }
  })
  builder.add({ kind: 'street', names: ['Main Street'], latitude: 0, longitude: 0, houses })
  const index = builder.build()
  return (wanted: string) => {
    const number = parseHouseNumber(wanted)
    if (!number) throw new Error(`${wanted} is not a house number`)
    return findHouse(index, 0, number)
  }
}

test('finds an existing number exactly', () => {
  const find = streetOf('7', '12a', '12', '12-34', '3', '112-34')
  for (const number of ['3', '7', '12', '12a', '12-34', '112-34']) {
    expect(find(number)).toMatchObject({ number, quality: 1, isInterpolated: false })
  }
})

test('matches without the suffix, or with another one, as the same or nearly the same house', () => {
  const find = streetOf('12', '14b')
  expect(find('12c')).toMatchObject({ number: '12', quality: 0.9 })
  expect(find('14')).toMatchObject({ number: '14b', quality: 0.95 })
  expect(find('14c')).toMatchObject({ number: '14b', quality: 0.8 })
})

test('finds 91-10 without its dash', () => {
  const find = streetOf('91-10', '91-08', '90', '120-05')
  expect(find('9110')).toMatchObject({ number: '91-10', quality: 0.95 })
  expect(find('9108')).toMatchObject({ number: '91-08' })
  expect(find('12005')).toMatchObject({ number: '120-05' })
  expect(find('9112')).toBeUndefined()
})

test('includes the numbers within a range', () => {
  expect(streetOf('12-18', '40')('15')).toMatchObject({ number: '12-18', isInterpolated: false })
})

test('finds a building by each of its numbers', () => {
  const find = streetOf('12;14', '20, 22')
  for (const number of ['12', '14', '20', '22']) expect(find(number)).toMatchObject({ number, quality: 1 })
})

test('interpolates between two numbers on the same side of the street', () => {
  const find = streetOf('10', '11', '20', '21')
  expect(find('15')).toMatchObject({ number: '15', isInterpolated: true, latitude: 1, longitude: 0.015 })
  expect(find('16')).toMatchObject({ latitude: 0, longitude: 0.016 })
})

test('returns the last number for one slightly beyond it, without claiming a match, and nothing far beyond', () => {
  const find = streetOf('10', '20')
  expect(find('24')).toMatchObject({ number: '20', isInterpolated: false, longitude: 0.02, quality: 0.4 })
  expect(find('8')).toMatchObject({ number: '10', isInterpolated: false, longitude: 0.01, quality: 0.4 })
  expect(find('500')).toBeUndefined()
  expect(streetOf()('5')).toBeUndefined()
})

test('interpolates a street across the antimeridian', () => {
  const builder = new PlacesBuilder()
  const houses = [
    { number: '2', latitude: 0, longitude: 179.9 },
    { number: '6', latitude: 0, longitude: -179.7 },
  ]
  builder.add({ kind: 'street', names: ['Date Line'], latitude: 0, longitude: 180, houses })
  expect(findHouse(builder.build(), 0, { number: 4, suffix: '' })?.longitude).toBeCloseTo(-179.9, 6)
})

test('returns the most central one of three houses with the same number', () => {
  const builder = new PlacesBuilder()
  const houses = [5, 1, 1.001, 1.002].map((longitude) => ({ number: '12', latitude: 0, longitude }))
  builder.add({ kind: 'street', names: ['Main Street'], latitude: 0, longitude: 0, houses })
  expect(findHouse(builder.build(), 0, { number: 12, suffix: '' })?.longitude).toBeCloseTo(1.001, 2)
})

test('finds a house by the second of its numbers, and 10b for 10bis', () => {
  expect(streetOf('710/31', '736/17')('31')).toMatchObject({ number: '710/31', quality: 0.85 })
  expect(streetOf('12/134', '20')('134')).toBeUndefined()
  expect(streetOf('10', '10bis')('10b')).toMatchObject({ number: '10bis', quality: 0.95 })
  expect(streetOf('7', '7/A')('7a')).toMatchObject({ number: '7/a', quality: 1 })
})

test('takes a number up to three blocks away for a neighbor of 112-34', () => {
  const find = streetOf('92-70', '110-10')
  expect(find('112-34')).toMatchObject({ number: '110-10', quality: 0.4 })
  expect(find('104-34')).toBeUndefined()
})

test.each([
  ['12-14', ['12', '14', '12-14'], '12-14', 1],
  ['12-14', ['10', '12', '14', '16'], '12', 0.97],
  ['12-14', ['10', '14', '16'], '14', 0.97],
  ['12-14', ['10', '12a', '14', '16'], '12a', 0.95],
  ['12bis-14', ['12', '12bis', '14'], '12bis', 0.97],
  ['12/14', ['10', '14', '16'], '14', 0.97],
  ['1234-40', ['1200', '1240'], '1240', 0.97],
  ['12-18', ['10', '13', '16', '20'], '16', 0.9],
  ['12-15', ['10', '13', '20'], '13', 0.9],
  ['12-14', ['8-12', '20'], '8-12', 0.95],
  ['12-16', ['10', '14-20'], '14-20', 0.9],
  ['12-16', ['12-14', '20'], '12-14', 0.95],
  ['13-15', ['12-14', '20'], '12-14', 0.95],
])('finds the best house for %s among %j', (wanted, numbers, number, quality) => {
  expect(streetOf(...numbers)(wanted)).toMatchObject({ number, quality, isInterpolated: false })
})

test('estimates a range without a house from its first number, or from its last number', () => {
  expect(streetOf('10', '16')('12-14')).toMatchObject({ number: '12', isInterpolated: true, longitude: 0.012 })
  expect(streetOf('11', '10', '17')('12-15')).toMatchObject({ number: '15', isInterpolated: true, longitude: 0.015 })
  expect(streetOf('10')('12-14')).toMatchObject({ number: '10', isInterpolated: false, quality: 0.4 })
})

test('reads 12-14 as one house on a street with block numbers', () => {
  const find = streetOf('12-34', '12-05', '12', '14', '91-10')
  expect(find('12-34')).toMatchObject({ number: '12-34', quality: 1 })
  expect(find('12-14')).toMatchObject({ number: '12', quality: 0.5 })
})

test.each(['12', '13', '14'])('finds the house 12-14 by the number %s', (number) => {
  expect(streetOf('8', '12-14', '20')(number)).toMatchObject({ number: '12-14', quality: 0.95 })
  expect(streetOf('8', '12bis-14', '20')(number)).toMatchObject({ number: '12bis-14', quality: 0.95 })
})
