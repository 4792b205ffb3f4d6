import { defaultProfile, travelProfiles, withModel } from '@fairway/road'
import { expect, test } from 'vitest'
import { ConditionClock } from './conditions.ts'
import { ModelHours } from './model-hours.ts'

const newYork = { country: 'us', latitude: 40.71, longitude: -74.01 }
const hours = new ModelHours(new ConditionClock(new Map(), newYork))
const rules = [
  { when: {}, speedFactor: 0.9 },
  { when: { roadClasses: ['primary'] }, hours: 'Mo-Fr 07:00-09:00', speedLimitKmh: 20 },
  { when: {}, hours: 'PH 00:00-24:00', speedFactor: 0.5 },
] as const
const model = { key: 'model abc', rules }
/** A Monday in winter, when New York is five hours behind UTC. */
const rush = Date.parse('2026-11-16T12:00:00Z')
const night = Date.parse('2026-11-16T04:00:00Z')
const christmas = Date.parse('2026-12-25T15:00:00Z')

test('keeps the rules that apply at the departure, in local time and on holidays of the country', () => {
  const profile = withModel(defaultProfile, model)
  const untimed = [rules[0], { when: rules[1].when, speedLimitKmh: 20 }, { when: {}, speedFactor: 0.5 }]
  expect(hours.resolve(profile, rush).model?.rules).toEqual([untimed[0], untimed[1]])
  expect(hours.resolve(profile, rush - 1).model?.rules).toEqual([untimed[0]])
  expect(hours.resolve(profile, christmas).model?.rules).toEqual([untimed[0], untimed[2]])
})

test('returns the same object for the same rules, and different keys for different rules', () => {
  const profile = withModel(defaultProfile, model)
  expect(hours.resolve(profile, rush)).toBe(hours.resolve(profile, rush + 3_600_000))
  expect(hours.resolve(profile, night)).toBe(hours.resolve(profile, night + 60_000))
  expect(hours.resolve(profile, rush).model?.key).not.toBe(hours.resolve(profile, night).model?.key)
})

test('leaves profiles without hours as they are', () => {
  const profile = withModel(defaultProfile, { key: 'model x', rules: [rules[0]] })
  expect(hours.resolve(profile, rush)).toBe(profile)
  expect(hours.resolve(defaultProfile, rush)).toBe(defaultProfile)
})

test('removes a model without active rules, but keeps the rules and grades of the profile', () => {
  const timed = { key: 'model y', rules: [rules[1]] }
  expect(hours.resolve(withModel(defaultProfile, timed), night)).toEqual(defaultProfile)
  const wheelchair = hours.resolve(withModel(travelProfiles.wheelchair, timed), night)
  expect(wheelchair.model).toMatchObject({ rules: travelProfiles.wheelchair.model?.rules, grades: 'wheelchair' })
})
