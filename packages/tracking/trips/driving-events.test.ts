import { describe, expect, test } from 'vitest'
import type { Fix } from '../fixes/fix.ts'
import { START_MS } from '../testing/drawn.ts'
import { findHarshEvents, HARSH_ACCELERATION_MS2, HARSH_BRAKING_MS2 } from './driving-events.ts'
import { findSpeeding, type LimitedFix } from './find-speeding.ts'

const withSpeeds = (speeds: readonly (number | undefined)[], stepS = 1): Fix[] =>
  speeds.map((speedMs, i) => ({ latitude: 41, longitude: -8, timeMs: START_MS + 1000 * stepS * i, speedMs }))

describe('harsh braking and acceleration', () => {
  test('are detected on both sides of the limits', () => {
    const brake = (by: number) =>
      findHarshEvents(withSpeeds([20, 20, 20, 20 - by, 20 - 2 * by, 20 - 2 * by, 20 - 2 * by]))
    expect(brake(HARSH_BRAKING_MS2 - 0.01)).toEqual([])
    expect(brake(HARSH_BRAKING_MS2 + 0.01)).toMatchObject([{ kind: 'harsh_braking', durationS: 2, fromSpeedMs: 20 }])
    const accelerate = (by: number) => findHarshEvents(withSpeeds([5, 5, 5 + by, 5 + 2 * by, 5 + 2 * by]))
    expect(accelerate(HARSH_ACCELERATION_MS2 - 0.01)).toEqual([])
    expect(accelerate(HARSH_ACCELERATION_MS2 + 0.01)).toMatchObject([{ kind: 'harsh_acceleration', durationS: 2 }])
  })

  test('ignore a single wrong speed', () => {
    expect(findHarshEvents(withSpeeds([20, 20, 20, 0, 20, 20, 20]))).toEqual([])
    expect(findHarshEvents(withSpeeds([0, 0, 0, 60, 0, 0]))).toEqual([])
  })

  test('are unknown without speeds, or with one every 4 s', () => {
    expect(findHarshEvents(withSpeeds([undefined, undefined, undefined]))).toBeUndefined()
    expect(findHarshEvents(withSpeeds([20, 0, 20, 0], 4))).toBeUndefined()
    expect(findHarshEvents(withSpeeds([20, 20, 20, 20], 3))).toEqual([])
  })
})

describe('speeding', () => {
  const drive = (kmh: readonly number[], limits: readonly (number | undefined)[], stepS = 2): LimitedFix[] =>
    kmh.map((speed, i) => ({
      timeMs: START_MS + 1000 * stepS * i,
      latitude: 41,
      longitude: -8 + i * 1e-4,
      speedMs: speed / 3.6,
      limitKmh: limits[i],
      road: 'A 1',
    }))

  test('is detected on both sides of the tolerance', () => {
    const at = (kmh: number) => findSpeeding(drive([50, kmh, kmh, kmh, 50], [50, 50, 50, 50, 50]), 5)
    expect(at(54.9)).toEqual([])
    expect(at(55.1)).toMatchObject([{ durationS: 4, limitKmh: 50, road: 'A 1', timeMs: START_MS + 2000 }])
  })

  test('needs two positions and a known limit, and is lenient around a sign', () => {
    expect(findSpeeding(drive([50, 90, 50], [50, 50, 50]), 5)).toEqual([])
    expect(findSpeeding(drive([90, 90, 90], [undefined, undefined, undefined]), 5)).toEqual([])
    // The limit is 80 until the sign and 50 after it. Braking within 5 s after the sign does not count as speeding.
    expect(findSpeeding(drive([80, 80, 75, 65, 50, 50], [80, 80, 50, 50, 50, 50]), 5)).toEqual([])
    expect(findSpeeding(drive([80, 80, 80, 80, 80, 80, 80], [80, 80, 50, 50, 50, 50, 50]), 5)).toMatchObject([
      { durationS: 4 },
    ])
  })

  test('reports the worst moment, and ends in a gap', () => {
    expect(findSpeeding(drive([60, 70, 60], [50, 50, 50]), 5)[0]?.maxSpeedMs).toBeCloseTo(70 / 3.6)
    expect(findSpeeding(drive([60, 60, 60, 60], [50, 50, 50, 50], 61), 5)).toEqual([])
  })
})
