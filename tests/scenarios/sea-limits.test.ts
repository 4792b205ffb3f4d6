import {
  explainRefusal,
  findPassage,
  limitGates,
  passageGates,
  passageIds,
  planSeaRoute,
  SeaPathFinder,
  type SeaRoutePlan,
} from '@fairway/sea'
import { findCrossingOfGate, listLimitGates } from '@fairway/sea/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSeas } from '../support/maps/seas.ts'

/**
 * Minimum length of a detour in nautical miles. A shorter detour would pass through a gap in the line across the water.
 */
const MIN_DETOUR_NM = 9

let finder: SeaPathFinder
beforeAll(async () => {
  const { sea } = await openSeas()
  if (!sea) throw new Error('the sea map could not be built')
  finder = new SeaPathFinder(sea)
})

test('every shallow channel and bridge has a unique id, a name, a limit and a source', () => {
  for (const { name, limits, source } of limitGates) {
    expect(name).not.toBe('')
    expect(source).toMatch(/\w{3}/)
    expect(Object.values(limits).every((limit) => limit > 1 && limit < 100)).toBe(true)
  }
  expect(new Set(limitGates.map(({ id }) => id)).size).toBe(limitGates.length)
})

describe('a ship between two points on both sides', () => {
  test.each(limitGates.map((limitGate) => [limitGate.id, limitGate] as const))(
    'of %s passes at the limit and not beyond it',
    (id, { name, gate, limits }) => {
      const points = findCrossingOfGate(finder, gate)?.section.points ?? []
      const [from, to] = [points[0], points.at(-1)]
      if (!from || !to) throw new Error('the line crosses no water')
      const [[measure, limit] = ['', 0]] = Object.entries(limits)
      // The other dimensions are small, because ships of unknown size do not use narrow passages.
      const plan = (meters: number) =>
        planSeaRoute(finder, { from, to, vessel: { beamM: 5, draftM: 1, [measure]: meters } })
      const usesGate = ({ routes: [route] }: SeaRoutePlan) =>
        listLimitGates([{ points: route?.line ?? [] }]).includes(id)
      const fitting = plan(limit)
      if (fitting.kind !== 'planned') throw new Error(explainRefusal(fitting))
      expect(usesGate(fitting)).toBe(true)
      const tooLarge = plan(limit + 0.5)
      if (tooLarge.kind === 'planned') {
        expect(usesGate(tooLarge)).toBe(false)
        expect(tooLarge.routes[0]?.nm).toBeGreaterThan(MIN_DETOUR_NM)
      } else {
        const [article, dimension] = measure === 'draftM' ? ['a', 'draft'] : ['an', 'air draft']
        expect(explainRefusal(tooLarge)).toContain(
          `${name} accepts ships with ${article} ${dimension} of at most ${limit} m, but the vessel's ${dimension} is ${limit + 0.5} m`,
        )
      }
    },
  )
})

test('has at least 150 shallow channels, bridges and passages with limits', () => {
  const limitedPassages = passageIds.filter((id) => findPassage(id)?.limits)
  expect(limitGates.length + limitedPassages.length).toBeGreaterThanOrEqual(150)
})

const narrowGates = passageGates.filter(({ passage }) => passage && findPassage(passage)?.isNarrow)

test.each(narrowGates.map((gate) => [gate.passage, gate] as const))(
  'a ship of unknown size sails around %s, and a small one through it',
  (id, gate) => {
    const points = findCrossingOfGate(finder, gate)?.section.points ?? []
    const [from, to] = [points[0], points.at(-1)]
    if (!from || !to) throw new Error('the line crosses no water')
    const [around, through] = [undefined, { beamM: 8, draftM: 2, airDraftM: 15 }].map((vessel) => {
      const plan = planSeaRoute(finder, { from, to, ...(vessel && { vessel }) })
      if (plan.kind !== 'planned' || !plan.routes[0]) throw new Error('no route')
      return plan.routes[0]
    })
    if (!around || !through) throw new Error('no route')
    const uses = [around, through].map(({ passages }) => passages.some(({ passage }) => passage.id === id))
    expect(uses).toEqual([false, true])
    expect(around.nm).toBeGreaterThan(MIN_DETOUR_NM)
  },
)
