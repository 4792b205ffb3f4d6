import { drawMap } from '@fairway/dataset/testing'
import { describe, expect, test } from 'vitest'
import { beyond, lineOver, located, locatorOf } from './testing/located-letters.ts'

const street = { highway: 'residential' }
const oneway = { highway: 'residential', oneway: 'yes' }

describe('lines in a street grid', async () => {
  const map = await drawMap(
    { cellMeters: 40 },
    `
    S---A-----B-----C-----D---T
        |     |     |     |
        |     |     |     |
        |     |     |     |
        E-----F-----G-----H
        |     |     |     |
        |     |     |     |
        |     |     |     |
    U---I-----J-----K-----L---V
  `,
    { SABCDT: street, EFGH: street, UIJKLV: street, AEI: street, BFJ: street, CGK: street, DHL: street },
  )
  const locator = locatorOf(map)
  const at = (letters: string) => ({ line: lineOver(map, letters) })

  test('cover the arcs along the line, only in its direction', () => {
    expect(located(map, locator, at('EFGH'))).toEqual(['EF', 'FG', 'GH'])
    expect(located(map, locator, at('HGFE'))).toEqual(['FE', 'GF', 'HG'])
    expect(located(map, locator, at('AEFB'))).toEqual(['AE', 'EF', 'FB'])
  })

  test('also cover the opposite arcs if they apply to both directions', () => {
    expect(located(map, locator, at('FGH'), 'both')).toEqual(['FG', 'GF', 'GH', 'HG'])
  })

  test('cover part of an arc when the whole event lies on it', () => {
    const line = [beyond(map, 'F', 'G', 60), beyond(map, 'F', 'G', 120)]
    expect(located(map, locator, { line })).toEqual(['FG 25-50'])
    expect(located(map, locator, { line: line.toReversed() })).toEqual(['GF 50-75'])
    expect(located(map, locator, { line }, 'both')).toEqual(['FG 25-50', 'GF 50-75'])
  })

  test('cover partial arcs at both ends', () => {
    const line = [beyond(map, 'F', 'E', 120), beyond(map, 'G', 'H', 96)]
    expect(located(map, locator, { line })).toEqual(['EF 50-100', 'FG', 'GH 0-40'])
  })

  test('do not cover arcs that the ends merely touch', () => {
    const line = [beyond(map, 'F', 'E', 20), beyond(map, 'G', 'H', 25)]
    expect(located(map, locator, { line })).toEqual(['FG'])
    const around = [beyond(map, 'F', 'B', 12), ...lineOver(map, 'FG'), beyond(map, 'G', 'K', 12)]
    expect(located(map, locator, { line: around })).toEqual(['FG'])
  })

  test('cover the arc with the largest share of the line when nothing else would remain', () => {
    const line = [beyond(map, 'F', 'E', 15), beyond(map, 'F', 'G', 25)]
    expect(located(map, locator, { line })).toEqual(['FG 0-10'])
  })

  test('of a few meters have a direction, and lie on one arc', () => {
    const line = [beyond(map, 'F', 'G', 100), beyond(map, 'F', 'G', 104)]
    expect(located(map, locator, { line })).toEqual(['FG 37-47'])
    expect(located(map, locator, { line: line.toReversed() })).toEqual(['GF 53-63'])
  })

  test('away from all roads or across the blocks are not on the map', () => {
    expect(located(map, locator, { line: lineOver(map, 'EFGH', [75, 0]) })).toEqual([])
    expect(located(map, locator, { line: lineOver(map, 'EFGH', [40, 0]) }), 'too far for a drawn line').toEqual([])
    expect(located(map, locator, { line: lineOver(map, 'AGL') })).toEqual([])
    const across = [beyond(map, 'A', 'B', 120), beyond(map, 'I', 'J', 120)]
    expect(located(map, locator, { line: across }, 'both')).toEqual([])
  })

  test('that leave the map cover the section inside it', () => {
    const line = [...lineOver(map, 'FGH'), beyond(map, 'H', 'G', -3000)]
    expect(located(map, locator, { line })).toEqual(['FG', 'GH'])
    expect(located(map, locator, { line: line.toReversed() })).toEqual(['GF', 'HG'])
  })

  test('that leave the map and come back cover all separate sections', () => {
    const line = [
      ...lineOver(map, 'EF'),
      beyond(map, 'F', 'J', -700),
      beyond(map, 'G', 'K', -700),
      ...lineOver(map, 'GH'),
    ]
    expect(located(map, locator, { line })).toEqual(['CG', 'EF', 'FB', 'GH'])
  })

  test('that are sparse follow the fastest path between start and end', () => {
    const bent = { line: [beyond(map, 'A', 'E', 10), beyond(map, 'F', 'G', 200)], sparse: true } as const
    expect(located(map, locator, bent)).toEqual(['AE 6-100', 'EF', 'FG 0-83'])
  })
})

test('with only endpoints cover even a winding road', async () => {
  const map = await drawMap(
    { cellMeters: 60 },
    `
    A--B     E--F
       |     |
       C-----D
  `,
    { ABCDEF: { highway: 'primary' }, BE: { highway: 'track', motor_vehicle: 'no' } },
  )
  const line = [...lineOver(map, 'AF')]
  const locator = locatorOf(map)
  expect(located(map, locator, { line, sparse: true })).toEqual(['ABCDEF'])
  expect(located(map, locator, { line, sparse: true }, 'both')).toEqual(['ABCDEF', 'FEDCBA'])
  const outside = [...lineOver(map, 'A'), beyond(map, 'F', 'E', -5000)]
  expect(located(map, locator, { line: outside, sparse: true }), 'the direction is unknown').toEqual([])
})

describe('lines against a one-way street', () => {
  /**
   * Builds a map in which the street FE is one-way westbound. A parallel two-way street runs the given distance to the
   * north.
   */
  const withParallel = (meters: number, names: readonly [string, string] = ['', '']) => {
    const tagsOf = (name: string) => (name === '' ? {} : { name })
    return drawMap(
      { cellMeters: meters },
      `
      A${'-'.repeat(Math.round(300 / meters))}B
      E${'-'.repeat(Math.round(300 / meters))}F
    `,
      { AB: { ...street, ...tagsOf(names[0]) }, FE: { ...oneway, ...tagsOf(names[1]) }, AE: street, BF: street },
    )
  }

  test.each([20, 25, 30, 40, 60])('match nothing, although a parallel street runs %i m away', async (meters) => {
    const map = await withParallel(meters)
    const locator = locatorOf(map)
    expect(located(map, locator, { line: lineOver(map, 'FE') })).toEqual(['FE'])
    expect(located(map, locator, { line: lineOver(map, 'EF') })).toEqual([])
    expect(located(map, locator, { line: lineOver(map, 'EF') }, 'both')).toEqual(['FE'])
    const inside = [beyond(map, 'E', 'F', 80), beyond(map, 'E', 'F', 220)]
    expect(located(map, locator, { line: inside })).toEqual([])
  })

  test('match nothing when only start and end are known', async () => {
    const map = await withParallel(60)
    const locator = locatorOf(map)
    const line = [beyond(map, 'E', 'F', 80), beyond(map, 'E', 'F', 220)]
    expect(located(map, locator, { line, sparse: true })).toEqual([])
    expect(located(map, locator, { line, sparse: true }, 'both')).toEqual(['FE 39-78'])
  })

  test('match a road of the same name within 30 m as the other carriageway', async () => {
    const map = await withParallel(25, ['Long Road', 'Long Road'])
    expect(located(map, locatorOf(map), { line: lineOver(map, 'EF') })).toEqual(['AB 8-92'])
  })

  test('match the section before the one-way street', async () => {
    const map = await drawMap(
      { cellMeters: 50 },
      `
      A---C--------D----E
          |        |    |
          F--------G----H
    `,
      { ACD: street, ED: oneway, FGH: street, CF: street, DG: street, EH: street },
    )
    expect(located(map, locatorOf(map), { line: lineOver(map, 'CDE') })).toEqual(['CD'])
  })
})

test('match both roads of a dual carriageway for both directions', async () => {
  const road = { highway: 'motorway', ref: 'A 1' }
  const map = await drawMap(
    { cellMeters: 20 },
    `
    A------------------------------B------------------------------C
    D------------------------------E------------------------------F
  `,
    { CBA: road, DEF: road, AD: street, CF: street, BE: { highway: 'service' } },
  )
  const locator = locatorOf(map)
  const line = [beyond(map, 'D', 'E', 200), ...lineOver(map, 'E'), beyond(map, 'E', 'F', 300)]
  expect(located(map, locator, { line })).toEqual(['DE 32-100', 'EF 0-48'])
  expect(located(map, locator, { line }, 'both')).toEqual(['BA 0-68', 'CB 52-100', 'DE 32-100', 'EF 0-48'])
})
