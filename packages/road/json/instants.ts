/** These functions write timestamps as JSON in the format of `toISOString`, for example "2026-06-16T08:30:12.345Z". */

const DAY_MS = 86_400_000
/**
 * Range of timestamps for the fast path. Outside this range, the year does not have four digits or the date is before
 * 1970.
 */
const MIN_INSTANT_MS = 0
const YEAR_10000_MS = Date.UTC(10_000, 0)

/** Length of a timestamp, including quotes. */
const INSTANT_BYTES = 26
/** Maximum length of a timestamp, with a sign and a six-digit year. */
export const MAX_INSTANT_BYTES = 29

/** Two digits in the lower bytes, with the first digit lowest. */
const digitPairs = Int16Array.from(
  { length: 100 },
  (_, value) => (48 + Math.floor(value / 10)) | ((48 + (value % 10)) << 8),
)

const QUOTE = 34
const DASH = 45
const POINT = 46
const COLON = 58
const LETTER_T = 84
const LETTER_Z = 90

/** Writes milliseconds since 1970, truncated to an integer. Returns the offset after the output. */
export function writeInstant(view: DataView, offset: number, instantMs: number): number {
  const ms = Math.trunc(instantMs)
  if (!(ms >= MIN_INSTANT_MS && ms < YEAR_10000_MS)) return writeWithDateObject(view, offset, ms)
  const day = Math.floor(ms / DAY_MS)
  const msOfDay = ms - day * DAY_MS
  view.setUint8(offset, QUOTE)
  writeDate(view, offset + 1, day)
  const seconds = (msOfDay / 1000) | 0
  const minutes = (seconds / 60) | 0
  const hours = (minutes / 60) | 0
  const thousandths = msOfDay - seconds * 1000
  const hundredths = (thousandths / 10) | 0
  view.setUint8(offset + 11, LETTER_T)
  view.setInt16(offset + 12, digitPairs[hours], true)
  view.setUint8(offset + 14, COLON)
  view.setInt16(offset + 15, digitPairs[minutes - hours * 60], true)
  view.setUint8(offset + 17, COLON)
  view.setInt16(offset + 18, digitPairs[seconds - minutes * 60], true)
  view.setUint8(offset + 20, POINT)
  view.setInt16(offset + 21, digitPairs[hundredths], true)
  view.setUint8(offset + 23, 48 + thousandths - hundredths * 10)
  view.setUint8(offset + 24, LETTER_Z)
  view.setUint8(offset + 25, QUOTE)
  return offset + INSTANT_BYTES
}

/**
 * Writes the date of a day, counted from 1970-01-01. Years begin in March, so that the leap day is last (Howard
 * Hinnant, "chrono-compatible low-level date algorithms", 2014).
 */
function writeDate(view: DataView, offset: number, day: number): void {
  const daysSinceMarch0 = day + 719_468
  const era = (daysSinceMarch0 / 146_097) | 0
  const dayOfEra = daysSinceMarch0 - era * 146_097
  const yearOfEra =
    ((dayOfEra - ((dayOfEra / 1460) | 0) + ((dayOfEra / 36_524) | 0) - ((dayOfEra / 146_096) | 0)) / 365) | 0
  const dayOfYear = dayOfEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0))
  const marchMonth = ((5 * dayOfYear + 2) / 153) | 0
  const dayOfMonth = dayOfYear - (((153 * marchMonth + 2) / 5) | 0) + 1
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const century = (year / 100) | 0
  view.setInt16(offset, digitPairs[century], true)
  view.setInt16(offset + 2, digitPairs[year - century * 100], true)
  view.setUint8(offset + 4, DASH)
  view.setInt16(offset + 5, digitPairs[month], true)
  view.setUint8(offset + 7, DASH)
  view.setInt16(offset + 8, digitPairs[dayOfMonth], true)
}

/**
 * Writes timestamps before 1970 or after 9999, such as "-000001-…". Trips do not have such dates, so this function may
 * be slow.
 */
function writeWithDateObject(view: DataView, offset: number, ms: number): number {
  const timestamp = JSON.stringify(new Date(ms).toISOString())
  for (let i = 0; i < timestamp.length; i++) view.setUint8(offset + i, timestamp.charCodeAt(i))
  return offset + timestamp.length
}
