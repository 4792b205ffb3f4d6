import { metersBetween, seededRandom, toVector } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { type LocalPoint, START_MS, simulateDrive } from '../testing/drawn.ts'
import type { Fix } from './fix.ts'
import { continueTrip, MAX_GAP_S, MAX_STANDING_S, type Trip, WITHHELD_M, WITHHELD_S } from './trip-ends.ts'

const metersBetweenFixes = (a: Fix, b: Fix) =>
  metersBetween(toVector(a.latitude, a.longitude), toVector(b.latitude, b.longitude))
const seconds = (fixes: readonly Fix[]) => fixes.map(({ timeMs }) => (timeMs - START_MS) / 1000)
const listReleased = (fixes: readonly Fix[]) => continueTrip(undefined, fixes)?.released.flat() ?? []
const straight = (meters: number, speedMs = 10) =>
  simulateDrive(
    [
      [0, 0],
      [meters, 0],
    ],
    { speedMs },
  )

describe('trip', () => {
  test('withholds the first and last 200 m and 60 s', () => {
    // At 10 m/s, the asset is 600 m away after 60 s. The last 60 s also cover more than 200 m.
    const released = listReleased(straight(2000))
    expect(seconds(released)).toEqual(Array.from({ length: 81 }, (_, at) => 60 + at))
    // At 2 m/s, 200 m take 100 s. Rounded coordinates add one second.
    const slow = listReleased(straight(600, 2))
    expect([seconds(slow)[0], seconds(slow).at(-1)]).toEqual([101, 199])
  })

  test('releases nothing when it is too short to have a middle', () => {
    expect(listReleased(straight(1190))).toEqual([])
    expect(listReleased(straight(1200))).toHaveLength(1)
    expect(continueTrip(undefined, [])).toBeUndefined()
  })

  test('ends after a long silence or stop, and never releases withheld positions', () => {
    const first = straight(1300)
    const later = (fixes: readonly Fix[], byS: number) => fixes.map((f) => ({ ...f, timeMs: f.timeMs + 1000 * byS }))
    const onlyFirst = listReleased(first)
    const silent = continueTrip(undefined, [...first, ...later(straight(500), 130 + MAX_GAP_S + 1)])
    expect(silent?.released).toEqual([[], onlyFirst, []])
    const continued = continueTrip(undefined, [...first, ...later(straight(1300), 130 + MAX_GAP_S)])
    expect(continued?.released.flat().length).toBeGreaterThan(onlyFirst.length)
    const lastFix = first.at(-1) as Fix
    const stand = Array.from({ length: MAX_STANDING_S + 60 }, (_, at) => ({
      ...lastFix,
      timeMs: lastFix.timeMs + 1000 * (at + 1),
    }))
    expect(continueTrip(undefined, [...first, ...stand])?.trip.held).toEqual([])
    expect(continueTrip(undefined, [...first, ...stand.slice(0, 100)])?.trip.held).not.toEqual([])
  })

  test.each([1, 2, 3, 4, 5])('releases the same however it arrives, and never an end (seed %i)', (seed) => {
    const random = seededRandom(seed)
    const line: LocalPoint[] = [[0, 0]]
    for (let i = 0; i < 12; i++) line.push([3000 * random(), 3000 * random()])
    const fixes = simulateDrive(line, { speedMs: 4 + 16 * random(), noiseM: 5, random })
    const releasedAtOnce = listReleased(fixes)
    let trip: Trip | undefined
    const releasedInBatches: Fix[] = []
    for (let at = 0; at < fixes.length; ) {
      const size = 1 + Math.floor(90 * random())
      const step = continueTrip(trip, fixes.slice(at, at + size))
      trip = step?.trip
      releasedInBatches.push(...(step?.released.flat() ?? []))
      at += size
    }
    expect(releasedInBatches).toEqual(releasedAtOnce)
    expect(releasedAtOnce.length).toBeGreaterThan(10)
    const [begin, lastFix] = [fixes[0] as Fix, fixes.at(-1) as Fix]
    /** Meters from each fix to the end of the drive, by the time of the fix. */
    const remainingMeters = new Map([[lastFix.timeMs, 0]])
    for (let at = fixes.length - 2, sum = 0; at >= 0; at--) {
      const fix = fixes[at] as Fix
      sum += metersBetweenFixes(fix, fixes[at + 1] as Fix)
      remainingMeters.set(fix.timeMs, sum)
    }
    expect(remainingMeters.size).toBe(fixes.length)
    for (const fix of releasedAtOnce) {
      expect(metersBetweenFixes(begin, fix)).toBeGreaterThanOrEqual(WITHHELD_M)
      expect(fix.timeMs - begin.timeMs).toBeGreaterThanOrEqual(1000 * WITHHELD_S)
      expect(lastFix.timeMs - fix.timeMs).toBeGreaterThanOrEqual(1000 * WITHHELD_S)
      expect(remainingMeters.get(fix.timeMs)).toBeGreaterThanOrEqual(WITHHELD_M)
    }
  })
})
