import { describe, expect, test } from 'vitest'
import { findZoneClock, LocalClock } from './local-clock.ts'

describe('local clock', () => {
  test.each([
    ['Montevideo', -34.9, -56.16, '2026-11-15T12:00:00Z', -3],
    ['Porto in winter', 41.15, -8.61, '2026-01-15T12:00:00Z', 0],
    ['Porto in summer', 41.15, -8.61, '2026-07-15T12:00:00Z', 1],
    ['Kathmandu', 27.7, 85.32, '2026-07-15T12:00:00Z', 5.75],
    ['Kiritimati', 1.87, -157.4, '2026-07-15T12:00:00Z', 14],
  ])('%s', (_name, latitude, longitude, instant, hours) => {
    expect(new LocalClock(latitude, longitude).utcOffsetSeconds(Date.parse(instant))).toBe(hours * 3600)
  })

  test('jumps forward at the minute of the clock change, and back for an earlier time', () => {
    const clock = new LocalClock(52.5, 13.4)
    const change = Date.parse('2026-03-29T01:00:00Z')
    expect(clock.utcOffsetSeconds(change - 1)).toBe(3600)
    expect(clock.utcOffsetSeconds(change)).toBe(7200)
    expect(clock.utcOffsetSeconds(change - 1)).toBe(3600)
  })
})

describe('clock of a time zone', () => {
  test('is created once, and again after a hundred other names', () => {
    const clock = findZoneClock('Asia/Kathmandu')
    expect(clock?.utcOffsetSeconds(Date.parse('2026-07-15T12:00:00Z'))).toBe(5.75 * 3600)
    expect(findZoneClock('Asia/Kathmandu')).toBe(clock)
    const names = Intl.supportedValuesOf('timeZone').filter((name) => name !== 'Asia/Kathmandu')
    for (const name of names.slice(0, 100)) expect(findZoneClock(name)).toBeDefined()
    expect(findZoneClock('Asia/Kathmandu')).not.toBe(clock)
  })

  test('is undefined for an unknown name', () => {
    expect(findZoneClock('Mars/Olympus_Mons')).toBeUndefined()
  })
})
