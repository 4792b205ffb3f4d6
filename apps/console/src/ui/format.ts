export function formatKilometers(km: number): string {
  // Values of 999.5 m or more are shown in kilometers, because they would round to "1000 m".
  if (km < 0.9995) return `${Math.round(km * 1_000)} m`
  return km < 100 ? `${km.toFixed(1)} km` : `${Math.round(km).toLocaleString('en')} km`
}

export function formatNauticalMiles(nm: number): string {
  return `${nm < 100 ? nm.toFixed(1) : Math.round(nm).toLocaleString('en')} nm`
}

export function formatMinutes(min: number): string {
  if (min < 1) return `${Math.round(min * 60)} s`
  // Rounding comes first, because 34 d 23.6 h must not become "34 d 24 h".
  const minutes = Math.round(min)
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return joinUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
  const hours = Math.round(min / 60)
  return joinUnits(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

/** Joins two units, such as `10 h 5 min`. The smaller unit is left out when it is zero. */
function joinUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`
}

const MINUTE_MS = 60_000

/**
 * Formats a time in the time zone of the browser. Rounding to the nearest minute keeps 08:00 from appearing as 07:59.
 */
export function formatClockTime(iso: string): string {
  const date = new Date(Math.round(Date.parse(iso) / MINUTE_MS) * MINUTE_MS)
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday ? toTimeText(date) : toDateAndTimeText(date)
}

/**
 * Formats a time with its date, even if it is today, because a list that spans several days would otherwise be hard to
 * read.
 */
export function formatDateAndTime(iso: string): string {
  return toDateAndTimeText(new Date(Math.round(Date.parse(iso) / MINUTE_MS) * MINUTE_MS))
}

function toDateAndTimeText(date: Date): string {
  return `${date.toLocaleDateString([], { day: 'numeric', month: 'short' })}, ${toTimeText(date)}`
}

/** Formats a time without the date on the given day, and with the date on other days. */
export function formatTimeOnDay(iso: string, dayIso: string): string {
  const date = new Date(Math.round(Date.parse(iso) / MINUTE_MS) * MINUTE_MS)
  if (date.toDateString() !== new Date(dayIso).toDateString()) return formatClockTime(iso)
  return toTimeText(date)
}

/** Formats a time of day, given in minutes after midnight. All pages use the time format of the user's language. */
export function formatTimeOfDay(minute: number): string {
  return toTimeText(new Date(2_000, 0, 1, 0, minute))
}

function toTimeText(date: Date): string {
  return date.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
}

export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString([], { weekday: 'long', day: 'numeric', month: 'long' })
}

/** Returns the time zone at the given time, such as `America/Montevideo, GMT-3`. */
export function formatTimeZone(iso: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' })
  const offset = format.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return [...new Set([format.resolvedOptions().timeZone, offset])].filter((part) => part !== '').join(', ')
}
