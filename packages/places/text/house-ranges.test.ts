import { expect, test } from 'vitest'
import { parseHouseNumber } from './house-number.ts'
import { listSeparateRanges, normalizeRanges, toHouseRange } from './house-ranges.ts'

test.each([
  ['12-14', 12, 14],
  ['12/14', 12, 14],
  ['12bis-14', 12, 14],
  ['12-14b', 12, 14],
  ['1234-40', 1234, 1240],
  ['1000-20', 1000, 1020],
  ['2-102', 2, 102],
  ['2-21', 2, 21],
])('reads %s as a range', (text, first, last) => {
  const number = parseHouseNumber(text)
  expect(number && toHouseRange(number)).toMatchObject({ first, last, isOneSided: (last - first) % 2 === 0 })
})

test.each([
  ['a descending number, as in Queens', '37-12'],
  ['a number with a leading zero', '9-02'],
  ['numbers on one side that differ by more than 100', '2-104'],
  ['numbers on both sides that differ by more than 20', '2-23'],
  ['a unit and a house', '7-119'],
  ['a shortened last number below 1000', '912-40'],
  ['a shortened last number that does not ascend', '1240-34'],
  ['a letter', '12a'],
  ['a flat on a floor', '2/5/7'],
])('does not read %s as a range', (_title, text) => {
  const number = parseHouseNumber(text)
  expect(number).toBeDefined()
  expect(number && toHouseRange(number)).toBeUndefined()
})

test.each([
  ['12–14 rue Grimaldi', '12-14 rue Grimaldi'],
  ['12‑14 rue Grimaldi', '12-14 rue Grimaldi'],
  ['rue Grimaldi 12 - 14, Monaco', 'rue Grimaldi 12 - 14, Monaco'],
  ['rue Grimaldi 12 — 14, Monaco', 'rue Grimaldi 12 - 14, Monaco'],
  ['12 à 14, rue Grimaldi', '12 - 14, rue Grimaldi'],
  ['du 12 au 14 rue Grimaldi', 'du 12 - 14 rue Grimaldi'],
  ['Canelones 1100 al 1104', 'Canelones 1100 - 1104'],
  ['Canelones 1100 a 1104', 'Canelones 1100 - 1104'],
  ['12 to 14 Main Street', '12 - 14 Main Street'],
  ['Hauptstraße 12 bis 14', 'Hauptstraße 12 - 14'],
  ['12 bis-14 rue Grimaldi', '12bis-14 rue Grimaldi'],
  ['12 bis - 14 rue Grimaldi', '12bis - 14 rue Grimaldi'],
  ['ulica Długa 12 / 14', 'ulica Długa 12/14'],
])('writes %s with a hyphen', (text, normalized) => {
  expect(normalizeRanges(text)).toBe(normalized)
})

test.each([
  'Annankatu 12 A 14',
  '7 - 119 West Broadway',
  '5 - 100 Main Street',
  'Shop 2 / 250 George St',
  '112-34 Main Street',
  '12-14-16 Main Street',
  'Hauptstraße 12, 14',
  '18 de julio 1234',
  '12 - 24th Street',
])('does not change %s', (text) => {
  expect(normalizeRanges(text)).toBe(text)
})

test('lists ranges that are two words', () => {
  expect(listSeparateRanges(normalizeRanges('12 à 14 rue Grimaldi, 12-14, 12bis - 16'))).toEqual([
    ['12', '14'],
    ['12bis', '16'],
  ])
})
