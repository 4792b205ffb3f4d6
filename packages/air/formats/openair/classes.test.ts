import { expect, test } from 'vitest'
import { zoneRules } from '../../model.ts'
import { openAirRule, openAirRules } from './classes.ts'

test('every rule has classes, and no class has two rules', () => {
  expect(new Set(openAirRules.values())).toEqual(new Set(zoneRules))
  for (const [word, rule] of openAirRules) expect(openAirRule(word.toLowerCase(), undefined)).toBe(rule)
})

test('of a class and a type the stricter one holds; unknown ones have no rule', () => {
  expect(openAirRule('G', 'P')).toBe('prohibited')
  expect(openAirRule('A', 'RMZ')).toBe('authorisation')
  expect(openAirRule('UNC', 'UNKNOWN')).toBe('none')
  expect(openAirRule('X', undefined)).toBeUndefined()
  expect(openAirRule('G', 'X')).toBeUndefined()
})
