import { listTollRuns, listTollSections, RouteShape, sumTolls, TollClass } from '@fairway/road'
import { describe, expect, test } from 'vitest'
import { compileBlock } from '../../testing/compile-block.ts'
import { drawMap } from '../../testing/draw-map.ts'
import type { DrawnMap } from '../../testing/drawn-map.ts'
import { findRoute, type RouteOptions } from '../../testing/drawn-route.ts'
import { buildOsmBlock, type Tags } from '../../testing/osm-writer.ts'
import { fromRoadSections, toRoadSections } from '../sections.ts'

const CELL_METERS = 100
/** Every character is a cell, so neighboring letters are 400 m apart. */
const drawing = 'A---B---C---D---E---F'
const road = { highway: 'primary' }
const toll = { ...road, toll: 'yes' }
type ClassName = keyof typeof TollClass

const draw = (ways: Record<string, Tags>, nodes: Record<string, Tags> = {}) =>
  drawMap({ cellMeters: CELL_METERS }, drawing, ways, { nodes })

function followRoute(map: DrawnMap, from: string, to: string, vehicle: ClassName = 'car', options: RouteOptions = {}) {
  const plan = findRoute(map, from, to, options)
  if (plan.kind !== 'plan') throw new Error(`no route: ${plan.kind}`)
  const shape = new RouteShape()
  for (const leg of plan.legs) shape.addLeg(map.roads.network, leg)
  const sections = listTollSections(map.roads.network, plan.legs, shape, TollClass[vehicle])
  const letter = (point: number) => map.letterAt(shape.latitude[point], shape.longitude[point])
  return {
    sections,
    totals: sumTolls(sections),
    runs: listTollRuns(sections, shape.length).map((run) => `${letter(run.from)}${letter(run.to)} ${run.value}`),
    /** Sections such as `BC 2.5 EUR`. */
    texts: sections.map(
      ({ from, to, amounts }) =>
        `${letter(from)}${letter(to)} ${amounts.map(({ amount, currency }) => `${amount} ${currency}`).join(' or ') || '?'}`,
    ),
  }
}
const listTolls = (...route: Parameters<typeof followRoute>) => followRoute(...route).texts

describe('tolls of ways', () => {
  test('have the amounts of the map, or are listed without an amount', async () => {
    const map = await draw({
      AB: road,
      BC: { ...toll, charge: '2.50 EUR', name: 'Bridge' },
      CD: road,
      DE: toll,
      EF: road,
    })
    const { texts, totals, runs, sections } = followRoute(map, 'A', 'F')
    expect(texts).toEqual(['BC 2.5 EUR', 'DE ?'])
    expect(totals).toEqual({ amounts: [{ currency: 'EUR', amount: 2.5 }], sectionsWithoutAmount: 1 })
    expect(runs).toEqual(['AB false', 'BC true', 'CD false', 'DE true', 'EF false'])
    expect(sections[0]).toMatchObject({ name: 'Bridge', meters: expect.closeTo(400, 0) })
    expect(listTolls(map, 'F', 'A')).toEqual(['ED ?', 'CB 2.5 EUR'])
    expect(listTolls(map, 'A', 'B')).toEqual([])
  })

  test('are paid once for consecutive ways with the same amount', async () => {
    const bridge = { ...toll, charge: '3 EUR' }
    const map = await draw({
      AB: { ...bridge, name: 'Ramp' },
      BC: { ...bridge, name: 'Bridge', bridge: 'yes' },
      CD: { ...toll, charge: '1 EUR' },
      DE: road,
      EF: bridge,
    })
    const { texts, totals } = followRoute(map, 'A', 'F')
    expect(texts).toEqual(['AC 3 EUR', 'CD 1 EUR', 'EF 3 EUR'])
    expect(totals.amounts).toEqual([{ currency: 'EUR', amount: 7 }])
    expect(listTolls(map, 'A', 'F', 'car', { via: ['B', 'C'] })).toEqual(texts)
  })

  test('do not merge with ways of another amount, even without a junction', async () => {
    const map = await draw({ AB: { ...toll, charge: '1 EUR' }, BCD: { ...toll, charge: '2 EUR' }, DEF: toll })
    expect(listTolls(map, 'A', 'F')).toEqual(['AB 1 EUR', 'BD 2 EUR', 'DF ?'])
  })

  test('are charged by distance', async () => {
    const map = await draw({ AB: road, BCDEF: { ...toll, charge: '0.50 EUR/km' } })
    expect(followRoute(map, 'A', 'F').sections[0]?.amounts[0]?.amount).toBeCloseTo(0.8, 2)
    expect(followRoute(map, 'A', 'D').sections[0]?.amounts[0]?.amount).toBeCloseTo(0.4, 2)
  })

  test('differ by vehicle', async () => {
    const map = await draw({
      AB: { ...toll, charge: '2 EUR', 'charge:hgv': '9 EUR', 'charge:motorcycle': '1 EUR' },
      BC: { ...toll, 'charge:motorcar': '4 EUR' },
      CD: { ...road, 'toll:hgv': 'yes', 'charge:hgv': '5 EUR' },
      DE: { ...toll, 'toll:motorcycle': 'no', charge: '6 EUR' },
      EF: { ...road, charge: '7 EUR' },
    })
    expect(listTolls(map, 'A', 'F')).toEqual(['AB 2 EUR', 'BC 4 EUR', 'DE 6 EUR'])
    expect(listTolls(map, 'A', 'F', 'truck')).toEqual(['AB 9 EUR', 'BC ?', 'CD 5 EUR', 'DE 6 EUR'])
    expect(listTolls(map, 'A', 'F', 'motorcycle')).toEqual(['AB 1 EUR', 'BC ?'])
  })

  test('have no amount if it depends on the time or the direction', async () => {
    const map = await draw({
      AB: { ...toll, charge: '2 EUR', 'charge:conditional': '4 EUR @ (Mo-Fr 07:00-09:00)' },
      BC: road,
      CD: { ...toll, charge: '2 EUR', 'charge:backward': '3 EUR', 'toll:hgv:conditional': 'no @ (22:00-06:00)' },
      DE: road,
      EF: { ...toll, charge: '5 EUR', 'charge:hgv:conditional': '9 EUR @ (weight>12)' },
    })
    expect(listTolls(map, 'A', 'F')).toEqual(['AB ?', 'CD ?', 'EF 5 EUR'])
    expect(listTolls(map, 'A', 'F', 'truck')).toEqual(['AB ?', 'CD ?', 'EF ?'])
  })

  test('are listed for trucks where only trucks pay', async () => {
    const map = await draw({ AB: road, BC: { ...road, 'toll:hgv': 'yes' }, CDEF: { ...road, 'toll:hgv': 'no' } })
    expect([listTolls(map, 'A', 'F'), listTolls(map, 'A', 'F', 'truck')]).toEqual([[], ['BC ?']])
    expect(listTolls(map, 'A', 'F', 'motorcycle')).toEqual([])
  })

  test('are not listed for vehicles that pay nothing', async () => {
    const map = await draw({
      AB: { ...toll, 'toll:hgv': 'no' },
      BC: road,
      CD: { ...toll, 'toll:motorcycle': 'no' },
      DE: road,
      EF: { ...toll, 'toll:motor_vehicle': 'no', 'toll:hgv': 'yes' },
    })
    expect(listTolls(map, 'A', 'F')).toEqual(['AB ?', 'CD ?'])
    expect(listTolls(map, 'A', 'F', 'truck')).toEqual(['CD ?', 'EF ?'])
    expect(listTolls(map, 'A', 'F', 'motorcycle')).toEqual(['AB ?'])
  })

  test('can be paid in several currencies, and totals use the first', async () => {
    const map = await draw({
      AB: { ...toll, charge: '2 EUR;3 USD' },
      BC: road,
      CD: { ...toll, charge: '4 USD' },
      DEF: road,
    })
    const { texts, totals } = followRoute(map, 'A', 'F')
    expect(texts).toEqual(['AB 2 EUR or 3 USD', 'CD 4 USD'])
    expect(totals.amounts).toEqual([
      { currency: 'EUR', amount: 2 },
      { currency: 'USD', amount: 4 },
    ])
  })
})

describe('tolls of booths', () => {
  const booth = (charge: string): Tags => ({ barrier: 'toll_booth', charge })

  test('are the amounts of the toll road on which they stand', async () => {
    const map = await draw({ AB: road, BCDE: toll, EF: road }, { C: booth('2 EUR'), D: booth('3 EUR') })
    expect(listTolls(map, 'A', 'F')).toEqual(['BE 5 EUR'])
    expect(listTolls(map, 'F', 'A')).toEqual(['EB 5 EUR'])
    expect(listTolls(map, 'D', 'F')).toEqual(['DE ?'])
    expect(listTolls(map, 'A', 'C')).toEqual(['BC ?'])
  })

  test('count at the ends of a toll road, and replace the amount of the road', async () => {
    const map = await draw({ AB: road, BCD: { ...toll, charge: '9 EUR' }, DEF: road }, { B: booth('2 EUR') })
    expect(listTolls(map, 'A', 'F')).toEqual(['BD 2 EUR'])
    expect(listTolls(map, 'F', 'A')).toEqual(['DB 2 EUR'])
  })

  test('count without a toll road, but only if the route passes them', async () => {
    const map = await draw({ ABCDEF: road }, { C: { ...booth('2 EUR'), 'charge:hgv': '7 EUR' } })
    const { texts, runs, totals } = followRoute(map, 'A', 'F')
    expect([texts, runs]).toEqual([['CC 2 EUR'], ['AF false']])
    expect(totals.amounts).toEqual([{ currency: 'EUR', amount: 2 }])
    expect(listTolls(map, 'A', 'F', 'truck')).toEqual(['CC 7 EUR'])
    expect(listTolls(map, 'A', 'F', 'car', { via: ['C'] })).toEqual(['CC 2 EUR'])
    expect(listTolls(map, 'A', 'C')).toEqual([])
    expect(listTolls(map, 'A', 'BC')).toEqual([])
  })

  test('in currencies without a common one are separate', async () => {
    const map = await draw({ ABCDEF: toll }, { B: booth('2 EUR'), D: booth('3 USD') })
    expect(listTolls(map, 'A', 'F')).toEqual(['AF 2 EUR', 'DD 3 USD'])
  })

  test('have no amount without a readable charge', async () => {
    const map = await draw({ ABC: road, CDEF: toll }, { B: { barrier: 'toll_booth' }, D: booth('by distance') })
    expect(listTolls(map, 'A', 'F')).toEqual(['CF ?'])
    expect(map.roads.network.tolls).toBeUndefined()
  })
})

test('a map without amounts is not changed by them, and a map with amounts is read back', async () => {
  const elements = {
    points: new Map([...'ABCDEF'].map((letter, index) => [letter, [41.15, -8.61 + index / 200] as const])),
    ways: { AB: toll, BCD: { ...toll, charge: 'unknown' }, DEF: road },
    nodes: { C: { barrier: 'toll_booth' } },
    missing: '',
  }
  const plain = await compileBlock(buildOsmBlock({ ...elements, relations: [] }))
  expect([...toRoadSections(plain)].filter(([name]) => name.startsWith('tolls'))).toEqual([])
  expect(plain.network.edges.count).toBe(2)
  const ways = { ...elements.ways, BCD: { ...toll, charge: '2 EUR' } }
  const nodes = { C: { barrier: 'toll_booth', charge: '3.205 KWD' } }
  const priced = await compileBlock(buildOsmBlock({ ...elements, ways, nodes, relations: [] }))
  const sections = new Map(toRoadSections(priced))
  expect(priced.network.tolls?.count).toBe(2)
  expect(fromRoadSections(sections)).toEqual(priced)
  // Datasets that were compiled before amounts existed have no such sections.
  const older = new Map([...sections].filter(([name]) => !name.startsWith('tolls')))
  expect(fromRoadSections(older).network).toEqual({ ...priced.network, tolls: undefined })
})
