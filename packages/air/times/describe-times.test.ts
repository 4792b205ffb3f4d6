import { expect, test } from 'vitest'
import { describeInstant, describeTimes, formatDeparture } from './describe-times.ts'

const clock = (minute: number) => ({ kind: 'clock', minute }) as const
const sun = (event: 'sunset' | 'sunrise', offsetMinutes: number) => ({ kind: 'sun', event, offsetMinutes }) as const

test('describes times', () => {
  expect(describeTimes([])).toBe('always')
  expect(describeTimes([{ weekly: [] }])).toBe('always')
  const office = { days: 0b0011111, from: clock(480), to: clock(1080) }
  expect(describeTimes([{ weekly: [office] }])).toBe('Monday to Friday 08:00–18:00 UTC')
  const weekend = { days: 0b1100000, from: clock(0), to: clock(1440) }
  expect(describeTimes([{ weekly: [office, weekend] }])).toBe('Monday to Friday 08:00–18:00 UTC, Saturday and Sunday')
  const odd = { days: 0b0010101, from: clock(0.5), to: clock(1439) }
  expect(describeTimes([{ weekly: [odd] }])).toBe('Monday, Wednesday and Friday 00:00:30–23:59 UTC')
  expect(describeTimes([{ weekly: [{ ...odd, days: 0 }] }])).toBe('no day 00:00:30–23:59 UTC')
})

test('describes times relative to the sun', () => {
  const night = { days: 127, from: sun('sunset', 30), to: sun('sunrise', -1) }
  expect(describeTimes([{ weekly: [night] }])).toBe('every day from 30 minutes after sunset to 1 minute before sunrise')
})

test('describes dates; several validities are alternatives', () => {
  const fromMs = Date.parse('2026-05-01T08:00:00Z')
  const untilMs = Date.parse('2026-05-02T08:00:30Z')
  expect(
    describeTimes([
      { fromMs, untilMs, weekly: [] },
      { fromMs: untilMs, weekly: [] },
    ]),
  ).toBe('from 2026-05-01 08:00 UTC until 2026-05-02 08:00:30 UTC; or from 2026-05-02 08:00:30 UTC')
  expect(describeInstant(Number.NaN)).toBe('an unknown time')
})

test('formats departures as in requests, and never too early', () => {
  const ms = Date.UTC(2026, 10, 20, 19, 45)
  expect(formatDeparture(ms)).toBe('2026-11-20T19:45:00Z')
  expect(formatDeparture(ms + 1)).toBe('2026-11-20T19:45:01Z')
  expect(formatDeparture(ms - 1)).toBe('2026-11-20T19:45:00Z')
  expect(formatDeparture(Number.NaN)).toBe('an unknown time')
})
