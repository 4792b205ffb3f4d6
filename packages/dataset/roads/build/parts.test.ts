import { ArcFlag } from '@fairway/road'
import { describe, expect, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import type { DrawnMap } from '../../testing/drawn-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import { computeMainComponentFlags, findConnectedComponents } from './parts.ts'

const road = { highway: 'primary' }
const oneway = { ...road, oneway: 'yes' }

/** Maps each arc, written as the nodes that it passes, to the result of `of`. */
function arcsOf<T>(map: DrawnMap, of: (arc: number) => T): Record<string, T> {
  const { edgeSide } = map.roads.network.arcs
  const rows = Array.from(edgeSide, (side, arc): [string, T] => {
    const letters = map.lettersOfEdge(side >>> 1)
    return [(side & 1) === 0 ? letters : [...letters].reverse().join(''), of(arc)]
  })
  return Object.fromEntries(rows)
}

describe('connected components', () => {
  test('are numbered by size, the largest first', async () => {
    const drawing = `
      A---B   C---D---E
                  |
                  F
    `
    const map = await drawMap({}, drawing, { AB: road, CD: road, DE: oneway, FD: road })
    const components = arcsOf(map, (arc) => map.roads.network.arcs.part[arc])
    expect(components).toEqual({ AB: 1, BA: 1, CD: 0, DC: 0, DE: 0, FD: 0, DF: 0 })
    expectRoute(map, 'A', 'C').fails()
    expectRoute(map, 'A', 'B').follows('AB')
  })

  test('ignore driving directions', () => {
    expect([...findConnectedComponents(5, [0, 2, 3], [1, 1, 4])]).toEqual([0, 0, 1])
    expect([...findConnectedComponents(0, [], [])]).toEqual([])
  })
})

describe('reachability of the main component', () => {
  const flagsOf = (map: DrawnMap) =>
    arcsOf(map, (arc) => {
      const flags = map.roads.network.arcs.flags[arc]
      const there = (flags & ArcFlag.leadsToMain) !== 0 ? 'leads there' : ''
      const from = (flags & ArcFlag.reachedFromMain) !== 0 ? 'is reached' : ''
      return [there, from].filter(Boolean).join(', ')
    })

  test('distinguishes a one-way street into it from one out of it', async () => {
    const drawing = `
      A---B---C---D
              |
              E
    `
    const map = await drawMap({}, drawing, { AB: oneway, BC: road, CE: road, CD: oneway })
    const inside = 'leads there, is reached'
    expect(flagsOf(map)).toEqual({
      AB: 'leads there',
      BC: inside,
      CB: inside,
      CE: inside,
      EC: inside,
      CD: 'is reached',
    })
  })

  test('is equal for both directions of a ring without U-turns', async () => {
    const drawing = `
      A---B
      |   |
      D---C
    `
    const map = await drawMap({}, drawing, { ABC: road, CDA: { ...road, name: 'Other' } })
    expect(new Set(Object.values(flagsOf(map)))).toEqual(new Set(['leads there, is reached']))
  })

  test('of a copy of an arc applies to the arc', () => {
    // The turns form the cycle 0 → 2 → 0, where arc 2 is a copy of arc 1.
    const turns = { first: Uint32Array.of(0, 1, 1, 2), to: Uint32Array.of(2, 0) }
    const flags = computeMainComponentFlags(turns, [1])
    expect(flags[1] & ArcFlag.reachedFromMain).not.toBe(0)
    expect(flags[1] & ArcFlag.leadsToMain).toBe(0)
  })

  test('is empty for a network without arcs', () => {
    expect(computeMainComponentFlags({ first: Uint32Array.of(0), to: new Uint32Array(0) }, [])).toHaveLength(0)
  })
})
