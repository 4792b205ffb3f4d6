import {
  explainRefusal,
  findPassage,
  limitGates,
  passageGates,
  planSeaRoute,
  SeaPathFinder,
  type SeaRequest,
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

test('has at least 150 shallow channels and bridges', () => {
  expect(limitGates.length).toBeGreaterThanOrEqual(150)
})

/** The sound is as narrow as the squares of the water map, so no line crosses it from one side to the other. */
const DIAGONAL = 'fehmarnsund'
/** Lines that end at a rock or in open water. A ship next to that end sails around it. */
const OPEN_ENDED = ['maerket']

const narrowGates = passageGates.filter(
  ({ passage }) => passage && passage !== DIAGONAL && findPassage(passage)?.isNarrow,
)

/**
 * A larger saving in nautical miles always decides. For smaller savings, the cost of waters near the shore may decide.
 */
const MIN_SURE_SAVING_NM = 25

test.each(narrowGates.map((gate) => [gate.passage ?? '', gate] as const))(
  'a small ship uses %s, and one of unknown size next to it as well',
  (id, gate) => {
    const points = findCrossingOfGate(finder, gate)?.section.points ?? []
    const [from, to] = [points[0], points.at(-1)]
    if (!from || !to) throw new Error('the line crosses no water')
    const sail = (options: Partial<SeaRequest>) => {
      const plan = planSeaRoute(finder, { from, to, ...options })
      if (plan.kind !== 'planned' || !plan.routes[0]) throw new Error('no route')
      const [{ nm, passages }] = plan.routes
      return { nm, isUsed: passages.some(({ passage }) => passage.id === id) }
    }
    const [around, through] = [sail({ avoid: [id] }), sail({ allow: [id] })]
    expect([around.isUsed, through.isUsed]).toEqual([false, true])
    expect(around.nm).toBeGreaterThan(OPEN_ENDED.includes(id) ? through.nm : MIN_DETOUR_NM)
    expect(sail({ vessel: { beamM: 8, draftM: 2, airDraftM: 15 } }).isUsed).toBe(true)
    if (around.nm - through.nm > MIN_SURE_SAVING_NM) expect(sail({}).isUsed).toBe(true)
  },
)
