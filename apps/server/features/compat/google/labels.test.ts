import { describe, expect, test } from 'vitest'
import { formatDistance, formatDuration } from './labels.ts'

describe('quantities in English', () => {
  test.each([
    [0, '0 m', '0 ft'],
    [99, '99 m', '325 ft'],
    [152.4, '0.2 km', '500 ft'],
    [459, '0.5 km', '0.3 mi'],
    [10_780, '10.8 km', '6.7 mi'],
    [99_960, '100.0 km', '62.1 mi'],
    [1_234_567, '1,235 km', '767 mi'],
  ])('%d m', (meters, metric, imperial) => {
    expect([formatDistance(meters, 'metric', 'en'), formatDistance(meters, 'imperial', 'en')]).toEqual([
      metric,
      imperial,
    ])
  })

  test.each([
    [5, '1 min'],
    [840, '14 mins'],
    [3780, '1 hour 3 mins'],
    [7200, '2 hours'],
    [97_200, '1 day 3 hours'],
  ])('%d s', (seconds, text) => {
    expect(formatDuration(seconds, 'en')).toBe(text)
  })
})

describe('quantities in other languages', () => {
  test.each([
    ['de', '10,8 km', '6,7 mi', '14 Min.', '1 Std. 3 Min.'],
    ['es', '10,8 km', '6,7 mi', '14 min', '1 h 3 min'],
    ['ar', '10.8 كم', '6.7 ميل', '14 د', '1 س 3 د'],
    ['ru', '10,8 км', '6,7 ми', '14 мин', '1 ч 3 мин'],
  ])('%s', (language, metric, imperial, short, long) => {
    // The test treats non-breaking spaces as plain spaces.
    const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
    expect(
      [formatDistance(10_780, 'metric', language), formatDistance(10_780, 'imperial', language)].map(plain),
    ).toEqual([metric, imperial])
    expect([formatDuration(840, language), formatDuration(3780, language)].map(plain)).toEqual([short, long])
  })
})
