/**
 * Memory that all HTTP threads share, with one row of counts per thread. Each thread writes only its own row. The
 * object contains plain data, so that it can be sent in messages.
 */
export interface SharedStreamCounts {
  readonly countsByThread: readonly SharedArrayBuffer[]
}

/**
 * Maximum number of accounts. Only address space is reserved for them, and memory is committed as account numbers grow.
 */
const MAX_ACCOUNTS = 1 << 24
const INITIAL_ACCOUNTS = 1 << 10

export function createStreamCounts(threads: number): SharedStreamCounts {
  const createCounts = () => new SharedArrayBuffer(4 * INITIAL_ACCOUNTS, { maxByteLength: 4 * MAX_ACCOUNTS })
  return { countsByThread: Array.from({ length: threads }, createCounts) }
}

/** Limits the open streams per account on this server, across all threads. */
export class StreamLimiter {
  private readonly countsByThread: readonly Int32Array[]
  private readonly ownCounts: Int32Array

  constructor({ countsByThread }: SharedStreamCounts, threadIndex: number) {
    // Length-tracking arrays grow with their buffer.
    this.countsByThread = countsByThread.map((row) => new Int32Array(row))
    const ownCounts = this.countsByThread[threadIndex]
    if (!ownCounts) throw new Error(`thread ${threadIndex} has no stream counter; there are ${countsByThread.length}`)
    this.ownCounts = ownCounts
    // A thread that replaces a failed thread starts at zero, because the old streams are closed.
    ownCounts.fill(0)
  }

  /**
   * Counts a stream, or returns false if the account has reached its maximum. Simultaneous requests near the maximum
   * may all be rejected.
   */
  tryOpen(account: number, maxStreams: number): boolean {
    const buffer = this.ownCounts.buffer as SharedArrayBuffer
    if (4 * (account + 1) > buffer.byteLength) growBuffer(buffer, 4 * (account + 1))
    Atomics.add(this.ownCounts, account, 1)
    if (this.count(account) <= maxStreams) return true
    this.close(account)
    return false
  }

  close(account: number): void {
    Atomics.sub(this.ownCounts, account, 1)
  }

  private count(account: number): number {
    return this.countsByThread.reduce((sum, row) => sum + (account < row.length ? Atomics.load(row, account) : 0), 0)
  }
}

function growBuffer(buffer: SharedArrayBuffer, neededBytes: number): void {
  if (neededBytes > buffer.maxByteLength)
    throw new Error(`too many accounts for the stream counter (${neededBytes} bytes)`)
  buffer.grow(Math.min(buffer.maxByteLength, 2 ** Math.ceil(Math.log2(neededBytes))))
}
