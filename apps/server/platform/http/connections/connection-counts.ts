/**
 * Memory that all HTTP threads share, with one row of counts per thread. Each thread writes only its own row. The
 * object contains plain data, so that it can be sent in messages.
 */
export interface SharedConnectionCounts {
  readonly countsByThread: readonly SharedArrayBuffer[]
}

export interface ConnectionLimits {
  /** Maximum number of open connections to this server. */
  readonly maxTotal: number
  /** Maximum number of open connections from one IPv4 address or IPv6 /64 network. */
  readonly maxPerAddress: number
}

/** Number of slots per hash table. A row contains the total, followed by two hash tables of counts per address. */
const SLOT_COUNT = 1 << 14
const HASH_SEEDS = [0x811c9dc5, 0x5bd1e995] as const
const TOTAL_SLOT = 0

export function createConnectionCounts(threads: number): SharedConnectionCounts {
  const createRow = () => new SharedArrayBuffer(4 * (1 + HASH_SEEDS.length * SLOT_COUNT))
  return { countsByThread: Array.from({ length: threads }, createRow) }
}

/**
 * Counts open connections across all threads. Each address has one slot in each of two hash tables, and the smaller
 * count applies. Two addresses rarely share both slots, so a count is rarely too high and never too low.
 */
export class ConnectionCounter {
  private readonly countsByThread: readonly Int32Array[]
  private readonly ownCounts: Int32Array
  readonly limits: ConnectionLimits

  constructor({ countsByThread }: SharedConnectionCounts, threadIndex: number, limits: ConnectionLimits) {
    this.countsByThread = countsByThread.map((row) => new Int32Array(row))
    const ownCounts = this.countsByThread[threadIndex]
    if (!ownCounts) throw new Error(`thread ${threadIndex} has no row of ${countsByThread.length}`)
    this.ownCounts = ownCounts
    this.limits = limits
    // A thread that replaces a failed thread starts at zero, because the old connections are closed.
    ownCounts.fill(0)
  }

  /**
   * Counts a connection, or returns the limit that the connection would exceed. Without an address, only the total is
   * checked.
   */
  tryOpen(address: string | undefined): 'total' | 'address' | undefined {
    this.add(address, 1)
    const exceededLimit = this.findExceeded(address)
    if (exceededLimit) this.add(address, -1)
    return exceededLimit
  }

  close(address: string | undefined): void {
    this.add(address, -1)
  }

  private findExceeded(address: string | undefined): 'total' | 'address' | undefined {
    const { maxTotal, maxPerAddress } = this.limits
    if (address !== undefined && Math.min(...toSlots(address).map((slot) => this.sum(slot))) > maxPerAddress) {
      return 'address'
    }
    return this.sum(TOTAL_SLOT) > maxTotal ? 'total' : undefined
  }

  private add(address: string | undefined, difference: number): void {
    Atomics.add(this.ownCounts, TOTAL_SLOT, difference)
    if (address === undefined) return
    for (const slot of toSlots(address)) Atomics.add(this.ownCounts, slot, difference)
  }

  private sum(slot: number): number {
    return this.countsByThread.reduce((sum, row) => sum + Atomics.load(row, slot), 0)
  }
}

function toSlots(address: string): number[] {
  return HASH_SEEDS.map((seed, table) => 1 + table * SLOT_COUNT + (hash(address, seed) % SLOT_COUNT))
}

/** Returns the FNV-1a hash with a final mix. */
function hash(text: string, seed: number): number {
  let value = seed
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value ^= value >>> 15
  return Math.imul(value, 0x2c1b3c6d) >>> 0
}
