import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { findTimeZone, TourClock } from './tour-clock.ts'

function openClock(departMs: number, zoneName: string): TourClock {
  const zone = findTimeZone(zoneName, [0, 0])
  if (!zone.ok) throw new Error(`there is no time zone ${zoneName}`)
  return new TourClock(departMs, zone.value)
}

/** Formats a local time with the calendar of the platform, without the offset. */
function formatWithCalendar(instantMs: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return format.format(instantMs).replace(' ', 'T')
}

test.each([
  ['America/Montevideo', '2026-06-16T11:30:00Z', 0, '2026-06-16T08:30:00-03:00'],
  ['UTC', '2026-06-16T23:59:59Z', 1000, '2026-06-17T00:00:59+00:00'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00Z', -1, '2026-01-01T05:45:00+05:45'],
  ['America/St_Johns', '2026-01-01T00:00:00Z', 60_000, '2025-12-31T21:30:00-03:30'],
])('formats local times of %s with the UTC offset', (zone, depart, milliminutes, text) => {
  expect(openClock(Date.parse(depart), zone).formatInstant(milliminutes)).toBe(text)
})

test('formats the same times as the calendar of the platform, across days and clock changes (seed 1)', () => {
  const random = seededRandom(1)
  for (const zone of ['Europe/Lisbon', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
    const departMs = Date.parse('2026-03-01T00:00:00Z')
    const clock = openClock(departMs, zone)
    for (let count = 0; count < 500; count++) {
      const milliminutes = Math.floor(random() * 300 * 1440 * 1000)
      const text = clock.formatInstant(milliminutes)
      const instantMs = Math.round((departMs + 60 * milliminutes) / 1000) * 1000
      expect(text.slice(0, 19)).toBe(formatWithCalendar(instantMs, zone))
      expect(Date.parse(text)).toBe(instantMs)
    }
  }
})
