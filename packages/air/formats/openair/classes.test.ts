import { expect, test } from 'vitest'
import { zoneRules } from '../../model.ts'
import { findOpenAirRule, openAirRules } from './classes.ts'

test('has classes for every rule, and one rule per class', () => {
  expect(new Set(openAirRules.values())).toEqual(new Set(zoneRules))
  for (const [word, rule] of openAirRules) expect(findOpenAirRule(word.toLowerCase(), undefined)).toBe(rule)
})

test('applies the stricter of class and type; unknown ones have no rule', () => {
  expect(findOpenAirRule('G', 'P')).toBe('prohibited')
  expect(findOpenAirRule('A', 'RMZ')).toBe('authorisation')
  expect(findOpenAirRule('UNC', 'UNKNOWN')).toBe('none')
  expect(findOpenAirRule('X', undefined)).toBeUndefined()
  expect(findOpenAirRule('G', 'X')).toBeUndefined()
})
