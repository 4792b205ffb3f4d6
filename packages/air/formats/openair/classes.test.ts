import { expect, test } from 'vitest'
import { zoneRules } from '../../model.ts'
import { openAirRule, openAirRules } from './classes.ts'

test('has classes for every rule, and one rule per class', () => {
  expect(new Set(openAirRules.values())).toEqual(new Set(zoneRules))
  for (const [word, rule] of openAirRules) expect(openAirRule(word.toLowerCase(), undefined)).toBe(rule)
})

test('applies the stricter of class and type; unknown ones have no rule', () => {
  expect(openAirRule('G', 'P')).toBe('prohibited')
  expect(openAirRule('A', 'RMZ')).toBe('authorisation')
  expect(openAirRule('UNC', 'UNKNOWN')).toBe('none')
  expect(openAirRule('X', undefined)).toBeUndefined()
  expect(openAirRule('G', 'X')).toBeUndefined()
})
