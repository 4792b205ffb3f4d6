import { expect, test } from 'vitest'
import { createRouteIdGenerator, findUncachedMode } from './route-id.ts'

test('are unique within a thread and across threads', () => {
  const [one, other] = [createRouteIdGenerator(), createRouteIdGenerator()]
  const ids = Array.from({ length: 5000 }, (_, index) => (index % 2 === 0 ? one() : other()))
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^rt_[\w-]{16,20}$/)
})

test('changes the secret part at least every thousand ids', () => {
  const next = createRouteIdGenerator()
  const starts = new Set(Array.from({ length: 5 * 1024 }, () => next().slice(0, 15)))
  expect(starts.size).toBe(5)
})

test('contain the mode of a route that is not cached', () => {
  for (const mode of ['drone', 'maritime', 'av'] as const) {
    const id = createRouteIdGenerator(mode)()
    expect([id, findUncachedMode(id)]).toEqual([expect.stringMatching(new RegExp(`^rt_${mode}_[\\w-]{16,20}$`)), mode])
  }
  const next = createRouteIdGenerator()
  for (let count = 0; count < 5000; count++) expect(findUncachedMode(next())).toBeUndefined()
})
