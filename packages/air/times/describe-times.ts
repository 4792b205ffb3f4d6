import type { DayMoment, Validity, WeeklySlot } from '../model.ts'

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const EVERY_DAY = 0b1111111

const sunEventNames = {
  'morning-twilight': 'the start of morning twilight',
  sunrise: 'sunrise',
  sunset: 'sunset',
  'evening-twilight': 'the end of evening twilight',
} as const

/** Describes validity times for messages, such as "Monday to Friday 08:00–18:00 UTC". */
export function describeTimes(times: readonly Validity[]): string {
  if (times.length === 0) return 'always'
  return [...new Set(times.map(describeValidity))].join('; or ')
}

function describeValidity({ fromMs, untilMs, weekly }: Validity): string {
  const hours = weekly.map(describeSlot).join(', ')
  const parts = [
    ...(hours === '' ? [] : [hours]),
    ...(fromMs === undefined ? [] : [`from ${describeInstant(fromMs)}`]),
    ...(untilMs === undefined ? [] : [`until ${describeInstant(untilMs)}`]),
  ]
  return parts.length === 0 ? 'always' : parts.join(' ')
}

/** Formats an instant as "2026-05-01 08:00 UTC", with seconds only if they are not zero. */
export function describeInstant(ms: number): string {
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return 'an unknown time'
  const iso = date.toISOString()
  const time = ms % 60_000 === 0 ? iso.slice(11, 16) : iso.slice(11, 19)
  return `${iso.slice(0, iso.indexOf('T'))} ${time} UTC`
}

/**
 * Formats a departure as "2026-05-01T08:00:00Z", the format that requests accept. Rounds up, because the flight may not
 * be possible one second earlier.
 */
export function formatDeparture(ms: number): string {
  const date = new Date(Math.ceil(ms / 1000) * 1000)
  return Number.isNaN(date.getTime()) ? 'an unknown time' : date.toISOString().replace(/\.\d+Z$/, 'Z')
}

function describeSlot({ days, from, to }: WeeklySlot): string {
  if (from.kind === 'clock' && to.kind === 'clock') {
    if (from.minute % 1440 === to.minute % 1440 && from.minute % 1440 === 0) return describeDays(days)
    return `${describeDays(days)} ${formatClock(from.minute)}–${formatClock(to.minute)} UTC`
  }
  return `${describeDays(days)} from ${formatMoment(from)} to ${formatMoment(to)}`
}

/**
 * Describes days and joins runs of three or more: "Monday to Friday", "Saturday and Sunday", "Monday, Wednesday and
 * Friday".
 */
function describeDays(days: number): string {
  if ((days & EVERY_DAY) === EVERY_DAY) return 'every day'
  const dayRanges: string[] = []
  for (let day = 0; day < 7; day++) {
    if ((days & (1 << day)) === 0) continue
    let last = day
    while (last < 6 && (days & (1 << (last + 1))) !== 0) last++
    if (last - day >= 2) dayRanges.push(`${dayNames[day]} to ${dayNames[last]}`)
    else for (let index = day; index <= last; index++) dayRanges.push(dayNames[index])
    day = last
  }
  if (dayRanges.length === 0) return 'no day'
  const last = dayRanges.pop()
  return dayRanges.length === 0 ? `${last}` : `${dayRanges.join(', ')} and ${last}`
}

function formatMoment(moment: DayMoment): string {
  if (moment.kind === 'clock') return `${formatClock(moment.minute)} UTC`
  const eventName = sunEventNames[moment.event]
  if (moment.offsetMinutes === 0) return eventName
  const minutes = Math.abs(moment.offsetMinutes)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${moment.offsetMinutes < 0 ? 'before' : 'after'} ${eventName}`
}

function formatClock(minute: number): string {
  const seconds = Math.round(minute * 60)
  const padTwoDigits = (value: number) => String(value).padStart(2, '0')
  const secondsSuffix = seconds % 60 === 0 ? '' : `:${padTwoDigits(seconds % 60)}`
  return `${padTwoDigits(Math.floor(seconds / 3600))}:${padTwoDigits(Math.floor(seconds / 60) % 60)}${secondsSuffix}`
}
