import type { FilledLine, GivenElement } from '../positions/given-positions.ts'
import { type AisReport, type AisSentence, checksumOf, readReport, readSentence } from './ais.ts'

/** Fragments of an incomplete message. */
interface Begun {
  readonly index: number
  readonly time: number | undefined
  readonly parts: readonly AisSentence[]
}

/**
 * Reads `!AIVDM` lines as receivers write them. A tag block before a line (`\\c:1241544035*53\\!AIVDM…`) gives the time
 * of reception; the default is now. Each line fails separately. A multipart message yields one position, on the line of
 * its last part. The MMSI is returned too, because a receiver hears all ships nearby and an asset is one of them.
 */
export function readAisLines(filled: readonly FilledLine[]): readonly GivenElement[] {
  const begun = new Map<string, Begun>()
  const lines: GivenElement[] = []
  const giveUp = ({ index, parts: [first] }: Begun) =>
    lines.push({ index, why: `it is part ${first?.part} of ${first?.parts}, but the other parts are missing` })
  for (const { line, index } of filled) {
    const read = readLine(line)
    if (typeof read === 'string') {
      lines.push({ index, why: read })
      continue
    }
    const { sentence, time } = read
    if (sentence.parts === 1) {
      lines.push({ index, ...toPosition(readReport(sentence.bits), time) })
      continue
    }
    const last = begun.get(sentence.message)
    begun.delete(sentence.message)
    const isNext = (last?.parts.length ?? 0) + 1 === sentence.part
    if (last && !isNext) giveUp(last)
    const before = isNext ? last : undefined
    const parts = [...(before?.parts ?? []), sentence]
    const known: Begun = { index: before?.index ?? index, time: before?.time ?? time, parts }
    if (!isNext && sentence.part > 1) giveUp(known)
    else if (sentence.part < sentence.parts) begun.set(sentence.message, known)
    else lines.push({ index, ...toPosition(readReport(joined(parts)), known.time) })
  }
  for (const one of begun.values()) giveUp(one)
  return lines.sort((a, b) => a.index - b.index)
}

function joined(parts: readonly AisSentence[]): Uint8Array {
  return Uint8Array.from(parts.flatMap(({ bits, fillBits }) => [...bits.subarray(0, bits.length - fillBits)]))
}

function readLine(line: string): { sentence: AisSentence; time: number | undefined } | string {
  const [, tags, rest = line] = /^\\([^\\]*)\\(.*)$/.exec(line) ?? []
  const time = tags === undefined ? undefined : heardAt(tags)
  if (typeof time === 'string') return time
  const sentence = readSentence(rest)
  return typeof sentence === 'string' ? sentence : { sentence, time }
}

function toPosition(report: AisReport | string, time: number | undefined): Omit<GivenElement, 'index'> {
  if (typeof report === 'string') return { why: report }
  const { mmsi, latitude, longitude, speedMs, headingDeg, accuracyM } = report
  const value = {
    at: [latitude, longitude],
    ...(time !== undefined && { time }),
    ...(speedMs !== undefined && { speed_ms: Math.round(1000 * speedMs) / 1000 }),
    ...(headingDeg !== undefined && { heading: headingDeg }),
    ...(accuracyM !== undefined && { accuracy_m: accuracyM }),
  }
  return { value, mmsi }
}

/** Unix seconds from a tag block (NMEA 0183, 4.10), undefined if absent, or an error message. */
function heardAt(tags: string): number | undefined | string {
  const [, fields, sum] = /^([^*]*)\*([0-9A-Fa-f]{2})$/.exec(tags) ?? []
  if (fields === undefined || checksumOf(fields) !== Number.parseInt(sum ?? '', 16)) {
    return 'the checksum of its tag block is missing or wrong'
  }
  const [, seconds] = /(?:^|,)c:(\d{1,13})(?:,|$)/.exec(fields) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}
