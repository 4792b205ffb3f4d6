import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { oddDays, type WeeklyHours } from './model.ts'
import { minuteOfWeek, WEEK_MINUTES, WeekSpans } from './weekly-hours.ts'

function random(seed: number): WeeklyHours[] {
  const next = seededRandom(seed)
  const minute = (most: number) => 15 * Math.floor((next() * most) / 15)
  return Array.from({ length: 1 + Math.floor(3 * next()) }, () => ({
    days: oddDays.filter(() => next() < 0.5),
    fromMinute: minute(1440),
    untilMinute: minute(1441),
  }))
}

/** Returns the open minutes by checking every minute of the week individually. */
function openMinutes(weekly: readonly WeeklyHours[]): Uint8Array {
  const open = new Uint8Array(WEEK_MINUTES)
  for (const { days, fromMinute, untilMinute } of weekly) {
    for (const day of days) {
      const end = untilMinute > fromMinute ? untilMinute : untilMinute + 1440
      for (let m = fromMinute; m < end; m++) open[(oddDays.indexOf(day) * 1440 + m) % WEEK_MINUTES] = 1
    }
  }
  return open
}

test.each(Array.from({ length: 12 }, (_, i) => i + 1))(
  'finds the same closing time as a scan by minute (seed %i)',
  (seed) => {
    const weekly = random(seed)
    const spans = new WeekSpans(weekly)
    const open = openMinutes(weekly)
    for (let minute = 0; minute < WEEK_MINUTES; minute += 13) {
      let left = 0
      while (left < WEEK_MINUTES && open[(minute + left) % WEEK_MINUTES] === 1) left++
      expect(spans.minutesUntilClosing(minute), `minute ${minute}`).toBe(
        left === WEEK_MINUTES ? Number.POSITIVE_INFINITY : left,
      )
    }
  },
)

test('counts minutes from Monday in local time', () => {
  expect(minuteOfWeek(Date.parse('2026-11-16T00:00:00Z'), 0)).toBe(0)
  expect(minuteOfWeek(Date.parse('2026-11-16T00:00:00Z'), -3 * 3600)).toBe(WEEK_MINUTES - 180)
  expect(minuteOfWeek(Date.parse('2026-11-15T23:30:30Z'), 3600)).toBe(30.5)
})
