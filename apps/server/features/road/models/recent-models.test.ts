import type { ModelRule, TravelModel } from '@fairway/road'
import { expect, test } from 'vitest'
import { MAX_RECENT_MODELS, MAX_RECENT_SIZE, RecentModels } from './recent-models.ts'

const CORNERS = 4999
const toModel = (key: string, rule: ModelRule): TravelModel => ({ key, rules: [rule] })
const small = (key: string) => toModel(key, { when: {}, speedLimitKmh: 50 })
/** Returns a model of size 5,000: its rule counts as one, and the rest are corners. */
const large = (key: string) =>
  toModel(key, { when: { area: Array.from({ length: CORNERS }, () => [1, 2] as const) }, speedLimitKmh: 50 })
const LARGE_COUNT = MAX_RECENT_SIZE / (CORNERS + 1)

test.each([
  ['small models up to their number', small, MAX_RECENT_MODELS],
  ['large models up to their total size', large, LARGE_COUNT],
])('keeps %s', (_, make, count) => {
  const recent = new RecentModels()
  const models = Array.from({ length: count }, (_, index) => recent.unify(make(`${index}`)))
  for (const [index, model] of models.entries()) expect(recent.unify(make(`${index}`))).toBe(model)
  recent.unify(make('one more'))
  // The first model is the least recently used.
  for (const [index, model] of models.entries()) if (index > 0) expect(recent.unify(make(`${index}`))).toBe(model)
  expect(recent.unify(make('0'))).not.toBe(models[0])
})

test('frees the size of models that it drops, and counts a repeated model once', () => {
  const recent = new RecentModels()
  for (let index = 0; index < 3 * LARGE_COUNT; index++) recent.unify(large(`${index}`))
  const first = recent.unify(small('small'))
  for (let repetition = 0; repetition < 3 * LARGE_COUNT; repetition++) recent.unify(large('the same'))
  expect(recent.unify(small('small'))).toBe(first)
})
