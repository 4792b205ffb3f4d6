/**
 * Memory shared by all HTTP threads: one row of counts per thread, written only by that thread. Plain data for
 * messages.
 */
export interface StreamCounts {
  readonly rows: readonly SharedArrayBuffer[]
}

/** Reserved address space; memory is committed as account numbers grow. */
const MAX_ACCOUNTS = 1 << 24
const FIRST_ACCOUNTS = 1 << 10

export function createStreamCounts(threads: number): StreamCounts {
  const row = () => new SharedArrayBuffer(4 * FIRST_ACCOUNTS, { maxByteLength: 4 * MAX_ACCOUNTS })
  return { rows: Array.from({ length: threads }, row) }
}

/** Counts open streams per account on this server, across all threads. */
export class OpenStreams {
  private readonly rows: readonly Int32Array[]
  private readonly own: Int32Array

  constructor({ rows }: StreamCounts, ownIndex: number) {
    // Length-tracking arrays grow with their buffer.
    this.rows = rows.map((row) => new Int32Array(row))
    const own = this.rows[ownIndex]
    if (!own) throw new Error(`there is no row ${ownIndex} among ${rows.length}`)
    this.own = own
    // A thread that replaces a failed one starts at zero because the old streams are closed.
    own.fill(0)
  }

  /** Returns false if the account has reached its maximum. Simultaneous requests may all be rejected. */
  open(account: number, most: number): boolean {
    const buffer = this.own.buffer as SharedArrayBuffer
    if (4 * (account + 1) > buffer.byteLength) grow(buffer, 4 * (account + 1))
    Atomics.add(this.own, account, 1)
    if (this.count(account) <= most) return true
    this.close(account)
    return false
  }

  close(account: number): void {
    Atomics.sub(this.own, account, 1)
  }

  private count(account: number): number {
    return this.rows.reduce((sum, row) => sum + (account < row.length ? Atomics.load(row, account) : 0), 0)
  }
}

function grow(buffer: SharedArrayBuffer, needed: number): void {
  if (needed > buffer.maxByteLength) throw new Error(`too many accounts for the stream counter (${needed} bytes)`)
  buffer.grow(Math.min(buffer.maxByteLength, 2 ** Math.ceil(Math.log2(needed))))
}
