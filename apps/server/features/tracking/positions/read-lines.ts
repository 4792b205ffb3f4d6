import { fail, ok, type Result } from '../../../platform/result.ts'
import type { TrackingFailure } from '../api/failures.ts'
import { MAX_POSITIONS } from '../api/max-positions.ts'
import { readAisLines } from '../formats/ais-lines.ts'
import { isFields, isOwnTracks, readForeign } from '../formats/tracker-formats.ts'
import type { FilledLine, GivenElement } from './given-positions.ts'

export interface GivenLines {
  readonly name: 'ais' | 'lines'
  readonly given: readonly GivenElement[]
}

/**
 * Reads NDJSON lines or AIS sentences. An invalid line fails only itself, and empty lines are skipped. The first
 * recognizable line determines the format; lines before it, such as log output, may be anything.
 */
export function readLines(text: string): Result<GivenLines, TrackingFailure> {
  const lines = text.split('\n').map((line, index): FilledLine => ({ line: line.trim(), index }))
  const filled = lines.filter(({ line }) => line !== '')
  const [first] = filled
  if (!first) return fail({ kind: 'no-position', where: 'body' })
  if (filled.length > MAX_POSITIONS) return fail({ kind: 'too-many-lines', lines: filled.length })
  const telling = filled.find(({ line }) => /^[{!$\\]/.test(line))
  if (!telling) return fail({ kind: 'no-good-line', line: first.index + 1, why: readLine(first.line).why ?? '' })
  if (!telling.line.startsWith('{')) return ok({ name: 'ais', given: readAisLines(filled) })
  return ok({ name: 'lines', given: filled.map(({ line, index }) => ({ index, ...readLine(line) })) })
}

/** Field values are validated later. */
function readLine(line: string): Omit<GivenElement, 'index'> {
  let given: unknown
  try {
    given = JSON.parse(line)
  } catch (error) {
    return { why: `the line is not JSON: ${(error as Error).message.replace(/\s+/g, ' ')}` }
  }
  if (!isFields(given)) {
    return { why: 'the line is not an object such as {"at": [48.1, 11.5], "time": "2026-06-16T08:30:00Z"}' }
  }
  // The position of a geofence or waypoint, not of the phone.
  if (isOwnTracks(given) && given._type !== 'location') {
    return {
      why: `_type is ${JSON.stringify(given._type.slice(0, 40))}; of the OwnTracks messages, only location is a position`,
    }
  }
  return readForeign(given, 'the line') ?? { value: given }
}
