import { formatLocalTime } from './period.ts'

type CsvValue = string | number | null | readonly [number, number] | readonly object[]
type CsvRow = Readonly<Record<string, CsvValue>>

/**
 * Converts rows to CSV as defined by RFC 4180. A point becomes two columns, a time also appears in local time, and
 * lists are omitted. Rows without a time zone have no local times. Values that a spreadsheet would interpret as a
 * formula are prefixed with an apostrophe.
 */
export function toCsv(
  rows: readonly CsvRow[],
  columns: readonly string[],
  timeZoneOf: (row: CsvRow) => string | undefined,
): string {
  const lines = rows.map((row) =>
    columns.flatMap((column) => writeCells(column, row[column] ?? null, timeZoneOf(row))).join(','),
  )
  return `${[columns.flatMap(toHeaders).join(','), ...lines].join('\r\n')}\r\n`
}

const pointColumns = new Set(['at', 'start', 'end'])
const isTime = (column: string) => column.endsWith('_at')

function toHeaders(column: string): string[] {
  if (pointColumns.has(column)) return [`${column}_lat`, `${column}_lon`]
  return isTime(column) ? [column, `${column}_local`] : [column]
}

function writeCells(column: string, value: CsvValue, timeZone: string | undefined): string[] {
  if (pointColumns.has(column)) return Array.isArray(value) ? value.map(String) : ['', '']
  if (!isTime(column)) return [quote(value === null || typeof value === 'object' ? '' : value)]
  if (typeof value !== 'string') return ['', '']
  return [value, timeZone === undefined ? '' : formatLocalTime(Date.parse(value), timeZone)]
}

function quote(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
