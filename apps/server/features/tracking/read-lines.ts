import { fail, ok, type Result } from '../../result.ts'
import type { TrackingFailure } from './failures.ts'
import { MOST_POSITIONS } from './limits.ts'
import { isFields, readForeign } from './tracker-formats.ts'

/** A line that is not empty: what it holds, or why it holds nothing. */
export interface GivenLine {
  /** Counted from 0. */
  readonly index: number
  readonly value?: unknown
  readonly why?: string
  /** The ship that it is of, where it says so. */
  readonly mmsi?: number
}

/** Lines of JSON (NDJSON): a line that is wrong fails itself and no other. Empty lines are passed over. */
export function readLines(text: string): Result<readonly GivenLine[], TrackingFailure> {
  const filled = text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), index }))
    .filter(({ line }) => line !== '')
  if (filled.length === 0) return fail({ kind: 'no-position' })
  if (filled.length > MOST_POSITIONS) return fail({ kind: 'too-many-lines', lines: filled.length })
  return ok(filled.map(({ line, index }) => ({ index, ...readLine(line) })))
}

/** What its fields may be is checked later, with those of all others. */
function readLine(line: string): Omit<GivenLine, 'index'> {
  let given: unknown
  try {
    given = JSON.parse(line)
  } catch (error) {
    return { why: `the line is not JSON: ${(error as Error).message.replace(/\s+/g, ' ')}` }
  }
  if (!isFields(given)) {
    return { why: 'the line is not an object such as {"at": [48.1, 11.5], "time": "2026-06-16T08:30:00Z"}' }
  }
  return { value: readForeign(given) ?? given }
}
