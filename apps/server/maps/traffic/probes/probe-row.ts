import { describeInvalidField } from '../feeds/formats/broken-record.ts'
import type { ProbeColumnIndexes } from './probe-columns.ts'
import { parseTime, TIME_FORMATS } from './probe-time.ts'

/**
 * Position of a vehicle. The object is reused, because creating an object for each of millions of rows would take
 * longer than reading them.
 */
export class ProbeRow {
  vehicle = ''
  seconds = 0
  latitude = 0
  longitude = 0
  /** Heading in degrees, or NaN if the row has no value. */
  heading = Number.NaN
  accuracy = Number.NaN
}

const WKT_POINT_PATTERN = /^(?:SRID=4326;)?POINT\s*(?:Z\s*)?\(\s*(\S+)\s+(\S+)(?:\s+\S+)?\s*\)$/i

/**
 * Maximum time by which a position may be in the future. Vehicle clocks may be slightly wrong. A clock that is
 * far ahead would make all other positions look old.
 */
export const MAX_FUTURE_MS = 5 * 60_000

export class ProbeRowReader {
  private readonly columns: ProbeColumnIndexes
  private readonly latestMs: number

  constructor(columns: ProbeColumnIndexes, nowMs: number) {
    this.columns = columns
    this.latestMs = nowMs + MAX_FUTURE_MS
  }

  /** Parses a line into the row. Returns an error message, or undefined on success. */
  read(line: string, row: ProbeRow): string | undefined {
    const { columns } = this
    const fields = line.includes('"') ? splitQuotedFields(line, columns.separator) : line.split(columns.separator)
    row.vehicle = (fields[columns.vehicle] ?? '').trim()
    if (row.vehicle === '') return describeInvalidField('vehicle', undefined, 'any text')
    const time = (fields[columns.time] ?? '').trim()
    const ms = parseTime(time)
    if (Number.isNaN(ms)) return describeInvalidField('time', time || undefined, TIME_FORMATS)
    if (ms > this.latestMs) return describeInvalidField('time', time, 'not in the future')
    row.seconds = ms / 1000
    const error =
      columns.geometry < 0 ? this.readPosition(fields, row) : parseWktPoint(fields[columns.geometry] ?? '', row)
    if (error !== undefined) return error
    const heading = this.parseNumberAt(fields, columns.heading)
    row.heading = heading >= 0 && heading <= 360 ? heading : Number.NaN
    const accuracy = this.parseNumberAt(fields, columns.accuracy)
    row.accuracy = accuracy > 0 ? accuracy : Number.NaN
    return undefined
  }

  private readPosition(fields: readonly string[], row: ProbeRow): string | undefined {
    row.latitude = this.parseNumberAt(fields, this.columns.latitude)
    row.longitude = this.parseNumberAt(fields, this.columns.longitude)
    if (!(Math.abs(row.latitude) <= 90)) {
      return describeInvalidField('latitude', fields[this.columns.latitude]?.trim() || undefined, '-90 to 90')
    }
    if (Math.abs(row.longitude) <= 180) return undefined
    return describeInvalidField('longitude', fields[this.columns.longitude]?.trim() || undefined, '-180 to 180')
  }

  /** Parses a number. A comma may be the decimal separator if it is not the column separator. */
  private parseNumberAt(fields: readonly string[], column: number): number {
    const text = column < 0 ? '' : (fields[column] ?? '').trim()
    if (text === '') return Number.NaN
    return Number(this.columns.separator === ',' ? text : text.replace(',', '.'))
  }
}

function parseWktPoint(text: string, row: ProbeRow): string | undefined {
  const match = WKT_POINT_PATTERN.exec(text.trim())
  row.longitude = Number(match?.[1] ?? Number.NaN)
  row.latitude = Number(match?.[2] ?? Number.NaN)
  const isValidPosition = Math.abs(row.latitude) <= 90 && Math.abs(row.longitude) <= 180
  return isValidPosition ? undefined : describeInvalidField('geometry', text || undefined, 'POINT (longitude latitude)')
}

/** Splits a line whose quoted fields may contain the separator. A doubled quote represents one quote. */
function splitQuotedFields(line: string, separator: string): string[] {
  const fields: string[] = []
  let field = ''
  let isQuoted = false
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index)
    if (character === '"' && isQuoted && line[index + 1] === '"') {
      field += character
      index++
    } else if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      fields.push(field)
      field = ''
    } else field += character
  }
  return [...fields, field]
}
