import { fail, ok, type Result } from '../../../platform/result.ts'
import type { TrackingFailure } from '../api/failures.ts'
import { MOST_POSITIONS } from '../api/max-positions.ts'
import { readAisLines } from '../formats/ais-lines.ts'
import { isFields, isOwnTracks, readForeign } from '../formats/tracker-formats.ts'
import type { FilledLine, GivenElement } from './given-positions.ts'

export interface GivenLines {
  readonly name: 'ais' | 'lines'
  readonly given: readonly GivenElement[]
}

/**
 * Lines of JSON (NDJSON) or sentences of a receiver: a line that is wrong fails itself and no other. Empty lines are
 * passed over. Which of both they are is told by the first that can be either; what stands before it may be anything,
 * such as the first words of a log.
 */
export function readLines(text: string): Result<GivenLines, TrackingFailure> {
  const lines = text.split('\n').map((line, index): FilledLine => ({ line: line.trim(), index }))
  const filled = lines.filter(({ line }) => line !== '')
  const [first] = filled
  if (!first) return fail({ kind: 'no-position', where: 'body' })
  if (filled.length > MOST_POSITIONS) return fail({ kind: 'too-many-lines', lines: filled.length })
  const telling = filled.find(({ line }) => /^[{!$\\]/.test(line))
  if (!telling) return fail({ kind: 'no-good-line', line: first.index + 1, why: readLine(first.line).why ?? '' })
  if (!telling.line.startsWith('{')) return ok({ name: 'ais', given: readAisLines(filled) })
  return ok({ name: 'lines', given: filled.map(({ line, index }) => ({ index, ...readLine(line) })) })
}

/** What its fields may be is checked later, with those of all others. */
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
  // With the place of a fence, or of where the phone was told to look: not where it is.
  if (isOwnTracks(given) && given._type !== 'location') {
    return {
      why: `_type is ${JSON.stringify(given._type.slice(0, 40))}; of what OwnTracks sends, only location is a position`,
    }
  }
  return readForeign(given, 'the line') ?? { value: given }
}
