import { expect, test } from 'vitest'
import { createUtcOffsetLookup } from './utc-offsets.ts'

const HOUR = 3600

test('uses the UTC offset at the center of the map, in summer and winter, in any order of requests', () => {
  const offsetAt = createUtcOffsetLookup({ south: 41, west: -8.8, north: 41.4, east: -8.4 })
  const [winter, summer] = [Date.UTC(2026, 0, 15) / 1000, Date.UTC(2026, 6, 15) / 1000]
  for (let round = 0; round < 3; round++) expect([offsetAt(winter), offsetAt(summer)]).toEqual([0, HOUR])
  const change = Date.UTC(2026, 2, 29, 1) / 1000
  expect([offsetAt(change - 1), offsetAt(change)]).toEqual([0, HOUR])
})

test('handles a map across the antimeridian for UTC offsets', () => {
  expect(
    createUtcOffsetLookup({ south: -18.5, west: 178, north: -17.5, east: -178 })(Date.UTC(2026, 6, 15) / 1000),
  ).toBe(12 * HOUR)
})
