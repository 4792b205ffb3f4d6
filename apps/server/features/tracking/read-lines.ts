import { fail, ok, type Result } from '../../result.ts'
import type { TrackingFailure } from './failures.ts'
import { MOST_POSITIONS } from './limits.ts'
import type { OnePosition } from './schemas.ts'
import type { RejectedFix } from './take-fixes.ts'
import { isFields, readForeign } from './tracker-formats.ts'

export interface GivenLines {
  readonly positions: readonly OnePosition[]
  /** Of each position, its line, counted from 0. */
  readonly lines: readonly number[]
  /** Lines that hold no position. */
  readonly rejected: readonly RejectedFix[]
}

/** Lines of JSON (NDJSON): a line that is wrong fails itself and no other. Empty lines are passed over. */
export function readLines(text: string): Result<GivenLines, TrackingFailure> {
  const given = text.split('\n').map((line, at) => ({ line: line.trim(), at }))
  const filled = given.filter(({ line }) => line !== '')
  if (filled.length === 0) return fail({ kind: 'no-position' })
  if (filled.length > MOST_POSITIONS) return fail({ kind: 'too-many-lines', lines: filled.length })
  const positions: OnePosition[] = []
  const lines: number[] = []
  const rejected: RejectedFix[] = []
  for (const { line, at } of filled) {
    const read = readLine(line)
    if (typeof read === 'string') rejected.push({ index: at, why: read })
    else {
      positions.push(read)
      lines.push(at)
    }
  }
  return ok({ positions, lines, rejected })
}

/** The position, or what is wrong with the line. What numbers may be is checked later, with those of all others. */
function readLine(line: string): OnePosition | string {
  let given: unknown
  try {
    given = JSON.parse(line)
  } catch (error) {
    return `the line is not JSON: ${(error as Error).message.replace(/\s+/g, ' ')}`
  }
  if (!isFields(given)) return 'the line is not an object such as {"at": [48.1, 11.5], "time": "2026-06-16T08:30:00Z"}'
  const position = readForeign(given) ?? (given as OnePosition)
  return faultOf(position) ?? position
}

const numbers = ['lat', 'lon', 'speed_ms', 'heading', 'battery_pct', 'altitude_m', 'accuracy_m'] as const

function faultOf(position: OnePosition): string | undefined {
  const { at, lat, lon, time } = position as Record<string, unknown>
  if (at === undefined && (lat === undefined || lon === undefined)) {
    return 'the line has no position; give at: [latitude, longitude], or lat and lon'
  }
  const isPoint = Array.isArray(at) && at.length === 2 && at.every((one) => typeof one === 'number')
  if (at !== undefined && !isPoint) return `at is ${show(at)}; it must be [latitude, longitude]`
  for (const name of numbers) {
    const value: unknown = position[name]
    if (value !== undefined && typeof value !== 'number') return `${name} is ${show(value)}; it must be a number`
  }
  const isTime = typeof time === 'number' || (typeof time === 'string' && Number.isFinite(Date.parse(time)))
  if (time === undefined || isTime) return undefined
  return `time is ${show(time)}; it must be an instant such as 2026-06-16T08:30:00Z, or seconds or milliseconds since 1970`
}

function show(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
