import { type Position, type SunEvent, sunEventMs } from '@fairway/geo'
import type { DayMoment, WeeklySlot } from '../model.ts'

/** From `startMs` (inclusive) to `endMs` (exclusive). */
export interface Span {
  readonly startMs: number
  readonly endMs: number
}

/**
 * Maximum number of days before and after midnight of its day that a slot can begin and end. The solar day is shifted
 * by up to half a day against UTC, and moments by up to MAX_SUN_OFFSET_MINUTES against the sun.
 */
export const DAYS_BEFORE = 1
export const DAYS_AFTER = 3
export const MAX_SUN_OFFSET_MINUTES = 720

const MINUTE_MS = 60_000
/** Days are UTC calendar days, numbered from 1970. */
export const DAY_MS = 86_400_000
const sunOrder: readonly SunEvent[] = ['morning-twilight', 'sunrise', 'sunset', 'evening-twilight']

/**
 * The interval a slot covers when it begins on this day. Undefined if the weekday does not match or the interval is
 * empty.
 */
export function spanOnDay(slot: WeeklySlot, day: number, where: Position): Span | undefined {
  if ((slot.days & (1 << weekday(day))) === 0) return undefined
  const startMs = momentOnDay(slot.from, day, where)
  const endMs = endAfter(slot, startMs, day, where)
  return endMs > startMs ? { startMs, endMs } : undefined
}

/** 0 is Monday. January 1, 1970 was a Thursday. */
export function weekday(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

function momentOnDay(moment: DayMoment, day: number, where: Position): number {
  if (moment.kind === 'clock') return day * DAY_MS + Math.round(moment.minute * MINUTE_MS)
  return Math.round(sunEventMs(moment.event, day, where) + moment.offsetMinutes * MINUTE_MS)
}

function endAfter({ from, to }: WeeklySlot, startMs: number, day: number, where: Position): number {
  if (from.kind === 'clock' && to.kind === 'clock')
    return momentOnDay(to, to.minute > from.minute ? day : day + 1, where)
  if (from.kind === 'sun' && to.kind === 'sun') return momentOnDay(to, isLaterSameDay(from, to) ? day : day + 1, where)
  // For a mix of clock and sun moments, take the first end after the start, on whichever day it falls.
  for (let other = day - 2; other <= day + 3; other++) {
    const endMs = momentOnDay(to, other, where)
    if (endMs > startMs) return endMs
  }
  return startMs
}

/** Compares the order of events instead of their times, because rise and set coincide where the sun stays down. */
function isLaterSameDay(from: DayMoment & { kind: 'sun' }, to: DayMoment & { kind: 'sun' }): boolean {
  const order = sunOrder.indexOf(to.event) - sunOrder.indexOf(from.event)
  return order > 0 || (order === 0 && to.offsetMinutes > from.offsetMinutes)
}
