import { beforeAll, describe, expect, test } from 'vitest'
import { SeaPathFinder } from '../route/find-path.ts'
import { makeTwoSeas } from '../testing/two-seas.ts'
import { planSeaRoute, type SeaRoutePlan } from './plan-sea.ts'
import type { SeaRequest } from './request.ts'

let finder: SeaPathFinder
beforeAll(() => {
  finder = new SeaPathFinder(makeTwoSeas())
})

const north = [33, 32] as const
const south = [27, 32] as const

function planVoyage(request: Partial<SeaRequest>): SeaRoutePlan {
  const seaPlan = planSeaRoute(finder, { from: north, to: south, ...request })
  if (seaPlan.kind !== 'planned') throw new Error(`refused: ${seaPlan.kind}`)
  return seaPlan
}

const passagesOf = (seaPlan: SeaRoutePlan) =>
  seaPlan.routes.map(({ passages }) => passages.map(({ passage }) => passage.id))

describe('repeated passages', () => {
  test('count a round trip as two transits with two waits', () => {
    const [route] = planVoyage({ to: north, via: [south], speedKn: 10 }).routes
    expect(route?.passages.map(({ passage }) => passage.id)).toEqual(['suez', 'suez'])
    expect([route?.canalHours, route?.waitHours]).toEqual([28, 20])
    const inCanal = route?.passages.reduce((sum, { startNm, endNm }) => sum + endNm - startNm, 0) ?? 0
    expect(route?.hours).toBeCloseTo(((route?.nm ?? 0) - inCanal) / 10 + 48, 6)
  })

  test('count a canal partly and twice when turning around in it, and once when continuing after a stop in it', () => {
    const within = [30.6, 36] as const
    const [back] = planVoyage({ to: north, via: [within] }).routes
    expect(back?.passages.map(({ share }) => share)).toEqual([expect.closeTo(0.5, 1), expect.closeTo(0.5, 1)])
    expect(back?.canalHours).toBeCloseTo(14, 0)
    expect(back?.waitHours).toBe(20)
    const [on] = planVoyage({ via: [within] }).routes
    expect(on?.passages.map(({ share }) => share)).toEqual([1])
    expect([on?.canalHours, on?.waitHours]).toEqual([14, 10])
  })

  test('lead through a canal from end to end for via, even back to the same sea', () => {
    const [route] = planVoyage({ to: [33, 38], via: ['suez'] }).routes
    expect(route?.passages.map(({ passage, share }) => [passage.id, share])).toEqual([
      ['suez', 1],
      ['suez', 1],
    ])
    expect(Math.min(...(route?.line.map(([latitude]) => latitude) ?? []))).toBeLessThan(29.9)
    expect(route?.legs).toHaveLength(1)
  })

  test('support via in an order that no single path has', () => {
    const vessel = { beamM: 10, draftM: 5 }
    expect(passagesOf(planVoyage({ vessel, to: north, via: ['suez', 'corinth'] }))).toEqual([['suez', 'corinth']])
    expect(passagesOf(planVoyage({ vessel, to: north, via: ['corinth', 'suez'] }))).toEqual([['corinth', 'suez']])
  })
})

describe('reported closed passages', () => {
  test('include a narrow one that would save distance for a vessel without dimensions, and one it is too large for', () => {
    expect(planVoyage({}).closed).toEqual([expect.objectContaining({ passage: 'corinth', because: 'unmeasured' })])
    const wide = planVoyage({ vessel: { beamM: 20, draftM: 5 } })
    expect(wide.closed).toEqual([expect.objectContaining({ passage: 'corinth', because: 'size', givenM: 20 })])
  })

  test('exclude an avoided one, and one that would save nothing', () => {
    expect(planVoyage({ avoid: ['corinth'] }).closed).toEqual([])
    expect(planVoyage({ from: [33, 36], to: [27, 36] }).closed).toEqual([])
    expect(planVoyage({ to: [33, 38] }).closed).toEqual([])
  })
})

describe('a narrow passage next to a stop', () => {
  const far = [23, 40] as const
  const within = [31.44, 30] as const
  const beyond = [31.46, 30] as const

  test('is open to a ship of unknown size', () => {
    expect(passagesOf(planVoyage({ from: within, to: far }))).toEqual([['corinth']])
    expect(passagesOf(planVoyage({ from: far, to: within }))).toEqual([['corinth']])
    expect(planVoyage({ from: within, to: far }).closed).toEqual([])
  })

  test('stays closed beyond six miles, and to ships that avoid it or are too large', () => {
    const seaPlan = planVoyage({ from: beyond, to: far })
    expect(passagesOf(seaPlan)).toEqual([['suez']])
    expect(seaPlan.closed).toEqual([expect.objectContaining({ passage: 'corinth', because: 'unmeasured' })])
    expect(passagesOf(planVoyage({ from: within, to: far, avoid: ['corinth'] }))).toEqual([['suez']])
    const vessel = { beamM: 20, draftM: 5 }
    expect(passagesOf(planVoyage({ from: within, to: far, vessel }))).toEqual([['suez']])
  })
})

describe('search effort', () => {
  test('ends at the next check when the client has disconnected', () => {
    let checks = 0
    const seaPlan = planSeaRoute(finder, { from: north, to: south, alternatives: 3 }, undefined, () => ++checks > 0)
    expect(seaPlan).toEqual({ kind: 'no-way', field: 'to', obstacles: [] })
    expect(checks).toBeGreaterThan(0)
    expect(checks).toBeLessThan(10)
  })

  test('skips legs that an alternative does not change', () => {
    let searches = 0
    const find = finder.search.find.bind(finder.search)
    finder.search.find = (...given) => {
      searches++
      return find(...given)
    }
    const via = Array.from({ length: 8 }, (_, at): [number, number] => [33 + (at % 2), 31 + at / 2])
    const seaPlan = planVoyage({ via, vessel: { beamM: 10, draftM: 5 }, alternatives: 3 })
    finder.search.find = find
    expect(passagesOf(seaPlan)).toEqual([['suez'], ['corinth']])
    // There are nine legs, one search for a shorter path without Suez, and two searches for alternatives: one without
    // Suez, and one without Suez and the canal of the first alternative.
    expect(searches).toBe(12)
  })

  test('includes alternatives for voyages of ten legs, and none for eleven', () => {
    const legs = (count: number) => ({ via: Array.from({ length: count - 1 }, () => north), alternatives: 1 })
    const vessel = { beamM: 10, draftM: 5 }
    expect(planVoyage({ ...legs(10), vessel }).routes).toHaveLength(2)
    expect(planVoyage({ ...legs(11), vessel }).routes).toHaveLength(1)
  })
})
