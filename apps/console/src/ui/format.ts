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
  if (min < 90) return `${Math.round(min)} min`
  const hours = min / 60
  const wholeMinutes = Math.round(min)
  if (hours < 48) return `${Math.floor(wholeMinutes / 60)} h ${String(wholeMinutes % 60).padStart(2, '0')} min`
  return `${Math.floor(hours / 24)} d ${Math.round(hours % 24)} h`
}

const MINUTE_MS = 60_000

/**
 * Formats a time in the time zone of the browser. Rounding to the nearest minute keeps 08:00 from appearing as 07:59.
 */
export function formatClockTime(iso: string): string {
  const date = new Date(Math.round(Date.parse(iso) / MINUTE_MS) * MINUTE_MS)
  const isToday = date.toDateString() === new Date().toDateString()
  const time = toTimeText(date)
  return isToday ? time : `${date.toLocaleDateString([], { day: 'numeric', month: 'short' })}, ${time}`
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
