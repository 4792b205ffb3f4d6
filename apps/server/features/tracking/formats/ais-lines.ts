import type { NumberedLine, ReceivedElement } from '../positions/received-positions.ts'
import { type AisReport, type AisSentence, computeChecksum, parseReport, parseSentence } from './ais.ts'

/** Received fragments of an incomplete message. */
interface PartialMessage {
  readonly index: number
  readonly time: number | undefined
  readonly parts: readonly AisSentence[]
}

/**
 * Reads `!AIVDM` lines as written by receivers. A tag block before a line (`\c:1241544035*53\!AIVDM…`) contains the
 * time of reception, which defaults to now. An invalid line does not affect the others. A multipart message yields one
 * position, on the line of its last part. The result includes the MMSI, because a receiver picks up all nearby ships.
 */
export function parseAisLines(nonEmptyLines: readonly NumberedLine[]): readonly ReceivedElement[] {
  const partialMessages = new Map<string, PartialMessage>()
  const elements: ReceivedElement[] = []
  const rejectPartial = ({ index, parts: [first] }: PartialMessage) =>
    elements.push({
      index,
      why: `it is part ${first?.partNumber} of ${first?.partCount}, but the other parts are missing`,
    })
  for (const { line, index } of nonEmptyLines) {
    const parsedLine = parseAisLine(line)
    if (typeof parsedLine === 'string') {
      elements.push({ index, why: parsedLine })
      continue
    }
    const { sentence, time } = parsedLine
    if (sentence.partCount === 1) {
      elements.push({ index, ...toPosition(parseReport(sentence.bits), time) })
      continue
    }
    const pendingMessage = partialMessages.get(sentence.messageId)
    partialMessages.delete(sentence.messageId)
    const isNextPart = (pendingMessage?.parts.length ?? 0) + 1 === sentence.partNumber
    if (pendingMessage && !isNextPart) rejectPartial(pendingMessage)
    const continuedMessage = isNextPart ? pendingMessage : undefined
    const parts = [...(continuedMessage?.parts ?? []), sentence]
    const message: PartialMessage = {
      index: continuedMessage?.index ?? index,
      time: continuedMessage?.time ?? time,
      parts,
    }
    if (!isNextPart && sentence.partNumber > 1) rejectPartial(message)
    else if (sentence.partNumber < sentence.partCount) partialMessages.set(sentence.messageId, message)
    else elements.push({ index, ...toPosition(parseReport(joinBits(parts)), message.time) })
  }
  for (const partial of partialMessages.values()) rejectPartial(partial)
  return elements.sort((a, b) => a.index - b.index)
}

function joinBits(parts: readonly AisSentence[]): Uint8Array {
  return Uint8Array.from(parts.flatMap(({ bits, fillBits }) => [...bits.subarray(0, bits.length - fillBits)]))
}

function parseAisLine(line: string): { sentence: AisSentence; time: number | undefined } | string {
  const [, tags, sentenceText = line] = /^\\([^\\]*)\\(.*)$/.exec(line) ?? []
  const time = tags === undefined ? undefined : parseReceptionTime(tags)
  if (typeof time === 'string') return time
  const sentence = parseSentence(sentenceText)
  return typeof sentence === 'string' ? sentence : { sentence, time }
}

function toPosition(report: AisReport | string, time: number | undefined): Omit<ReceivedElement, 'index'> {
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

/** Returns the Unix seconds of a tag block (NMEA 0183, 4.10), undefined if absent, or an error message. */
function parseReceptionTime(tags: string): number | undefined | string {
  const [, fields, sum] = /^([^*]*)\*([0-9A-Fa-f]{2})$/.exec(tags) ?? []
  if (fields === undefined || computeChecksum(fields) !== Number.parseInt(sum ?? '', 16)) {
    return 'the checksum of its tag block is missing or wrong'
  }
  const [, seconds] = /(?:^|,)c:(\d{1,13})(?:,|$)/.exec(fields) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}
