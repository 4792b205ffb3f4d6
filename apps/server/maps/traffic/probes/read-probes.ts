import type { Skipped } from '../feeds/feed-content.ts'
import { HOPELESS_AFTER, SkippedRecords } from '../feeds/formats/broken-record.ts'
import { parseColumns } from './probe-columns.ts'
import { nothingReadable, ProbesUnreadable } from './probe-failure.ts'
import { ProbeRow, RowReader } from './probe-row.ts'
import { ProbeTable } from './probe-table.ts'

/** A line without an end must not be buffered. */
export const MAX_LINE_CHARACTERS = 4096

export interface ReadProbes {
  readonly positions: ProbeTable
  readonly skipped: Skipped
}

/**
 * Reads vehicle positions from a file of any size. Besides the result, it buffers only one unfinished line. Invalid
 * rows are skipped and counted. Throws ProbesUnreadable.
 */
export async function readProbes(
  chunks: AsyncIterable<Uint8Array>,
  nowMs: number,
  positions = new ProbeTable(),
): Promise<ReadProbes> {
  const lines = new ProbeLines(nowMs, positions)
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    lines.push(decoder.decode(chunk, { stream: true }))
    if (lines.isHopeless()) break
  }
  lines.push(`${decoder.decode()}\n`)
  return lines.finish()
}

class ProbeLines {
  private readonly nowMs: number
  private readonly positions: ProbeTable
  private readonly skipped = new SkippedRecords()
  private readonly row = new ProbeRow()
  private reader: RowReader | undefined
  /** The start of an unfinished line. */
  private begun = ''
  private line = 0

  constructor(nowMs: number, positions: ProbeTable) {
    this.nowMs = nowMs
    this.positions = positions
  }

  push(text: string): void {
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.readLine(this.begun + text.slice(start, end))
      this.begun = ''
      start = end + 1
    }
    // Enough to detect that it is too long.
    this.begun = (this.begun + text.slice(start)).slice(0, MAX_LINE_CHARACTERS + 1)
  }

  isHopeless(): boolean {
    return this.positions.count === 0 && this.skipped.count >= HOPELESS_AFTER
  }

  finish(): ReadProbes {
    const skipped = this.skipped.toSkipped()
    if (!this.reader) throw new ProbesUnreadable('it is empty; it must start with a line such as vehicle,time,lat,lon')
    if (this.positions.count === 0) throw nothingReadable(skipped)
    return { positions: this.positions, skipped }
  }

  private readLine(line: string): void {
    this.line++
    if (line.length > MAX_LINE_CHARACTERS) {
      this.skip(`it is too long; allowed: ${MAX_LINE_CHARACTERS} characters`)
      return
    }
    if (line.trim() === '' || line.startsWith('#')) return
    if (!this.reader) {
      this.reader = new RowReader(parseColumns(line), this.nowMs)
      return
    }
    const fault = this.reader.read(line, this.row)
    if (fault === undefined) this.positions.add(this.row)
    else this.skip(fault)
  }

  private skip(fault: string): void {
    this.skipped.add(() => `line ${this.line}: ${fault}`)
  }
}
