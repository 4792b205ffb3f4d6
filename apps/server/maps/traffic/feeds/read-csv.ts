import { defaultFeedLimits, type FeedContent, type FeedLimits } from './feed-content.ts'
import { FeedError } from './feed-failure.ts'
import { SkippedRecords, UNREADABLE_AFTER_RECORDS } from './formats/broken-record.ts'
import { describeInvalidRow, isHeader, readIrregularRow, readSimpleRow } from './formats/csv-row.ts'
import { SegmentTable } from './formats/segment-table.ts'

/** Maximum length of a line. An endless line must not be buffered. A row has about 30 bytes. */
export const MAX_LINE_BYTES = 4096

const NEWLINE = 0x0a
const emptyBytes = new Uint8Array(0)

/** Reads OSRM segment speeds of any size. Apart from the result, only one unfinished line is buffered. */
export async function readCsv(chunks: AsyncIterable<Uint8Array>, limits = defaultFeedLimits): Promise<FeedContent> {
  const reader = new CsvReader(limits)
  for await (const chunk of chunks) {
    reader.push(chunk)
    if (reader.isUnreadable()) break
  }
  return reader.finish()
}

class CsvReader {
  private readonly table: SegmentTable
  private readonly skippedRecords = new SkippedRecords()
  private readonly row = new Float64Array(3)
  /** Start of an unfinished line. */
  private partialLine: Uint8Array = emptyBytes
  private isSkippingLine = false
  private lineNumber = 0
  private hasHeader = false

  constructor(limits: FeedLimits) {
    this.table = new SegmentTable(limits)
  }

  push(chunk: Uint8Array): void {
    const start = this.finishPartialLine(chunk)
    const end = chunk.lastIndexOf(NEWLINE) + 1
    if (end > start) this.readLines(chunk, start, end)
    this.storePartialLine(chunk.subarray(Math.max(start, end)))
  }

  isUnreadable(): boolean {
    return this.table.size === 0 && this.skippedRecords.count >= UNREADABLE_AFTER_RECORDS
  }

  finish(): FeedContent {
    if (this.partialLine.length > 0 || this.isSkippingLine) this.push(Uint8Array.of(NEWLINE))
    const skippedSummary = this.skippedRecords.toSummary()
    if (this.table.size === 0 && skippedSummary.count > 0)
      throw new FeedError({ kind: 'nothing-readable', skipped: skippedSummary })
    if (this.table.size === 0 && !this.hasHeader) throw new FeedError({ kind: 'empty' })
    return { speeds: this.table.toSpeeds(), events: [], skipped: skippedSummary, omittedCount: 0 }
  }

  /** Completes the unfinished line. Returns the offset of the first complete line in the chunk. */
  private finishPartialLine(chunk: Uint8Array): number {
    if (this.partialLine.length === 0 && !this.isSkippingLine) return 0
    const end = chunk.indexOf(NEWLINE) + 1
    if (end === 0) return 0
    const line = Buffer.concat([this.partialLine, chunk.subarray(0, end)])
    this.partialLine = emptyBytes
    if (this.isSkippingLine) this.skipLongLine()
    else this.readLines(line, 0, line.length)
    this.isSkippingLine = false
    return end
  }

  private storePartialLine(remainder: Uint8Array): void {
    if (this.isSkippingLine || remainder.length === 0) return
    this.isSkippingLine = this.partialLine.length + remainder.length > MAX_LINE_BYTES
    this.partialLine = this.isSkippingLine ? emptyBytes : Buffer.concat([this.partialLine, remainder])
  }

  private readLines(bytes: Uint8Array, start: number, end: number): void {
    const { table, row } = this
    for (let offset = start; offset < end; ) {
      if (bytes[offset] === NEWLINE) {
        this.lineNumber++
        offset++
        continue
      }
      const next = readSimpleRow(bytes, offset, row)
      if (next < 0 || next - offset > MAX_LINE_BYTES + 1) {
        offset = this.readIrregularLine(bytes, offset)
        continue
      }
      this.lineNumber++
      table.set(row[0] ?? 0, row[1] ?? 0, row[2] ?? 0)
      offset = next
    }
  }

  private readIrregularLine(bytes: Uint8Array, start: number): number {
    const end = bytes.indexOf(NEWLINE, start)
    if (end - start > MAX_LINE_BYTES) this.skipLongLine()
    else this.readLine(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8'))
    return end + 1
  }

  private readLine(text: string): void {
    this.lineNumber++
    const line = text.trim()
    if (line === '' || line.startsWith('#')) return
    if (this.isFirstRow() && isHeader(line)) {
      this.hasHeader = true
      return
    }
    if (readIrregularRow(line, this.row)) this.table.set(this.row[0] ?? 0, this.row[1] ?? 0, this.row[2] ?? 0)
    else this.skipRow(() => describeInvalidRow(line))
  }

  private isFirstRow(): boolean {
    return this.table.size === 0 && this.skippedRecords.count === 0 && !this.hasHeader
  }

  private skipLongLine(): void {
    this.lineNumber++
    this.skipRow(() => `it is too long; allowed: ${MAX_LINE_BYTES} bytes`)
  }

  private skipRow(describe: () => string): void {
    this.skippedRecords.add(() => `line ${this.lineNumber}: ${describe()}`)
  }
}
