import { expect, test } from 'vitest'
import { findPositionAt, type TrackFix } from './replay-track.ts'
import { toDateText, toReportQuery } from './state.ts'

const start = Date.parse('2026-11-18T09:00:00Z')
const toFix = (seconds: number, at: readonly [number, number]): TrackFix => ({
  at,
  time: new Date(start + seconds * 1_000).toISOString(),
  speed_ms: 10,
  heading: 90,
})
const fixes = [toFix(0, [43, 7]), toFix(10, [43, 7.001]), toFix(10, [43, 7.002]), toFix(400, [44, 8])]

test('the replay is between two positions in proportion to the time', () => {
  const between = findPositionAt(fixes, start + 5_000)
  expect(between).toMatchObject({ speedKmh: 36, heading: 90 })
  expect(between?.at[1]).toBeCloseTo(7.0005, 9)
  expect(findPositionAt(fixes, start)?.at).toEqual([43, 7])
  expect(findPositionAt(fixes, start + 10_000)?.at).toEqual([43, 7.002])
})

test('the replay has no position before the first, and stays where the asset was last seen', () => {
  expect(findPositionAt(fixes, start - 1)).toBeUndefined()
  expect(findPositionAt([], start)).toBeUndefined()
  expect(findPositionAt(fixes, start + 200_000)).toEqual({ at: [43, 7.002], speedKmh: undefined, heading: 90 })
  expect(findPositionAt(fixes, start + 900_000)?.at).toEqual([44, 8])
})

test('the replay crosses the 180th meridian in the shorter direction', () => {
  const longitude = findPositionAt([toFix(0, [0, 179]), toFix(10, [0, -179])], start + 5_000)?.at[1]
  expect(longitude).toBe(180)
})

test('requests the days that the user chose, in the time zone of the user', () => {
  expect(toDateText(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  const zone = 'America/Montevideo'
  expect(toReportQuery({ asset: '', from: '2026-01-05', days: 7 }, zone)).toEqual({
    from: '2026-01-05',
    days: 7,
    time_zone: zone,
  })
  expect(toReportQuery({ asset: '', from: '', days: 1 }, zone)).toEqual({ days: 1, time_zone: zone })
})
