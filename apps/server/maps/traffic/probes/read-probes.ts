import type { SkippedSummary } from '../feeds/feed-content.ts'
import { SkippedRecords, UNREADABLE_AFTER_RECORDS } from '../feeds/formats/broken-record.ts'
import { parseColumns } from './probe-columns.ts'
import { noReadableRowsError, UnreadableProbesError } from './probe-failure.ts'
import { ProbeRow, ProbeRowReader } from './probe-row.ts'
import { ProbeTable } from './probe-table.ts'

/** Maximum length of a line. An endless line must not be buffered. */
export const MAX_LINE_CHARACTERS = 4096

export interface ProbeFileContent {
  readonly positions: ProbeTable
  readonly skipped: SkippedSummary
}

/**
 * Reads vehicle positions from a file of any size. Apart from the result, only one unfinished line is buffered. Invalid
 * rows are skipped and counted. Throws UnreadableProbesError.
 */
export async function readProbes(
  chunks: AsyncIterable<Uint8Array>,
  nowMs: number,
  positions = new ProbeTable(),
): Promise<ProbeFileContent> {
  const reader = new ProbeReader(nowMs, positions)
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    reader.push(decoder.decode(chunk, { stream: true }))
    if (reader.isUnreadable()) break
  }
  reader.push(`${decoder.decode()}\n`)
  return reader.finish()
}

class ProbeReader {
  private readonly nowMs: number
  private readonly positions: ProbeTable
  private readonly skippedRecords = new SkippedRecords()
  private readonly row = new ProbeRow()
  private reader: ProbeRowReader | undefined
  /** Start of an unfinished line. */
  private partialLine = ''
  private lineNumber = 0

  constructor(nowMs: number, positions: ProbeTable) {
    this.nowMs = nowMs
    this.positions = positions
  }

  push(text: string): void {
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.readLine(this.partialLine + text.slice(start, end))
      this.partialLine = ''
      start = end + 1
    }
    // One more character than the limit is enough to detect that the line is too long.
    this.partialLine = (this.partialLine + text.slice(start)).slice(0, MAX_LINE_CHARACTERS + 1)
  }

  isUnreadable(): boolean {
    return this.positions.count === 0 && this.skippedRecords.count >= UNREADABLE_AFTER_RECORDS
  }

  finish(): ProbeFileContent {
    const skippedSummary = this.skippedRecords.toSummary()
    if (!this.reader)
      throw new UnreadableProbesError('it is empty; it must start with a line such as vehicle,time,lat,lon')
    if (this.positions.count === 0) throw noReadableRowsError(skippedSummary)
    return { positions: this.positions, skipped: skippedSummary }
  }

  private readLine(line: string): void {
    this.lineNumber++
    if (line.length > MAX_LINE_CHARACTERS) {
      this.skipRow(`it is too long; allowed: ${MAX_LINE_CHARACTERS} characters`)
      return
    }
    if (line.trim() === '' || line.startsWith('#')) return
    if (!this.reader) {
      this.reader = new ProbeRowReader(parseColumns(line), this.nowMs)
      return
    }
    const error = this.reader.read(line, this.row)
    if (error === undefined) this.positions.add(this.row)
    else this.skipRow(error)
  }

  private skipRow(error: string): void {
    this.skippedRecords.add(() => `line ${this.lineNumber}: ${error}`)
  }
}
