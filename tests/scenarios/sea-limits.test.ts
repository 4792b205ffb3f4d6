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

function planVoyage(request: SeaRequest) {
  const plan = planSeaRoute(finder, request)
  if (plan.kind !== 'planned') throw new Error(explainRefusal(plan))
  const [route] = plan.routes
  return { nm: route?.nm ?? 0, used: route?.passages.map(({ passage }) => passage.id) ?? [] }
}

const narrowGates = passageGates.filter(
  ({ passage }) => passage && passage !== DIAGONAL && findPassage(passage)?.isNarrow,
)

/**
 * A larger saving in nautical miles always decides. For smaller savings, the cost of waters near the shore may decide.
 */
const MIN_SURE_SAVING_NM = 25

test.each(narrowGates.map((gate) => [gate.passage ?? '', gate] as const))(
  'a ship uses %s if it fits, and one of unknown size next to it as well',
  (id, gate) => {
    const points = findCrossingOfGate(finder, gate)?.section.points ?? []
    const [from, to] = [points[0], points.at(-1)]
    if (!from || !to) throw new Error('the line crosses no water')
    const sail = (options: Partial<SeaRequest>) => {
      const { nm, used } = planVoyage({ from, to, ...options })
      return { nm, isUsed: used.includes(id) }
    }
    const [around, through] = [sail({ avoid: [id] }), sail({ allow: [id] })]
    expect([around.isUsed, through.isUsed]).toEqual([false, true])
    expect(around.nm).toBeGreaterThan(OPEN_ENDED.includes(id) ? through.nm : MIN_DETOUR_NM)
    const small = { beamM: 8, draftM: 2, airDraftM: 15 }
    expect(sail({ vessel: small }).isUsed).toBe(true)
    const { beamM = Number.NaN } = findPassage(id)?.limits ?? {}
    expect(sail({ vessel: { ...small, beamM } }).isUsed).toBe(true)
    expect(sail({ vessel: { ...small, beamM: beamM + 0.5 } }).isUsed).toBe(false)
    if (around.nm - through.nm > MIN_SURE_SAVING_NM) expect(sail({}).isUsed).toBe(true)
  },
)

const gothenburg = [57.69, 11.8] as const
const rotterdam = [51.99, 4.0] as const

test.each([
  ['storstroem', gothenburg, [54.4, 18.8], { draftM: 9.5, beamM: 30 }],
  ['fehmarnsund', gothenburg, [53.96, 10.9], { draftM: 9.5 }],
  ['four', rotterdam, [48.36, -4.55], { draftM: 22 }],
  ['four', rotterdam, [1.2, 103.8], { lengthM: 366, beamM: 48 }],
] as const)('a large ship does not use %s, which ships of unknown size avoid as well', (id, from, to, vessel) => {
  expect(planVoyage({ from, to, vessel }).used).not.toContain(id)
  expect(planVoyage({ from, to }).used).not.toContain(id)
})

/** Straits that are narrower than the cells of the sea map, with points on both sides and the miles between them. */
const lines = [
  ['euripus', [38.5, 23.59], [38.42, 23.62], 7, { draftM: 2, beamM: 7, lengthM: 30, airDraftM: 20 }],
  ['limfjord', [57.06, 9.96], [56.7, 8.18], 85, { draftM: 2, beamM: 7, lengthM: 30, airDraftM: 20 }],
] as const

test.each(lines)(
  'a ship uses %s up to each of its limits, and sails around it beyond',
  (id, from, to, maxNm, small) => {
    expect(planVoyage({ from, to, vessel: small }).nm).toBeLessThan(maxNm)
    expect(planVoyage({ from, to })).toMatchObject({ used: [id] })
    const limits = Object.entries(findPassage(id)?.limits ?? {})
    expect(limits.length).toBeGreaterThan(1)
    for (const [measure, limit] of limits) {
      expect(planVoyage({ from, to, vessel: { ...small, [measure]: limit } }).used).toEqual([id])
      const around = planVoyage({ from, to, vessel: { ...small, [measure]: limit + 0.1 } })
      expect(around.used).not.toContain(id)
      expect(around.nm).toBeGreaterThan(maxNm * 2)
    }
  },
)

test('a ship that is too large for the Euripus Strait still reaches Chalkida', () => {
  const request = { from: [37.93, 23.6], to: [38.464, 23.603] } as const
  const large = planVoyage({ ...request, vessel: { draftM: 6.5 } })
  expect([large.used, large.nm > 150]).toEqual([[], true])
  expect(planVoyage({ ...request, avoid: ['euripus'] }).used).toEqual([])
})
