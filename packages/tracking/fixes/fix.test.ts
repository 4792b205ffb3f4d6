import { describe, expect, test } from 'vitest'
import { alignToServiceClock, checkFix, type Fix, isNewer } from './fix.ts'

const NOW = Date.UTC(2026, 5, 16, 12)
const fix: Fix = { latitude: 41.15, longitude: -8.61, timeMs: NOW, accuracyM: 10 }
const later = (ms: number, more: Partial<Fix> = {}): Fix => ({ ...fix, timeMs: NOW + ms, ...more })

describe('invalid fix, rejected with a reason', () => {
  test.each<[Partial<Fix>, string]>([
    [{ latitude: 90.1 }, 'latitude is 90.1; latitude ranges from -90 to 90'],
    [{ latitude: Number.NaN }, 'latitude is NaN; latitude ranges from -90 to 90'],
    [{ longitude: -180.5 }, 'longitude is -180.5; longitude ranges from -180 to 180'],
    [{ latitude: 0, longitude: 0 }, 'the position is [0, 0], which receivers report when they have no fix'],
    [
      { latitude: 0.0009, longitude: -0.0009 },
      'the position is [0.0009, -0.0009], which receivers report when they have no fix',
    ],
    [{ timeMs: Number.NaN }, 'time is NaN; give a valid timestamp'],
    [
      { timeMs: Date.UTC(1980, 0, 6) },
      'time is 1980-01-06T00:00:00.000Z, before 1990: the clock of the device is not set',
    ],
    [
      { timeMs: Date.UTC(3000, 0, 1) },
      'time is 3000-01-01T00:00:00.000Z, more than 120 s ahead of the service clock (2026-06-16T12:00:00.000Z); set the clock of the device, or leave time out',
    ],
    [
      { timeMs: 1e300 },
      'time is 1e+300 ms, more than 120 s ahead of the service clock (2026-06-16T12:00:00.000Z); set the clock of the device, or leave time out',
    ],
    [{ speedMs: -1 }, 'speed is -1; it must be between 0 and 1000'],
    [{ headingDeg: 361 }, 'heading is 361; it must be between 0 and 360'],
    [{ batteryPct: 101 }, 'battery is 101; it must be between 0 and 100'],
    [{ altitudeM: 1e6 }, 'altitude is 1000000; it must be between -12000 and 100000'],
    [{ accuracyM: -1 }, 'accuracy is -1; it must be between 0 and 1000000'],
  ])('%j', (wrong, reason) => {
    expect(checkFix({ ...fix, ...wrong }, undefined, NOW, 'vehicle')).toEqual({ reason })
  })
})

test('is detected on both sides of the limits', () => {
  expect(checkFix(later(120_000), undefined, NOW, 'vehicle')).toBe('ok')
  expect(checkFix(later(120_001), undefined, NOW, 'vehicle')).toMatchObject({ reason: expect.any(String) })
  expect(checkFix({ ...fix, timeMs: Date.UTC(1990, 0, 1) }, undefined, NOW, 'vehicle')).toBe('ok')
  expect(checkFix({ ...fix, timeMs: Date.UTC(1990, 0, 1) - 1 }, undefined, NOW, 'vehicle')).not.toBe('ok')
  expect(checkFix({ ...fix, latitude: 90, longitude: 180 }, undefined, NOW, 'vehicle')).toBe('ok')
  expect(checkFix({ ...fix, latitude: 0.001, longitude: 0 }, undefined, NOW, 'vehicle')).toBe('ok')
})

test('marks duplicates and older fixes as late', () => {
  expect(checkFix(fix, fix, NOW, 'vehicle')).toBe('late')
  expect(checkFix(later(-1000), fix, NOW, 'vehicle')).toBe('late')
  expect(checkFix(later(1000), fix, NOW, 'vehicle')).toBe('ok')
})

test('marks a speed impossible for the asset kind as a jump, unless both accuracies explain it', () => {
  // The asset moves 111 m in one second.
  const moved = later(1000, { latitude: 41.151 })
  expect(checkFix(moved, fix, NOW, 'robot')).toBe('jump')
  expect(checkFix(moved, fix, NOW, 'vehicle')).toBe('ok')
  expect(checkFix(later(1000, { latitude: 41.153 }), fix, NOW, 'vehicle')).toBe('jump')
  expect(checkFix(later(1000, { latitude: 41.153, accuracyM: 100 }), fix, NOW, 'vehicle')).toBe('ok')
  expect(checkFix(later(100_000, { latitude: 41.153 }), fix, NOW, 'vehicle')).toBe('ok')
})

test('uses the field names of the sender', () => {
  const names = { at: 'positions[3].at', latitude: 'positions[3].at[0]', longitude: 'positions[3].at[1]', time: 't' }
  const findProblem = (wrong: Partial<Fix>) => checkFix({ ...fix, ...wrong }, undefined, NOW, 'vehicle', names)
  expect(findProblem({ latitude: 91 })).toEqual({ reason: 'positions[3].at[0] is 91; latitude ranges from -90 to 90' })
  expect(findProblem({ longitude: 181 })).toEqual({
    reason: 'positions[3].at[1] is 181; longitude ranges from -180 to 180',
  })
  expect(findProblem({ latitude: 0, longitude: 0 })).toMatchObject({
    reason: expect.stringMatching(/^positions\[3\].at is \[0, 0\]/),
  })
  expect(findProblem({ timeMs: 0 })).toMatchObject({ reason: expect.stringMatching(/^t is 1970-01-01/) })
})

describe('clock that is ahead', () => {
  test('is set to now, and keeps the intervals of its batch', () => {
    expect(alignToServiceClock([later(-20_000), later(0)], NOW)).toEqual([later(-20_000), later(0)])
    expect(alignToServiceClock([later(40_000), later(60_000)], NOW)).toEqual([
      { ...later(-20_000), aheadMs: 60_000 },
      { ...later(0), aheadMs: 60_000 },
    ])
    expect(alignToServiceClock([], NOW)).toEqual([])
  })

  test('does not make a repeated fix newer; a fix of a correct clock is newer', () => {
    const [live] = alignToServiceClock([later(60_000)], NOW) as [Fix]
    const [again] = alignToServiceClock([later(60_000)], NOW + 10_000) as [Fix]
    const [next] = alignToServiceClock([later(70_000)], NOW + 10_000) as [Fix]
    expect([isNewer(again, live), isNewer(next, live), isNewer(later(1), live), isNewer(later(0), live)]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})
