import type { DayMoment, WeeklySlot } from '../model.ts'
import type { Fields } from './fields.ts'

export const EVERY_DAY = 0b1111111
const MINUTES_PER_DAY = 1440

/** Day names used in files, as bits. */
const dayBits: ReadonlyMap<string, number> = new Map([
  ['MON', 1],
  ['TUE', 2],
  ['WED', 4],
  ['THU', 8],
  ['FRI', 16],
  ['SAT', 32],
  ['SUN', 64],
  ['ANY', EVERY_DAY],
])

/** Reads the days of a slot. An empty list is rejected, because the slot would never be active. */
export function readDays(fields: Fields, name: string): number {
  const days = fields.list(name)
  const allowedDays = [...dayBits.keys()].join(', ')
  if (days.length === 0) return fields.reject(name, `a list of ${allowedDays}`)
  return days.reduce<number>((bits, day, index) => {
    const bit = typeof day === 'string' ? dayBits.get(day.toUpperCase()) : undefined
    return bit === undefined ? fields.reject(`${name}[${index}]`, allowedDays, day) : bits | bit
  }, 0)
}

/** A time of day, as minutes since local midnight and the UTC offset in minutes. */
export interface ClockTime {
  readonly minute: number
  readonly utcOffsetMinutes: number
}

/** Parses a time such as "08:00", "08:00:00Z", or "08:00+02:00". A time without a zone is in UTC. */
export function parseClock(text: string): ClockTime | undefined {
  const match = /^T?(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:Z|([+-])(\d\d):?(\d\d))?$/i.exec(text)
  if (!match) return undefined
  const [, hours, minutes, seconds = '0', sign, offsetHours = '0', offsetMinutes = '0'] = match
  const minute = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60
  if (Number(minutes) > 59 || Number(seconds) > 59 || minute > MINUTES_PER_DAY) return undefined
  const utcOffset = Number(offsetHours) * 60 + Number(offsetMinutes)
  return { minute, utcOffsetMinutes: sign === '-' ? -utcOffset : utcOffset }
}

/** Rounds 23:59 up to the end of the day, because files write 23:59 or 23:59:59 for midnight. */
export function toEndOfDay(time: ClockTime): ClockTime {
  return time.minute >= MINUTES_PER_DAY - 1 ? { ...time, minute: MINUTES_PER_DAY } : time
}

export type SlotMoment = ClockTime | Extract<DayMoment, { kind: 'sun' }>

/** Makes a slot in UTC. If the conversion changes the day, the weekdays also shift. */
export function makeSlot(days: number, from: SlotMoment, to: SlotMoment): WeeklySlot {
  const dayShift = 'minute' in from ? Math.floor((from.minute - from.utcOffsetMinutes) / MINUTES_PER_DAY) : 0
  return { days: rotateDays(days, dayShift), from: toMoment(from, false), to: toMoment(to, true) }
}

function rotateDays(days: number, dayOffset: number): number {
  const bitShift = ((dayOffset % 7) + 7) % 7
  return ((days << bitShift) | (days >> (7 - bitShift))) & EVERY_DAY
}

function toMoment(moment: SlotMoment, isEnd: boolean): DayMoment {
  if (!('minute' in moment)) return moment
  const minute = (((moment.minute - moment.utcOffsetMinutes) % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY
  // As an end, midnight is the end of the day and not its beginning.
  return { kind: 'clock', minute: isEnd && minute === 0 ? MINUTES_PER_DAY : minute }
}
