/** Values outside 2000 to 2100 are not times but counters or mistakes. */
const EARLIEST_MS = Date.UTC(2000, 0, 1)
const LATEST_MS = Date.UTC(2100, 0, 1)
/** Seconds reach this value in the year 5138; milliseconds reached it in 1973. */
const MIN_MILLISECONDS = 1e11

const ISO = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/i

export const TIME_RULE = 'ISO 8601 with a time zone, or seconds or milliseconds since 1970'

/** Milliseconds since 1970, or NaN for an invalid instant. A time without a zone is invalid because it is ambiguous. */
export function parseTime(text: string): number {
  const first = text.charCodeAt(4)
  const ms = first === 0x2d ? parseIso(text) : parseEpoch(text)
  return ms >= EARLIEST_MS && ms < LATEST_MS ? ms : Number.NaN
}

function parseEpoch(text: string): number {
  if (!/^\d+(\.\d*)?(e\+?\d+)?$/i.test(text)) return Number.NaN
  const value = Number(text)
  return value < MIN_MILLISECONDS ? value * 1000 : value
}

function parseIso(text: string): number {
  const found = ISO.exec(text)
  if (!found) return Number.NaN
  const part = (group: number): number => Number(found[group] ?? 0)
  const [month, day, hour, minute, second] = [part(2), part(3), part(4), part(5), part(6)]
  // A leap second counts as the first second of the next minute.
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60) return Number.NaN
  if (day < 1 || day > daysOf(part(1), month)) return Number.NaN
  const fraction = found[7] === undefined ? 0 : Number(`0.${found[7]}`)
  const ahead = (found[8] === '-' ? -1 : 1) * (part(9) * 60 + part(10))
  if (Math.abs(ahead) > 14 * 60 || part(10) > 59) return Number.NaN
  return Date.UTC(part(1), month - 1, day, hour, minute - ahead, second) + 1000 * fraction
}

function daysOf(year: number, month: number): number {
  return day28(month) ?? new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Only February depends on the year. */
function day28(month: number): number | undefined {
  if (month === 2) return undefined
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
