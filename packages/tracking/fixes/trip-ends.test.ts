import { metersBetween, seededRandom, toVector } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { type Drawn, drive, START_MS } from '../testing/drawn.ts'
import type { Fix } from './fix.ts'
import { continueTrip, END_M, END_S, PAUSE_S, STAND_S, type Trip } from './trip-ends.ts'

const apart = (a: Fix, b: Fix) => metersBetween(toVector(a.latitude, a.longitude), toVector(b.latitude, b.longitude))
const seconds = (fixes: readonly Fix[]) => fixes.map(({ timeMs }) => (timeMs - START_MS) / 1000)
/** All released fixes. */
const told = (fixes: readonly Fix[]) => continueTrip(undefined, fixes)?.released.flat() ?? []
const straight = (meters: number, speedMs = 10) =>
  drive(
    [
      [0, 0],
      [meters, 0],
    ],
    { speedMs },
  )

describe('trip', () => {
  test('withholds the first and last 200 m and 60 s', () => {
    // 10 m/s: after 60 s it is 600 m away. Before the end, 60 s are also more than 200 m.
    const released = told(straight(2000))
    expect(seconds(released)).toEqual(Array.from({ length: 81 }, (_, at) => 60 + at))
    // 2 m/s: 200 m take 100 s, plus the effect of rounded coordinates.
    const slow = told(straight(600, 2))
    expect([seconds(slow)[0], seconds(slow).at(-1)]).toEqual([101, 199])
  })

  test('releases nothing when it is too short to have a middle', () => {
    expect(told(straight(1190))).toEqual([])
    expect(told(straight(1200))).toHaveLength(1)
    expect(continueTrip(undefined, [])).toBeUndefined()
  })

  test('ends after a long silence or stop, and never releases withheld positions', () => {
    const first = straight(1300)
    const later = (fixes: readonly Fix[], byS: number) => fixes.map((f) => ({ ...f, timeMs: f.timeMs + 1000 * byS }))
    const onlyFirst = told(first)
    const silent = continueTrip(undefined, [...first, ...later(straight(500), 130 + PAUSE_S + 1)])
    expect(silent?.released).toEqual([[], onlyFirst, []])
    const goesOn = continueTrip(undefined, [...first, ...later(straight(1300), 130 + PAUSE_S)])
    expect(goesOn?.released.flat().length).toBeGreaterThan(onlyFirst.length)
    const end = first.at(-1) as Fix
    const stand = Array.from({ length: STAND_S + 60 }, (_, at) => ({ ...end, timeMs: end.timeMs + 1000 * (at + 1) }))
    expect(continueTrip(undefined, [...first, ...stand])?.trip.held).toEqual([])
    expect(continueTrip(undefined, [...first, ...stand.slice(0, 100)])?.trip.held).not.toEqual([])
  })

  test.each([1, 2, 3, 4, 5])('releases the same however it arrives, and never an end (seed %i)', (seed) => {
    const random = seededRandom(seed)
    const line: Drawn[] = [[0, 0]]
    for (let i = 0; i < 12; i++) line.push([3000 * random(), 3000 * random()])
    const fixes = drive(line, { speedMs: 4 + 16 * random(), noiseM: 5, random })
    const whole = told(fixes)
    let trip: Trip | undefined
    const parts: Fix[] = []
    for (let at = 0; at < fixes.length; ) {
      const size = 1 + Math.floor(90 * random())
      const step = continueTrip(trip, fixes.slice(at, at + size))
      trip = step?.trip
      parts.push(...(step?.released.flat() ?? []))
      at += size
    }
    expect(parts).toEqual(whole)
    expect(whole.length).toBeGreaterThan(10)
    const [begin, end] = [fixes[0] as Fix, fixes.at(-1) as Fix]
    for (const fix of whole) {
      expect(apart(begin, fix)).toBeGreaterThanOrEqual(END_M)
      expect(fix.timeMs - begin.timeMs).toBeGreaterThanOrEqual(1000 * END_S)
      expect(end.timeMs - fix.timeMs).toBeGreaterThanOrEqual(1000 * END_S)
      const rest = fixes.filter(({ timeMs }) => timeMs >= fix.timeMs)
      const driven = rest.slice(1).reduce((sum, one, at) => sum + apart(rest[at] as Fix, one), 0)
      expect(driven).toBeGreaterThanOrEqual(END_M)
    }
  })
})
