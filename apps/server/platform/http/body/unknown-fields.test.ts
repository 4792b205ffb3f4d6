import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { createUnknownFieldFinder, toIgnoredFieldWarnings } from './unknown-fields.ts'

const find = createUnknownFieldFinder({
  body: Type.Object({
    time_windows: Type.Array(Type.Number()),
    geometry: Type.String(),
    vessel: Type.Object({ speed_kn: Type.Number(), draft_m: Type.Number() }),
  }),
})

function warn(body: object): string[] {
  return JSON.parse(toIgnoredFieldWarnings({ ignored: find({ body, query: {} }) }) || '[]')
}

test.each([
  ['geometri', 'geometry'],
  ['windows', 'time_windows'],
  ['timeWindows', 'time_windows'],
  ['speed_kn', 'vessel.speed_kn'],
])('suggests a field for %s', (field, suggestion) => {
  expect(warn({ [field]: 1 })).toEqual([`unknown field '${field}' was ignored; did you mean ${suggestion}?`])
})

test.each(['limit', 'x', 'w'.repeat(41)])('suggests nothing for the unrelated field %s', (field) => {
  expect(warn({ [field]: 1 })).toEqual([`unknown field '${field}' was ignored`])
})

test('suggests nothing for known fields', () => {
  expect(warn({ time_windows: [], vessel: { speed_kn: 1 } })).toEqual([])
})
