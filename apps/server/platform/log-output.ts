import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'

/**
 * Maximum size of a write that a pipe accepts atomically. Larger writes could interleave with those of other threads.
 */
const MAX_ATOMIC_WRITE_BYTES = 4096
const MIN_WRITE_BYTES = MAX_ATOMIC_WRITE_BYTES / 2
const FLUSH_MS = 100
/** Time that the last lines of a process or thread may take. */
const FINISH_MS = 1000
const RETRY_MS = 5
/** Maximum size of the lines that wait for the reader of the log. Further lines are dropped and counted. */
export const MAX_PENDING_BYTES = 1_048_576

/**
 * Writes log lines without ever waiting for the reader of the log. A write to a full pipe would stop the thread and all
 * its requests until the reader continues. Lines are buffered briefly and written in atomic chunks, because several
 * threads share the output.
 */
export class LogOutput {
  private readonly fd: number
  /** Returns the line that replaces dropped lines. */
  private readonly describeDropped: (lineCount: number) => string
  private openChunk = ''
  private openChunkBytes = 0
  private chunks: Buffer[] = []
  private pendingBytes = 0
  private droppedLineCount = 0
  private isDropping = false
  /** True until the next flush interval if the reader did not accept a write. */
  private isBlocked = false
  /** True if the log has no reader anymore. */
  private isClosed = false

  constructor(fd: number, describeDropped: (lineCount: number) => string) {
    this.fd = stopBlocking(fd)
    this.describeDropped = describeDropped
    setInterval(() => this.retry(), FLUSH_MS).unref()
  }

  write(line: string): void {
    if (this.isClosed) return
    const bytes = Buffer.byteLength(line)
    if (this.pendingBytes + bytes > MAX_PENDING_BYTES) this.isDropping = true
    if (this.isDropping) this.droppedLineCount++
    else this.append(line, bytes)
  }

  /** Starts to write all lines. */
  flush(): void {
    this.closeChunk()
    if (!this.isBlocked) this.isBlocked = !this.tryWriteAll()
  }

  /** Writes all lines before it returns, unless the reader has stopped. */
  finish(): void {
    const deadlineMs = performance.now() + FINISH_MS
    this.reportDropped()
    this.closeChunk()
    while (!this.tryWriteAll() && performance.now() < deadlineMs) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  }

  private retry(): void {
    this.isBlocked = false
    this.flush()
    // Half of the memory must be free again, so that a slow reader gets few reports.
    if (this.isDropping && this.pendingBytes <= MAX_PENDING_BYTES / 2) {
      this.isDropping = false
      this.reportDropped()
    }
  }

  private reportDropped(): void {
    if (this.droppedLineCount === 0) return
    const line = this.describeDropped(this.droppedLineCount)
    this.droppedLineCount = 0
    this.append(line, Buffer.byteLength(line))
  }

  private append(line: string, bytes: number): void {
    if (this.openChunkBytes + bytes > MAX_ATOMIC_WRITE_BYTES) this.closeChunk()
    this.openChunk += line
    this.openChunkBytes += bytes
    this.pendingBytes += bytes
    if (this.openChunkBytes >= MIN_WRITE_BYTES) this.flush()
  }

  private closeChunk(): void {
    if (this.openChunkBytes === 0) return
    this.chunks.push(Buffer.from(this.openChunk))
    this.openChunk = ''
    this.openChunkBytes = 0
  }

  /** Returns false if the reader does not accept more. */
  private tryWriteAll(): boolean {
    for (let chunk = this.chunks[0]; chunk; chunk = this.chunks[0]) {
      try {
        this.removeWritten(chunk, writeSync(this.fd, chunk))
      } catch (error) {
        return this.handleError(error as NodeJS.ErrnoException)
      }
    }
    return true
  }

  private removeWritten(chunk: Buffer, writtenBytes: number): void {
    this.pendingBytes -= writtenBytes
    if (writtenBytes < chunk.length) this.chunks[0] = chunk.subarray(writtenBytes)
    else this.chunks.shift()
  }

  /** Returns whether nothing remains to be written. Lines stay in memory until the reader continues or a disk has room. */
  private handleError({ code }: NodeJS.ErrnoException): boolean {
    if (code !== 'EPIPE') return false
    this.isClosed = true
    this.chunks = []
    this.pendingBytes = 0
    return true
  }
}

/**
 * Returns a descriptor of the same output whose writes fail instead of blocking. Writes to files and terminals always
 * wait.
 */
function stopBlocking(fd: number): number {
  const type = fstatSync(fd)
  if (type.isFIFO()) {
    try {
      // A pipe that is opened again has separate settings, so other processes that share it do not notice.
      return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch {
      // The system or the permissions do not allow opening the pipe again.
    }
  }
  // Creating the socket puts the descriptor into non-blocking mode. Node never closes standard output.
  if (type.isFIFO() || type.isSocket()) new Socket({ fd, readable: false, writable: true }).destroy()
  return fd
}
