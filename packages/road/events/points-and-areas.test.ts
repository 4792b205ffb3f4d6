import { drawMap } from '@fairway/dataset/testing'
import { describe, expect, test } from 'vitest'
import { beyond, lineOver, located, locatorOf } from './testing/located-letters.ts'

const street = { highway: 'residential' }

describe('points and areas', async () => {
  const map = await drawMap(
    { cellMeters: 40 },
    `
    W---A-----B-------------------------C---X
        |     |                         |
        |     |                         |
    Y---D-----E-------------------------F---Z
  `,
    { WABCX: street, YDEFZ: street, DA: { ...street, oneway: 'yes' }, BE: street, CF: street },
  )
  const locator = locatorOf(map)
  const off = (letters: string, north: number, east: number) => lineOver(map, letters, [north, east])[0]

  test('put a point on the nearest road, in both directions if it has two', () => {
    expect(located(map, locator, { at: map.pointOf('BE') })).toEqual(['BE', 'EB'])
    expect(located(map, locator, { at: map.pointOf('DA') })).toEqual(['DA'])
    expect(located(map, locator, { at: off('B', -60, 30) })).toEqual(['BE', 'EB'])
  })

  test('extend a point on a long road by 150 m on either side', () => {
    expect(located(map, locator, { at: beyond(map, 'B', 'C', 520) })).toEqual(['BC 36-64', 'CB 36-64'])
    expect(located(map, locator, { at: beyond(map, 'B', 'C', 104) })).toEqual(['BC 0-24', 'CB 76-100'])
  })

  test('put a point at a junction on all of its roads', () => {
    const all = ['AB', 'BA', 'BC 0-14', 'BE', 'CB 86-100', 'EB']
    expect(located(map, locator, { at: map.pointOf('B') })).toEqual(all)
    expect(located(map, locator, { at: off('B', 3, -2) })).toEqual(all)
    expect(located(map, locator, { at: off('B', -20, 2) }), 'next to a junction, on one road').toEqual(['BE', 'EB'])
  })

  test('ignore a point farther than 50 m from every road', () => {
    expect(locator.locate({ at: off('A', 45, 0) }, 'both')).toBeDefined()
    expect(locator.locate({ at: off('A', 55, 0) }, 'both')).toBeUndefined()
    expect(locator.locate({ at: [0, 0] }, 'both')).toBeUndefined()
    expect(locator.locate({ at: [90, 0] }, 'both')).toBeUndefined()
  })

  test('treat a line of zero length as a point', () => {
    const [at] = [map.pointOf('BE')]
    for (const line of [[at], [at, at], [at, at, at]]) {
      expect(located(map, locator, { line })).toEqual(['BE', 'EB'])
      expect(located(map, locator, { line, sparse: true }, 'both')).toEqual(['BE', 'EB'])
    }
    expect(locator.locate({ line: [] }, 'both')).toBeUndefined()
  })

  test('cover whole arcs of all roads that touch an area', () => {
    const area = [off('B', 20, -60), off('B', 20, 60), off('B', -20, 60), off('B', -20, -60)]
    expect(located(map, locator, { area })).toEqual(['AB', 'BA', 'BC', 'BE', 'CB', 'EB'])
    expect(locator.locate({ area: area.map(([y, x]) => [y + 1, x] as const) }, 'both')).toBeUndefined()
    expect(locator.locate({ area: [] }, 'both')).toBeUndefined()
  })

  test('match a closed road by points and areas, while a line on it matches no other road', () => {
    const closed = map.closeRoad('BE')
    const blocked = locatorOf(closed)
    expect(located(closed, blocked, { at: map.pointOf('BE') })).toEqual(['BE', 'EB'])
    expect(located(closed, blocked, { line: lineOver(map, 'BE') })).toEqual([])
  })
})
