import { expect, test } from 'vitest'
import { findCountryName } from './country-names.ts'

test('uses common country names', () => {
  expect(['NL', 'CN', 'US', 'GB', 'HK', 'MO'].map((code) => findCountryName(code))).toEqual([
    'Netherlands',
    'China',
    'United States',
    'United Kingdom',
    'Hong Kong',
    'Macao',
  ])
  expect(['de', 'zh', 'qqq'].map((language) => findCountryName('NL', language))).toEqual([
    'Niederlande',
    '荷兰',
    'Netherlands',
  ])
})
