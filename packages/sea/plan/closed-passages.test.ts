import { describe, expect, test } from 'vitest'
import { passages } from '../passages/all-passages.ts'
import { narrows } from '../passages/narrows.ts'
import type { SizeLimits } from '../passages/passage.ts'
import { findClosedPassages } from './closed-passages.ts'

test('closes narrow passages to ships of unknown size, unless the request names them', () => {
  const narrow = passages.filter(({ isNarrow }) => isNarrow).map(({ id }) => id)
  expect(narrow).toEqual(expect.arrayContaining(['corinth', 'cape_cod', 'little_belt', 'naruto']))
  for (const id of narrow) {
    const becauseOf = (request: Parameters<typeof findClosedPassages>[0]) =>
      findClosedPassages(request).get(id)?.because
    expect([id, becauseOf({})]).toEqual([id, 'unmeasured'])
    expect(becauseOf({ vessel: { draftM: 3 } })).toBe('unmeasured')
    expect(becauseOf({ vessel: { beamM: 8 } })).toBe('unmeasured')
    expect(becauseOf({ vessel: { beamM: 8, draftM: 3 } })).toBeUndefined()
    expect(becauseOf({ allow: [id] })).toBeUndefined()
    expect(becauseOf({ via: [id] })).toBeUndefined()
  }
})

describe('a narrow passage', () => {
  const limitsByPassage = narrows.flatMap(({ id, limits = {} }) =>
    (Object.entries(limits) as [keyof SizeLimits, number][]).map(([measure, limit]) => [id, measure, limit] as const),
  )

  test.each(limitsByPassage)('%s accepts a ship at the limit of its %s and none beyond it', (id, measure, limit) => {
    const small = { draftM: 1, beamM: 5, lengthM: 20, airDraftM: 10 }
    const find = (meters: number, allow: string[] = []) =>
      findClosedPassages({ vessel: { ...small, [measure]: meters }, allow }).get(id)
    expect(find(limit)).toBeUndefined()
    expect(find(limit + 0.1)).toMatchObject({ because: 'size', allowedM: limit, givenM: limit + 0.1 })
    expect(find(limit + 0.1, [id])).toMatchObject({ because: 'size' })
  })

  test('has a maximum draft, a maximum beam and a source', () => {
    expect(narrows.length).toBeGreaterThan(20)
    for (const { limits, source } of narrows) {
      expect([limits?.draftM, limits?.beamM]).toEqual([expect.any(Number), expect.any(Number)])
      expect(source).toMatch(/\w{3}/)
    }
  })

  test('does not count a missing dimension as fitting', () => {
    const becauseOf = (vessel: SizeLimits) => findClosedPassages({ vessel }).get('storstroem')?.because
    expect(becauseOf({ draftM: 4 })).toBe('unmeasured')
    expect(becauseOf({ draftM: 9.5 })).toBe('size')
    expect(becauseOf({ beamM: 30 })).toBe('size')
    expect(becauseOf({ lengthM: 30, airDraftM: 10 })).toBe('unmeasured')
  })
})

test('closes the Strait of Belle Isle when the date is unknown', () => {
  const becauseOf = (request: Parameters<typeof findClosedPassages>[0]) =>
    findClosedPassages(request).get('belle_isle')?.because
  expect(becauseOf({})).toBe('undated')
  expect(becauseOf({ time: { kind: 'depart', atMs: Date.UTC(2026, 7, 1) } })).toBeUndefined()
  expect(becauseOf({ allow: ['belle_isle'] })).toBeUndefined()
})
