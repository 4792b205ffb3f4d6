import { fail, ok, type Result } from '../../result.ts'
import { checksumOf, readAis } from './ais.ts'
import type { TrackingFailure } from './failures.ts'
import { MOST_POSITIONS } from './most.ts'
import type { GivenLine } from './read-lines.ts'

/** What a receiver promises of a position that it calls accurate. */
const ACCURATE_M = 10

/** Whether lines are sentences of a receiver, with a tag block in front or without, and not JSON. */
export function isAis(text: string): boolean {
  return /^\s*[!$\\]/.test(text)
}

/**
 * Lines of `!AIVDM`, as receivers write them; a tag block before one (`\\c:1241544035*53\\!AIVDM…`) says when it was
 * heard, else it is now. Each line fails for itself. A receiver hears all ships around it, an asset is one of them: lines
 * of another ship than the first are not kept.
 */
export function readAisLines(text: string): Result<readonly GivenLine[], TrackingFailure> {
  const filled = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ line: line.trim(), index }]))
  if (filled.length > MOST_POSITIONS) return fail({ kind: 'too-many-lines', lines: filled.length })
  let ship: number | undefined
  return ok(
    filled.map(({ line, index }) => {
      const read = readLine(line, ship)
      if (typeof read === 'string') return { index, why: read }
      ship = read.mmsi
      return { index, value: read.position }
    }),
  )
}

function readLine(line: string, ship: number | undefined): { mmsi: number; position: object } | string {
  const [, tags, sentence = line] = /^\\([^\\]*)\\(.*)$/.exec(line) ?? []
  const time = tags === undefined ? undefined : heardAt(tags)
  if (typeof time === 'string') return time
  const report = readAis(sentence)
  if (typeof report === 'string') return report
  const { mmsi, latitude, longitude, speedMs, headingDeg, isAccurate } = report
  if (ship !== undefined && mmsi !== ship) return `it is of the ship ${mmsi}, the lines before it of ${ship}`
  const position = {
    at: [latitude, longitude],
    ...(time !== undefined && { time }),
    ...(speedMs !== undefined && { speed_ms: Math.round(1000 * speedMs) / 1000 }),
    ...(headingDeg !== undefined && { heading: headingDeg }),
    ...(isAccurate && { accuracy_m: ACCURATE_M }),
  }
  return { mmsi, position }
}

/** Seconds since 1970 of a tag block (NMEA 0183, 4.10), undefined where it does not say, or what is wrong with it. */
function heardAt(tags: string): number | undefined | string {
  const [, fields, sum] = /^([^*]*)\*([0-9A-Fa-f]{2})$/.exec(tags) ?? []
  if (fields === undefined || checksumOf(fields) !== Number.parseInt(sum ?? '', 16)) {
    return 'the checksum of its tag block is missing or wrong'
  }
  const [, seconds] = /(?:^|,)c:(\d{1,13})(?:,|$)/.exec(fields) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}
