import {
  describeLocalTimes,
  findZoneAt,
  isPlainTimestamp,
  isTimestamp,
  parseTime,
  type ZoneOfRequest,
} from '../../../platform/http/body/instants.ts'

/**
 * Smallest number that is read as milliseconds. As seconds, larger numbers would be after the year
 * 5000.
 */
const MIN_EPOCH_MILLISECONDS = 1e11
const MAX_EPOCH_MILLISECONDS = 1e14

/** Reads seconds or milliseconds. Only differences matter, so the numbers may begin at 0. */
export function readEpochSeconds(value: number): number | undefined {
  if (!(Math.abs(value) < MAX_EPOCH_MILLISECONDS)) return undefined
  return Math.abs(value) < MIN_EPOCH_MILLISECONDS ? value : value / 1000
}

/** Parses a timestamp with a time zone to milliseconds, or NaN if there is no such day or time. */
function parseTimestamp(text: string): number {
  return isTimestamp(text) ? Date.parse(text) : Number.NaN
}

/** Reads the times of a trace. A time without a time zone is local time at the first point. */
export class TraceTimes {
  private readonly firstPoint: readonly [number, number]
  private zone: ZoneOfRequest | undefined
  private firstLocalIndex = 0
  private localCount = 0

  constructor(firstPoint: readonly [number, number]) {
    this.firstPoint = firstPoint
  }

  /** Returns the time in seconds, or undefined if it cannot be read. */
  readSeconds(value: unknown, index: number): number | undefined {
    if (typeof value === 'number') return readEpochSeconds(value)
    const ms = isPlainTimestamp(value) ? parseTimestamp(value as string) : this.parse(value, index)
    return Number.isFinite(ms) ? ms / 1000 : undefined
  }

  /** Returns how the times without a time zone were read, if there are any. */
  listNotes(): readonly string[] {
    if (!this.zone) return []
    return [describeLocalTimes(`times[${this.firstLocalIndex}]`, this.localCount, this.zone.name)]
  }

  private parse(value: unknown, index: number): number {
    const time = parseTime(value)
    if (!time) return Number.NaN
    if (time.kind === 'instant') return parseTimestamp(time.text)
    this.zone ??= findZoneAt(this.firstPoint)
    if (!this.zone) return Number.NaN
    if (this.localCount++ === 0) this.firstLocalIndex = index
    return this.zone.clock.toInstant(time.localMs)
  }
}
