import { expect, test } from 'vitest'
import { findModelError, modelPresets, toModel } from './model-presets.ts'

test('every preset is a valid model', () => {
  for (const { name } of modelPresets) expect(findModelError(JSON.stringify(toModel(name)))).toBeUndefined()
})

test.each([
  ['{', /^This is not valid JSON: /],
  ['[]', 'A model is an object with a list of rules: {"rules": [ … ]}.'],
  ['{"rules": []}', 'The model has 0 rules; give 1 to 200.'],
  ['{"rules": [1]}', 'Rule 1: must be an object.'],
  ['{"rules": [{"when": {}}]}', 'Rule 1: “when” is unknown; use only “if”, “speed” and “priority”.'],
  ['{"rules": [{"speed": {"limit": 80}}]}', 'Rule 1: needs “if”; {"if": {}} matches all roads.'],
  ['{"rules": [{"if": {}}]}', 'Rule 1: needs “speed” or “priority”.'],
  [
    '{"rules": [{"if": {}, "speed": {"max": 8}}]}',
    'Rule 1: “speed” needs numbers: {"limit": 0.5} or {"multiply": 0.5}.',
  ],
  ['{"rules": [{"if": {}, "priority": {}}]}', 'Rule 1: “priority” needs numbers: {"multiply": 0.5}.'],
  [
    '{"rules": [{"if": {"klass": 1}, "speed": {"limit": 8}}]}',
    'Rule 1: “klass” is unknown; use only road_class, surface, max_speed, grade, toll, tunnel, bridge, ford, unpaved, area.',
  ],
])('describes what is wrong with %s', (json, expected) => {
  expect(findModelError(json)).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected)
})

test('allows 200 rules and no more', () => {
  const model = (count: number) => JSON.stringify({ rules: Array(count).fill({ if: {}, speed: { limit: 80 } }) })
  expect(findModelError(model(200))).toBeUndefined()
  expect(findModelError(model(201))).toBe('The model has 201 rules; give 1 to 200.')
})
