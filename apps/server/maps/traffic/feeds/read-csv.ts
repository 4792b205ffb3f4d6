import { type ContentLimits, type FeedContent, usualLimits } from './feed-content.ts'
import { FeedBroken } from './feed-failure.ts'
import { HOPELESS_AFTER, SkippedRecords } from './formats/broken-record.ts'
import { describeRow, isHeader, readOddRow, readPlainRow } from './formats/csv-row.ts'
import { SegmentTable } from './formats/segment-table.ts'

/** A row takes about 30 bytes. A line without an end must not be buffered. */
export const MAX_LINE_BYTES = 4096

const NEWLINE = 0x0a
const nothing = new Uint8Array(0)

/** Reads OSRM segment speeds of any size. Besides the result, it buffers only one unfinished line. */
export async function readCsv(chunks: AsyncIterable<Uint8Array>, limits = usualLimits): Promise<FeedContent> {
  const lines = new CsvLines(limits)
  for await (const chunk of chunks) {
    lines.push(chunk)
    if (lines.isHopeless()) break
  }
  return lines.finish()
}

class CsvLines {
  private readonly table: SegmentTable
  private readonly skipped = new SkippedRecords()
  private readonly row = new Float64Array(3)
  /** The start of an unfinished line. */
  private begun: Uint8Array = nothing
  private isDropping = false
  private line = 0
  private hasHeader = false

  constructor(limits: ContentLimits) {
    this.table = new SegmentTable(limits)
  }

  push(chunk: Uint8Array): void {
    const start = this.finishBegun(chunk)
    const end = chunk.lastIndexOf(NEWLINE) + 1
    if (end > start) this.readLines(chunk, start, end)
    this.keep(chunk.subarray(Math.max(start, end)))
  }

  isHopeless(): boolean {
    return this.table.size === 0 && this.skipped.count >= HOPELESS_AFTER
  }

  finish(): FeedContent {
    if (this.begun.length > 0 || this.isDropping) this.push(Uint8Array.of(NEWLINE))
    const skipped = this.skipped.toSkipped()
    if (this.table.size === 0 && skipped.count > 0) throw new FeedBroken({ kind: 'nothing-readable', skipped })
    if (this.table.size === 0 && !this.hasHeader) throw new FeedBroken({ kind: 'empty' })
    return { speeds: this.table.toSpeeds(), events: [], skipped, leftOut: 0 }
  }

  /** Returns the offset in the chunk where the first complete line starts. */
  private finishBegun(chunk: Uint8Array): number {
    if (this.begun.length === 0 && !this.isDropping) return 0
    const end = chunk.indexOf(NEWLINE) + 1
    if (end === 0) return 0
    const line = Buffer.concat([this.begun, chunk.subarray(0, end)])
    this.begun = nothing
    if (this.isDropping) this.skipLongLine()
    else this.readLines(line, 0, line.length)
    this.isDropping = false
    return end
  }

  private keep(rest: Uint8Array): void {
    if (this.isDropping || rest.length === 0) return
    this.isDropping = this.begun.length + rest.length > MAX_LINE_BYTES
    this.begun = this.isDropping ? nothing : Buffer.concat([this.begun, rest])
  }

  private readLines(bytes: Uint8Array, start: number, end: number): void {
    const { table, row } = this
    for (let at = start; at < end; ) {
      if (bytes[at] === NEWLINE) {
        this.line++
        at++
        continue
      }
      const next = readPlainRow(bytes, at, row)
      if (next < 0 || next - at > MAX_LINE_BYTES + 1) {
        at = this.readOddLine(bytes, at)
        continue
      }
      this.line++
      table.put(row[0] ?? 0, row[1] ?? 0, row[2] ?? 0)
      at = next
    }
  }

  private readOddLine(bytes: Uint8Array, start: number): number {
    const end = bytes.indexOf(NEWLINE, start)
    if (end - start > MAX_LINE_BYTES) this.skipLongLine()
    else this.readText(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8'))
    return end + 1
  }

  private readText(text: string): void {
    this.line++
    const line = text.trim()
    if (line === '' || line.startsWith('#')) return
    if (this.isFirst() && isHeader(line)) {
      this.hasHeader = true
      return
    }
    if (readOddRow(line, this.row)) this.table.put(this.row[0] ?? 0, this.row[1] ?? 0, this.row[2] ?? 0)
    else this.skip(() => describeRow(line))
  }

  private isFirst(): boolean {
    return this.table.size === 0 && this.skipped.count === 0 && !this.hasHeader
  }

  private skipLongLine(): void {
    this.line++
    this.skip(() => `it is too long; allowed: ${MAX_LINE_BYTES} bytes`)
  }

  private skip(describe: () => string): void {
    this.skipped.add(() => `line ${this.line}: ${describe()}`)
  }
}
