import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { compareRoutes, type RerouteCircumstances, type RouteCost } from './compare-routes.ts'

function plan(durationSeconds: number, weight = 100 * durationSeconds): RouteCost {
  return { weight, durationSeconds }
}

test.each([
  ['a gain of a minute', plan(3600), plan(3540), 'best'],
  ['a gain of a second less than a minute', plan(3600), plan(3541), 'previous'],
  ['a gain of 5 %', plan(600), plan(570), 'best'],
  ['a gain of a second less than 5 %', plan(600), plan(571), 'previous'],
])('decides whether to switch routes for %s', (_, previous, best, take) => {
  expect(compareRoutes(previous, best).take).toBe(take)
})

test('uses the requested minimum gain instead of both defaults', () => {
  expect(compareRoutes(plan(3600), plan(3540), { minGainSeconds: 61 })).toMatchObject({
    kind: 'keep',
    reason: 'too-little-gain',
    savedSeconds: 0,
  })
  expect(compareRoutes(plan(3600), plan(3539), { minGainSeconds: 61 })).toEqual({
    take: 'best',
    kind: 'change',
    reason: 'better',
    savedSeconds: 61,
  })
  expect(compareRoutes(plan(600), plan(599), { minGainSeconds: 0 }).take).toBe('best')
  expect(compareRoutes(plan(600), plan(600), { minGainSeconds: 0 }).take).toBe('previous')
})

test('returns the reason', () => {
  const closed = plan(600, INFINITE_WEIGHT)
  expect(compareRoutes(closed, plan(900)).reason).toBe('blocked')
  expect(compareRoutes(plan(600), closed)).toMatchObject({ kind: 'keep', reason: 'unchanged' })
  expect(compareRoutes(undefined, plan(600)).reason).toBe('previous-lost')
  expect(compareRoutes(closed, closed)).toMatchObject({ kind: 'keep', reason: 'blocked' })
  expect(compareRoutes(plan(600), plan(900), { destinationChanged: true }).reason).toBe('destination-changed')
  expect(compareRoutes(plan(600), plan(900), { stopsChanged: true }).reason).toBe('stops-changed')
  expect(compareRoutes(plan(600), plan(600), { samePath: true })).toMatchObject({ kind: 'keep', reason: 'unchanged' })
})

test('returns a new line when off route, which leads back to the route unless another path is better', () => {
  const offRoute = true
  expect(compareRoutes(plan(600), plan(590), { offRoute })).toMatchObject({ take: 'previous', kind: 'change' })
  expect(compareRoutes(plan(600), plan(500), { offRoute })).toMatchObject({ take: 'best', reason: 'off-route' })
})

test('never returns a worse route after 10,000 random weight changes', () => {
  const random = seededRandom(4)
  for (let round = 0; round < 10_000; round++) {
    const some = () => plan(60 + random() * 7200, random() < 0.1 ? INFINITE_WEIGHT : Math.round(1e5 * random()))
    const [previous, best] = [some(), some()]
    const circumstances: RerouteCircumstances = {
      offRoute: random() < 0.3,
      ...(random() < 0.3 ? { minGainSeconds: random() * 300 } : {}),
    }
    const { take, savedSeconds } = compareRoutes(previous, best, circumstances)
    const taken = take === 'best' ? best : previous
    expect(savedSeconds).toBeGreaterThanOrEqual(0)
    if (previous.weight >= INFINITE_WEIGHT) {
      expect(taken.weight).toBe(Math.min(previous.weight, best.weight))
      continue
    }
    expect(taken.weight, `round ${round}`).toBeLessThanOrEqual(previous.weight)
    expect(taken.durationSeconds, `round ${round}`).toBeLessThanOrEqual(previous.durationSeconds)
  }
})
