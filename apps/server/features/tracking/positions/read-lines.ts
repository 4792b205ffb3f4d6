import { isNestedDeeperThan, MAX_NESTING } from '../../../platform/http/body/json-body.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { PushFailure } from '../api/failures.ts'
import { MAX_POSITIONS } from '../api/max-positions.ts'
import { parseAisLines } from '../formats/ais-lines.ts'
import { isFields, isOwnTracks, parseTrackerPosition } from '../formats/tracker-formats.ts'
import type { NumberedLine, ReceivedElement } from './received-positions.ts'

export interface ReceivedLines {
  readonly name: 'ais' | 'lines'
  readonly elements: readonly ReceivedElement[]
}

/**
 * Reads NDJSON lines or AIS sentences. An invalid line does not affect the others, and empty lines are skipped. The
 * first recognizable line determines the format. Earlier lines, such as log output, may have any content.
 */
export function parseLines(text: string): Result<ReceivedLines, PushFailure> {
  const lines = text.split('\n').map((line, index): NumberedLine => ({ line: line.trim(), index }))
  const nonEmptyLines = lines.filter(({ line }) => line !== '')
  const [first] = nonEmptyLines
  if (!first) return fail({ kind: 'no-position', where: 'body' })
  if (nonEmptyLines.length > MAX_POSITIONS) return fail({ kind: 'too-many-lines', lines: nonEmptyLines.length })
  const firstRecognized = nonEmptyLines.find(({ line }) => /^[{!$\\]/.test(line))
  if (!firstRecognized)
    return fail({ kind: 'no-good-line', line: first.index + 1, why: parseJsonLine(first.line).why ?? '' })
  if (!firstRecognized.line.startsWith('{')) return ok({ name: 'ais', elements: parseAisLines(nonEmptyLines) })
  return ok({ name: 'lines', elements: nonEmptyLines.map(({ line, index }) => ({ index, ...parseJsonLine(line) })) })
}

/** Parses a JSON line. Field values are validated later. */
function parseJsonLine(line: string): Omit<ReceivedElement, 'index'> {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch (error) {
    return { why: `the line is not JSON: ${(error as Error).message.replace(/\s+/g, ' ')}` }
  }
  if (isNestedDeeperThan(parsed, MAX_NESTING)) {
    return { why: `the line nests arrays and objects more than ${MAX_NESTING} levels deep` }
  }
  if (!isFields(parsed)) {
    return { why: 'the line is not an object such as {"at": [48.1, 11.5], "time": "2026-06-16T08:30:00Z"}' }
  }
  // The message contains the position of a geofence or waypoint, not of the phone.
  if (isOwnTracks(parsed) && parsed._type !== 'location') {
    return {
      why: `_type is ${JSON.stringify(parsed._type.slice(0, 40))}; location is the only OwnTracks message type that contains a position`,
    }
  }
  return parseTrackerPosition(parsed, 'the line') ?? { value: parsed }
}
