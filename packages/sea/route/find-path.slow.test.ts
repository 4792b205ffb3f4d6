import { type Position, seededRandom } from '@fairway/geo'
import { beforeAll, describe, expect, test } from 'vitest'
import { Closures } from '../search/closures.ts'
import { makeRectangle, makeSea } from '../testing/draw-sea.ts'
import { exactShortestNm, isInside, type LandPolygon, touchesLand } from '../testing/exact-path.ts'
import { randomLands } from '../testing/random-lands.ts'
import { snapToWater } from '../water/snap.ts'
import { SeaPathFinder } from './find-path.ts'

const SEED = 71
/**
 * Number of grid squares along each side of the sea. The islands are one or two hundred miles wide, so the clearance
 * that ships keep is small in comparison.
 */
const SIZE = 4
const DEGREES = 3
const BOX = { south: -7, west: 10, north: 7, east: 24 }

let lands: LandPolygon[]
let finder: SeaPathFinder
let closures: Closures
const random = seededRandom(SEED)
beforeAll(() => {
  lands = randomLands(random, -6, 11, SIZE, DEGREES)
  const sea = makeSea({ ...BOX, lands })
  finder = new SeaPathFinder(sea)
  closures = new Closures(sea, [], new Set(), false)
})

function somewhere(): Position {
  for (;;) {
    const at: Position = [-6 + random() * SIZE * DEGREES, 11 + random() * SIZE * DEGREES]
    if (!lands.some((land) => isInside(land, at))) return at
  }
}

function findPath(from: Position, to: Position) {
  const start = snapToWater(finder.sea, from[0], from[1], 10)
  const goal = snapToWater(finder.sea, to[0], to[1], 10)
  if (!start || !goal) throw new Error(`no water at ${from} or ${to}`)
  const way = finder.find(start, goal, closures)
  if (!way) throw new Error(`no route from ${from} to ${to}`)
  return { ...way, start, goal, line: way.sections.flatMap(({ points }) => points) }
}

describe(`paths compared with the exact shortest ones around ${SIZE * SIZE} squares of random islands, seed ${SEED}`, () => {
  test('are never shorter, and longer only by the clearance that vessels keep', () => {
    const ratios = Array.from({ length: 60 }, () => {
      const { nm, start, goal } = findPath(somewhere(), somewhere())
      const exact = exactShortestNm(lands, [start.latitude, start.longitude], [goal.latitude, goal.longitude])
      return { ratio: nm / exact, spare: nm - exact, exact }
    })
    for (const { spare } of ratios) expect(spare).toBeGreaterThan(-0.5)
    const sorted = ratios.map(({ ratio }) => ratio).sort((a, b) => a - b)
    expect(sorted[30]).toBeLessThan(1.02)
    expect(sorted[57]).toBeLessThan(1.1)
  })

  test('never touch land', () => {
    for (let round = 0; round < 25; round++)
      expect(touchesLand(lands, findPath(somewhere(), somewhere()).line)).toBe(false)
  })

  test('have the same length in both directions', () => {
    for (let round = 0; round < 20; round++) {
      const [a, b] = [somewhere(), somewhere()]
      expect(findPath(a, b).nm).toBeCloseTo(findPath(b, a).nm, 9)
    }
  })

  test('have no shorter detour over a third position, within one percent', () => {
    for (let round = 0; round < 20; round++) {
      const [a, b, c] = [somewhere(), somewhere(), somewhere()]
      expect(findPath(a, c).nm).toBeLessThan((findPath(a, b).nm + findPath(b, c).nm) * 1.01 + 1)
    }
  })
})

test('use a channel of 600 m between two islands, and nothing narrower than a subcell', () => {
  const gapDegrees = (meters: number) => meters / 1852 / 60
  const through = (meters: number) => {
    const sea = makeSea({
      south: -2,
      west: 10,
      north: 2,
      east: 14,
      lands: [
        makeRectangle(-1.9999, 11.9, -gapDegrees(meters) / 2, 12.1),
        makeRectangle(gapDegrees(meters) / 2, 11.9, 1.9999, 12.1),
      ],
    })
    const narrow = new SeaPathFinder(sea)
    const start = snapToWater(sea, 0, 11, 10)
    const goal = snapToWater(sea, 0, 13, 10)
    return start && goal && narrow.find(start, goal, new Closures(sea, [], new Set(), false))?.nm
  }
  expect(through(600)).toBeCloseTo(120.1, 0)
  expect(through(40)).toBeUndefined()
})
