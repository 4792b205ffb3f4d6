import { expect, test } from 'vitest'
import { formatDistance } from './distance-text.ts'

test.each([
  [0, '0 m', '0 ft'],
  [3.9, '4 m', '13 ft'],
  [19.4, '19 m', '65 ft'],
  [47, '45 m', '150 ft'],
  [160, '160 m', '520 ft'],
  [162, '160 m', '0.1 mi'],
  [994.9, '990 m', '0.6 mi'],
  [995, '1.0 km', '0.6 mi'],
  [1249, '1.2 km', '0.8 mi'],
  [9949, '9.9 km', '6.2 mi'],
  [9960, '10 km', '6.2 mi'],
  [16_050, '16 km', '10 mi'],
  [123_456, '123 km', '77 mi'],
])('formats %d m as %j, or %j', (meters, metric, imperial) => {
  expect(formatDistance(meters * 100, 'metric')).toBe(metric)
  expect(formatDistance(meters * 100, 'imperial')).toBe(imperial)
})
