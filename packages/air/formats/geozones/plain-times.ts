import type { Validity, WeeklySlot } from '../../model.ts'
import { MAX_SUN_OFFSET_MINUTES } from '../../times/slots.ts'
import type { Fields } from '../fields.ts'
import { EVERY_DAY, makeSlot, parseClock, readDays, type SlotMoment, toEndOfDay } from '../hours.ts'
import { readPeriod } from '../instants.ts'

const MOMENT_FORMATS =
  'a time such as 08:00, or sunrise, sunset, morning-twilight, evening-twilight, optionally with an offset in minutes such as sunset+30'

/** Reads `from`, `until`, and `schedule` of plain GeoJSON. An empty list means always. */
export function readPlainTimes(fields: Fields): Validity[] {
  const validPeriod = readPeriod(fields, 'from', 'until')
  const weeklySlots = fields.objects('schedule').map(readSlot)
  return validPeriod.fromMs === undefined && validPeriod.untilMs === undefined && weeklySlots.length === 0
    ? []
    : [{ ...validPeriod, weekly: weeklySlots }]
}

function readSlot(fields: Fields): WeeklySlot {
  const days = fields.has('days') ? readDays(fields, 'days') : EVERY_DAY
  const from = readMoment(fields, 'start') ?? { minute: 0, utcOffsetMinutes: 0 }
  const to = readMoment(fields, 'end') ?? { minute: 1440, utcOffsetMinutes: 0 }
  return makeSlot(days, from, 'minute' in to ? toEndOfDay(to) : to)
}

function readMoment(fields: Fields, name: string): SlotMoment | undefined {
  const text = fields.string(name)
  if (text === undefined) return undefined
  return parseClock(text) ?? parseSunMoment(text) ?? fields.reject(name, MOMENT_FORMATS)
}

function parseSunMoment(text: string): SlotMoment | undefined {
  const match = /^(morning-twilight|sunrise|sunset|evening-twilight)\s*([+-]\s*\d{1,4})?$/i.exec(text)
  if (!match) return undefined
  const offsetMinutes = Number((match[2] ?? '0').replace(/\s/g, ''))
  if (Math.abs(offsetMinutes) > MAX_SUN_OFFSET_MINUTES) return undefined
  return { kind: 'sun', event: match[1].toLowerCase() as Extract<SlotMoment, { kind: 'sun' }>['event'], offsetMinutes }
}
