import { expect, test } from 'vitest'
import { passages } from '../passages/all-passages.ts'
import { findClosedPassages } from './closed-passages.ts'

test('closes narrow passages to ships of unknown size, unless the request names them', () => {
  const narrow = passages.filter(({ isNarrow }) => isNarrow).map(({ id }) => id)
  expect(narrow).toEqual(expect.arrayContaining(['corinth', 'cape_cod', 'little_belt', 'naruto']))
  for (const id of narrow) {
    const becauseOf = (request: Parameters<typeof findClosedPassages>[0]) =>
      findClosedPassages(request).get(id)?.because
    expect([id, becauseOf({})]).toEqual([id, 'unmeasured'])
    expect(becauseOf({ vessel: { draftM: 3 } })).toBe('unmeasured')
    expect(becauseOf({ vessel: { beamM: 8, draftM: 3 } })).toBeUndefined()
    expect(becauseOf({ allow: [id] })).toBeUndefined()
    expect(becauseOf({ via: [id] })).toBeUndefined()
  }
})

test('closes the Strait of Belle Isle when the date is unknown', () => {
  const becauseOf = (request: Parameters<typeof findClosedPassages>[0]) =>
    findClosedPassages(request).get('belle_isle')?.because
  expect(becauseOf({})).toBe('undated')
  expect(becauseOf({ time: { kind: 'depart', atMs: Date.UTC(2026, 7, 1) } })).toBeUndefined()
  expect(becauseOf({ allow: ['belle_isle'] })).toBeUndefined()
})
