import { expect, test } from 'vitest'
import { utcOffsetsOf } from './utc-offsets.ts'

const HOUR = 3600

test('clocks are those of the middle of the map, in summer and in winter, asked for in any order', () => {
  const offsetAt = utcOffsetsOf({ south: 41, west: -8.8, north: 41.4, east: -8.4 })
  const [winter, summer] = [Date.UTC(2026, 0, 15) / 1000, Date.UTC(2026, 6, 15) / 1000]
  for (let round = 0; round < 3; round++) expect([offsetAt(winter), offsetAt(summer)]).toEqual([0, HOUR])
  const change = Date.UTC(2026, 2, 29, 1) / 1000
  expect([offsetAt(change - 1), offsetAt(change)]).toEqual([0, HOUR])
})

test('also where the map lies across the date line', () => {
  expect(utcOffsetsOf({ south: -18.5, west: 178, north: -17.5, east: -178 })(Date.UTC(2026, 6, 15) / 1000)).toBe(
    12 * HOUR,
  )
})
