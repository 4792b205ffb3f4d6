import type { DayMoment, Position, WeeklySlot } from '../model.ts'
import { DAY_MS, type SunEvent, sunEventMs } from './sun.ts'

/** From `startMs` up to, but without, `endMs`. */
export interface Span {
  readonly startMs: number
  readonly endMs: number
}

/**
 * A slot of some day begins at most so many days before midnight of that day, and ends at most so many after it: the
 * sun's day is shifted against UTC's by up to half a day, and moments against the sun by MAX_SUN_OFFSET_MINUTES.
 */
export const DAYS_BEFORE = 1
export const DAYS_AFTER = 3
export const MAX_SUN_OFFSET_MINUTES = 720

const MINUTE_MS = 60_000
const sunOrder: readonly SunEvent[] = ['morning-twilight', 'sunrise', 'sunset', 'evening-twilight']

/** The stretch that a slot covers when it begins on this day; undefined when not on that day of the week, or empty. */
export function spanOnDay(slot: WeeklySlot, day: number, where: Position): Span | undefined {
  if ((slot.days & (1 << weekday(day))) === 0) return undefined
  const startMs = momentOnDay(slot.from, day, where)
  const endMs = endAfter(slot, startMs, day, where)
  return endMs > startMs ? { startMs, endMs } : undefined
}

/** 0 is Monday; the first of January 1970 was a Thursday. */
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
  // A clock and the sun: whichever day it takes, the first such moment after the beginning.
  for (let other = day - 2; other <= day + 3; other++) {
    const endMs = momentOnDay(to, other, where)
    if (endMs > startMs) return endMs
  }
  return startMs
}

/** By the order of events, not by their times: where the sun stays down, rise and set fall together. */
function isLaterSameDay(from: DayMoment & { kind: 'sun' }, to: DayMoment & { kind: 'sun' }): boolean {
  const order = sunOrder.indexOf(to.event) - sunOrder.indexOf(from.event)
  return order > 0 || (order === 0 && to.offsetMinutes > from.offsetMinutes)
}
