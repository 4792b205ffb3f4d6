import { lengthNm } from '@fairway/geo'
import { beforeAll, describe, expect, test } from 'vitest'
import { splitAtAntimeridian } from '../route/dense-line.ts'
import { SeaPathFinder } from '../route/find-path.ts'
import { makeRectangle, makeSea } from '../testing/draw-sea.ts'
import { makeTwoSeas } from '../testing/two-seas.ts'
import { planSeaRoute, type SeaRoutePlan } from './plan-sea.ts'
import type { Refusal } from './refusal.ts'
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

function expectRefusal(request: Partial<SeaRequest>): Refusal {
  const seaPlan = planSeaRoute(finder, { from: north, to: south, ...request })
  if (seaPlan.kind === 'planned') throw new Error('a route was found')
  return seaPlan
}

const passagesOf = (seaPlan: SeaRoutePlan) =>
  seaPlan.routes.map(({ passages }) => passages.map(({ passage }) => passage.id))

describe('canals', () => {
  test('routes a vessel of unknown size through the large canal, although the narrow one is nearer', () => {
    expect(passagesOf(planVoyage({}))).toEqual([['suez']])
  })

  test('routes a vessel that is known to fit through the narrow one', () => {
    expect(passagesOf(planVoyage({ vessel: { beamM: 17.6, draftM: 7.3 } }))).toEqual([['corinth']])
    expect(passagesOf(planVoyage({ vessel: { beamM: 17.7, draftM: 7.3 } }))).toEqual([['suez']])
  })

  test('routes a vessel of unknown size through the narrow one exactly if that saves 30 % of the voyage', () => {
    const used = new Set<string>()
    for (let longitude = 30; longitude <= 32.5; longitude += 0.25) {
      const ends = { from: [33, longitude], to: [27, longitude] } as const
      const lengthOf = (request: Partial<SeaRequest>) => planVoyage({ ...ends, ...request }).routes[0]?.nm ?? 0
      const savedShare = 1 - lengthOf({ allow: ['corinth'] }) / lengthOf({ avoid: ['corinth'] })
      const seaPlan = planVoyage(ends)
      const canal = savedShare >= 0.3 ? 'corinth' : 'suez'
      expect([longitude, passagesOf(seaPlan)]).toEqual([longitude, [[canal]]])
      expect(seaPlan.closed.map(({ passage }) => passage)).toEqual(canal === 'suez' ? ['corinth'] : [])
      used.add(canal)
    }
    expect([...used]).toEqual(['corinth', 'suez'])
  })

  test('include longer alternatives through other passages', () => {
    const seaPlan = planVoyage({ vessel: { beamM: 10, draftM: 5 }, alternatives: 2 })
    expect(passagesOf(seaPlan)).toEqual([['corinth'], ['suez']])
    const [best, other] = seaPlan.routes
    expect(other?.nm).toBeGreaterThan(best?.nm ?? 0)
  })

  test('are forced by via', () => {
    expect(passagesOf(planVoyage({ vessel: { beamM: 10, draftM: 5 }, via: ['suez'] }))).toEqual([['suez']])
    expect(passagesOf(planVoyage({ via: ['corinth'] }))).toEqual([['corinth']])
  })

  test('add sailing, transit and waiting hours; steps add up to the distance', () => {
    const [route] = planVoyage({ speedKn: 10 }).routes
    if (!route) throw new Error('no route')
    const [use] = route.passages
    const inCanal = (use?.endNm ?? 0) - (use?.startNm ?? 0)
    expect(inCanal).toBeGreaterThan(85)
    expect(route.canalHours).toBe(14)
    expect(route.waitHours).toBe(10)
    expect(route.hours).toBeCloseTo((route.nm - inCanal) / 10 + 24, 6)
    expect(route.steps.reduce((sum, { nm }) => sum + nm, 0)).toBeCloseTo(route.nm, 6)
    expect(route.steps.some(({ text }) => /^Through the Suez Canal, \d+ nm$/.test(text))).toBe(true)
    expect(lengthNm(route.line)).toBeCloseTo(route.nm, 3)
    expect(route.greatCircleNm).toBeLessThan(route.nm)
  })
})

describe('the shortest of several paths', () => {
  test('is never longer than a voyage that is forced through a passage or avoids one', () => {
    const vessel = { beamM: 10, draftM: 5 }
    for (const [from, to] of [
      [north, south],
      [
        [33, 34],
        [27, 31],
      ],
      [
        [35, 39],
        [21, 26],
      ],
    ] as const) {
      const [best] = planVoyage({ from, to, vessel }).routes
      for (const id of ['suez', 'corinth']) {
        const [forced] = planVoyage({ from, to, vessel, via: [id] }).routes
        const [other] = planVoyage({ from, to, vessel, avoid: [id] }).routes
        expect(best?.nm).toBeLessThanOrEqual((forced?.nm ?? 0) + 1e-6)
        expect(best?.nm).toBeLessThanOrEqual((other?.nm ?? 0) + 1e-6)
      }
      const [back] = planVoyage({ from: to, to: from, vessel }).routes
      expect(back?.nm).toBeCloseTo(best?.nm ?? 0, 6)
    }
  })
})

describe('refusals', () => {
  test('name the limit of the blocking passage', () => {
    expect(expectRefusal({ vessel: { draftM: 20.13 } })).toEqual({
      kind: 'no-way',
      field: 'to',
      obstacles: expect.arrayContaining([
        expect.objectContaining({ because: 'size', measure: 'draft', givenM: 20.13 }),
      ]),
    })
    expect(planVoyage({ vessel: { draftM: 20.12 } }).kind).toBe('planned')
  })

  test('cover avoiding all routes', () => {
    const refusal = expectRefusal({ avoid: ['suez'] })
    expect(refusal.kind).toBe('no-way')
  })

  test('cover an unknown passage, and one that is both requested and avoided', () => {
    expect(expectRefusal({ avoid: ['suess'] })).toEqual({ kind: 'unknown-passage', field: 'avoid', given: 'suess' })
    expect(expectRefusal({ via: ['nowhere'] })).toMatchObject({ kind: 'unknown-passage', field: 'via' })
    expect(expectRefusal({ allow: ['nowhere'] })).toMatchObject({ kind: 'unknown-passage', field: 'allow' })
    expect(expectRefusal({ avoid: ['suez'], via: ['suez'] })).toEqual({ kind: 'contradiction', passage: 'suez' })
  })

  test('cover impossible dimensions', () => {
    expect(expectRefusal({ vessel: { draftM: -1 } })).toEqual({
      kind: 'bad-measure',
      field: 'vessel.draft_m',
      given: -1,
    })
    expect(expectRefusal({ speedKn: 0.099 })).toEqual({
      kind: 'bad-measure',
      field: 'vessel.speed_kn',
      given: 0.099,
      least: 0.1,
    })
    expect(planVoyage({ speedKn: 0.1 }).routes[0]?.hours).toBeGreaterThan(1000)
    expect(expectRefusal({ vessel: { beamM: Number.NaN } })).toMatchObject({ kind: 'bad-measure' })
  })

  test('cover an inland point, with the distance to water; within the limit it is snapped', () => {
    const refusal = expectRefusal({ to: [30.6, 33] })
    if (refusal.kind !== 'inland') throw new Error(refusal.kind)
    expect(refusal.field).toBe('to')
    expect(refusal.waterNm).toBeCloseTo(42, 0)
    const [route] = planVoyage({ to: [31.05, 33] }).routes
    expect(route?.ends[1]?.snapDistanceNm).toBeCloseTo(15, 0)
  })

  test('cover a lake without an outlet, from outside and from inside', () => {
    expect(expectRefusal({ to: [25, 47] })).toMatchObject({ kind: 'separate-waters', field: 'to' })
    expect(planVoyage({ from: [24, 45], to: [25, 47] }).routes[0]?.passages).toEqual([])
  })
})

test('returns a zero-length route for a vessel that is already there', () => {
  const [route] = planVoyage({ to: north }).routes
  expect(route).toMatchObject({ nm: 0, hours: 0, steps: [], passages: [] })
  expect(route?.line).toHaveLength(1)
})

test('handles the antimeridian: the short path, one line that does not jump, valid GeoJSON', () => {
  const sea = makeSea({ south: -5, west: 170, north: 5, east: 180, waters: [makeRectangle(-5, -180, 5, -170)] })
  const seaPlan = planSeaRoute(new SeaPathFinder(sea), { from: [0, 178], to: [1, -178] })
  if (seaPlan.kind !== 'planned') throw new Error(seaPlan.kind)
  const [route] = seaPlan.routes
  expect(route?.nm).toBeCloseTo(247.5, 0)
  const longitudes = route?.line.map(([, longitude]) => longitude) ?? []
  expect(longitudes.every((longitude, at) => at === 0 || Math.abs(longitude - (longitudes[at - 1] ?? 0)) < 3)).toBe(
    true,
  )
  const pieces = splitAtAntimeridian(route?.line ?? [])
  expect(pieces).toHaveLength(2)
  expect(pieces.flat().every(([longitude]) => Math.abs(longitude) <= 180)).toBe(true)
  expect(pieces[0]?.at(-1)?.[0]).toBe(180)
  expect(pieces[1]?.[0]?.[0]).toBe(-180)
})
