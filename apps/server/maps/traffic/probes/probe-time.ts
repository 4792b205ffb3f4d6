/** Range of valid times. Values outside 2000 to 2100 are counters or mistakes. */
const EARLIEST_MS = Date.UTC(2000, 0, 1)
const LATEST_MS = Date.UTC(2100, 0, 1)
/**
 * Minimum epoch value that is interpreted as milliseconds. Seconds reach this value in the year 5138, and milliseconds
 * reached it in 1973.
 */
const MIN_EPOCH_MILLISECONDS = 1e11

const ISO_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/i

export const TIME_FORMATS = 'ISO 8601 with a time zone, or seconds or milliseconds since 1970'

/**
 * Returns Unix milliseconds, or NaN for an invalid timestamp. A time without a zone is invalid because it is ambiguous.
 */
export function parseTime(text: string): number {
  const fifthCharCode = text.charCodeAt(4)
  const ms = fifthCharCode === 0x2d ? parseIso(text) : parseEpoch(text)
  return ms >= EARLIEST_MS && ms < LATEST_MS ? ms : Number.NaN
}

function parseEpoch(text: string): number {
  if (!/^\d+(\.\d*)?(e\+?\d+)?$/i.test(text)) return Number.NaN
  const value = Number(text)
  return value < MIN_EPOCH_MILLISECONDS ? value * 1000 : value
}

function parseIso(text: string): number {
  const match = ISO_TIME.exec(text)
  if (!match) return Number.NaN
  const parseGroup = (group: number): number => Number(match[group] ?? 0)
  const [month, day, hour, minute, second] = [parseGroup(2), parseGroup(3), parseGroup(4), parseGroup(5), parseGroup(6)]
  // A leap second counts as the first second of the next minute.
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60) return Number.NaN
  if (day < 1 || day > countDaysInMonth(parseGroup(1), month)) return Number.NaN
  const fraction = match[7] === undefined ? 0 : Number(`0.${match[7]}`)
  const offsetMinutes = (match[8] === '-' ? -1 : 1) * (parseGroup(9) * 60 + parseGroup(10))
  if (Math.abs(offsetMinutes) > 14 * 60 || parseGroup(10) > 59) return Number.NaN
  return Date.UTC(parseGroup(1), month - 1, day, hour, minute - offsetMinutes, second) + 1000 * fraction
}

function countDaysInMonth(year: number, month: number): number {
  return getFixedMonthDays(month) ?? new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Returns the number of days, or undefined for February, which depends on the year. */
function getFixedMonthDays(month: number): number | undefined {
  if (month === 2) return undefined
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
