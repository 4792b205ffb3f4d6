import { lengthNm, type Position } from '@fairway/geo'
import { expect, test } from 'vitest'
import { findSeaName, listSeas } from './name-seas.ts'

test('returns the common names of seas', () => {
  const expected: readonly (readonly [number, number, string])[] = [
    [56, 3, 'North Sea'],
    [38, 5, 'Mediterranean Sea'],
    [20, 38.5, 'Red Sea'],
    [43, 34, 'Black Sea'],
    [42, 50.5, 'Caspian Sea'],
    [15, -75, 'Caribbean Sea'],
    [25, -90, 'Gulf of Mexico'],
    [-38, 160, 'Tasman Sea'],
    [40, -40, 'North Atlantic Ocean'],
    [-30, -20, 'South Atlantic Ocean'],
    [0, 75, 'Indian Ocean'],
    [40, 175, 'North Pacific Ocean'],
    [40, -175, 'North Pacific Ocean'],
    [-34.8, -57, 'Río de la Plata'],
  ]
  for (const [latitude, longitude, name] of expected) expect(findSeaName(latitude, longitude)).toBe(name)
})

test('names the water off ports at the border of two seas', () => {
  const expected: readonly (readonly [number, number, string])[] = [
    [41.14, -8.75, 'North Atlantic Ocean'],
    [42.2, -9, 'North Atlantic Ocean'],
    [43.5, -3.1, 'Bay of Biscay'],
    [53.1, -9.8, 'North Atlantic Ocean'],
    [53.35, -5.9, 'Irish Sea'],
    [51.4, -3.6, 'Celtic Sea'],
    [64.2, -22.5, 'North Atlantic Ocean'],
    [6.9, 79.7, 'Laccadive Sea'],
    [-8.8, 115.2, 'Indian Ocean'],
    [-43.2, 147.6, 'Tasman Sea'],
    [-38.4, 144.6, 'Bass Strait'],
    [18.3, -69.8, 'Caribbean Sea'],
    [18.6, -66.1, 'North Atlantic Ocean'],
    [44.5, -63.4, 'North Atlantic Ocean'],
    [-39, -61.5, 'South Atlantic Ocean'],
    [-34.6, -58.2, 'Río de la Plata'],
  ]
  for (const [latitude, longitude, name] of expected)
    expect(findSeaName(latitude, longitude), `${latitude},${longitude}`).toBe(name)
})

test('lists the seas of a line in order, with miles that add up, and no short visits', () => {
  const line: Position[] = [
    [54, 4],
    [51, 1.6],
    [49.5, -5],
    [44, -9.5],
    [36, -9.5],
  ]
  const seas = listSeas(line)
  const names = seas.map(({ name }) => name)
  expect(names[0]).toBe('North Sea')
  expect(names[1]).toBe('English Channel')
  expect(names[names.length - 1]).toBe('North Atlantic Ocean')
  expect(new Set(names).size).toBe(names.length)
  expect(seas.reduce((sum, { nm }) => sum + nm, 0)).toBeCloseTo(lengthNm(line), 6)
})
