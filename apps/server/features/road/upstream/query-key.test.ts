import { expect, test } from 'vitest'
import type { UpstreamQuery, UpstreamStop } from './provider.ts'
import { toQueryKey } from './query-key.ts'
import { aroundTheCorner } from './testing/queries.ts'

const key = toQueryKey(aroundTheCorner)
function withFirstStop(change: (stop: UpstreamStop) => Partial<UpstreamStop>): UpstreamQuery {
  const [first, ...others] = aroundTheCorner.stops
  if (!first) throw new Error('a stop')
  return { ...aroundTheCorner, stops: [{ ...first, ...change(first) }, ...others] }
}

test('treats queries less than a meter apart as the same', () => {
  expect(toQueryKey(withFirstStop(({ latitude }) => ({ latitude: latitude + 0.000001 })))).toBe(key)
})

test('ignores the order of avoided features', () => {
  const keys = [
    ['tolls', 'ferries'],
    ['ferries', 'tolls'],
  ].map((avoid) => toQueryKey({ ...aroundTheCorner, avoid }))
  expect(keys[0]).toBe(keys[1])
})

test.each<[string, UpstreamQuery]>([
  ['another place', withFirstStop(({ latitude }) => ({ latitude: latitude + 0.00002 }))],
  ['a heading', withFirstStop(() => ({ heading: 0 }))],
  ['a bearing', withFirstStop(() => ({ bearing: { degrees: 0, toleranceDegrees: 20 } }))],
  ['the side of the street', withFirstStop(() => ({ approach: 'curb' }))],
  ['the way back', { ...aroundTheCorner, stops: aroundTheCorner.stops.toReversed() }],
  ['fewer alternatives', { ...aroundTheCorner, alternatives: 1 }],
  ['no steps', { ...aroundTheCorner, steps: false }],
  ['something avoided', { ...aroundTheCorner, avoid: ['tolls'] }],
])('distinguishes queries by %s', (_, query) => {
  expect(toQueryKey(query)).not.toBe(key)
})
