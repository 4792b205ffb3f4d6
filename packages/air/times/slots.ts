import { type Position, type SunEvent, sunEventMs } from '@fairway/geo'
import type { DayMoment, WeeklySlot } from '../model.ts'

/** An interval from `startMs` (inclusive) to `endMs` (exclusive). */
export interface Span {
  readonly startMs: number
  readonly endMs: number
}

/**
 * Maximum number of days that a slot can begin before, or end after, midnight of its day. The solar day is shifted by
 * up to half a day relative to UTC. Moments are shifted by up to MAX_SUN_OFFSET_MINUTES relative to the sun.
 */
export const SLOT_DAYS_BEFORE = 1
export const SLOT_DAYS_AFTER = 3
export const MAX_SUN_OFFSET_MINUTES = 720

const MINUTE_MS = 60_000
/** Length of a UTC calendar day, in milliseconds. Days are numbered from 1970. */
export const DAY_MS = 86_400_000
const sunEventOrder: readonly SunEvent[] = ['morning-twilight', 'sunrise', 'sunset', 'evening-twilight']

/**
 * Returns the interval of a slot that begins on this day, or undefined if the weekday does not match or the interval is
 * empty.
 */
export function findSpanOnDay(slot: WeeklySlot, day: number, position: Position): Span | undefined {
  if ((slot.days & (1 << toWeekday(day))) === 0) return undefined
  const startMs = toMomentMs(slot.from, day, position)
  const endMs = findEndAfter(slot, startMs, day, position)
  return endMs > startMs ? { startMs, endMs } : undefined
}

/** Returns the weekday, where 0 is Monday. January 1, 1970 was a Thursday. */
function toWeekday(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

function toMomentMs(moment: DayMoment, day: number, position: Position): number {
  if (moment.kind === 'clock') return day * DAY_MS + Math.round(moment.minute * MINUTE_MS)
  return Math.round(sunEventMs(moment.event, day, position) + moment.offsetMinutes * MINUTE_MS)
}

function findEndAfter({ from, to }: WeeklySlot, startMs: number, day: number, position: Position): number {
  if (from.kind === 'clock' && to.kind === 'clock')
    return toMomentMs(to, to.minute > from.minute ? day : day + 1, position)
  if (from.kind === 'sun' && to.kind === 'sun')
    return toMomentMs(to, isLaterSameDay(from, to) ? day : day + 1, position)
  // For a mix of clock and sun moments, the first end after the start applies, on whichever day it falls.
  for (let candidateDay = day - 2; candidateDay <= day + 3; candidateDay++) {
    const endMs = toMomentMs(to, candidateDay, position)
    if (endMs > startMs) return endMs
  }
  return startMs
}

/**
 * Compares the order of events instead of their times, because sunrise and sunset coincide where the sun does not rise.
 */
function isLaterSameDay(from: DayMoment & { kind: 'sun' }, to: DayMoment & { kind: 'sun' }): boolean {
  const orderDifference = sunEventOrder.indexOf(to.event) - sunEventOrder.indexOf(from.event)
  return orderDifference > 0 || (orderDifference === 0 && to.offsetMinutes > from.offsetMinutes)
}
