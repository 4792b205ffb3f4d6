/** A multiplier with well-mixed bits: 2^32 divided by the golden ratio (Knuth, TAOCP 6.4). */
const GOLDEN_RATIO_HASH = 0x9e3779b1
const INITIAL_SIZE = 1024

/**
 * A reusable set of numbers up to 2^32 - 2, sized for one path. An array indexed by edge would need no probing, but it
 * would miss the CPU cache at every step.
 */
export class NumberSet {
  /**
   * Open-addressing table that stores each number plus one; 0 marks a free slot. At least half of the slots are always
   * free.
   */
  private table = new Uint32Array(INITIAL_SIZE)
  private shift = 32 - Math.log2(INITIAL_SIZE)
  private count = 0

  clear(): void {
    this.table.fill(0)
    this.count = 0
  }

  has(number: number): boolean {
    return this.table[this.find(number)] !== 0
  }

  /** Adds a number and returns false if the set already contains it. */
  add(number: number): boolean {
    const slot = this.find(number)
    if (this.table[slot] !== 0) return false
    this.table[slot] = number + 1
    if (++this.count * 2 > this.table.length) this.grow()
    return true
  }

  private find(number: number): number {
    const table = this.table
    let slot = Math.imul(number, GOLDEN_RATIO_HASH) >>> this.shift
    while (table[slot] !== 0 && table[slot] !== number + 1) slot = (slot + 1) & (table.length - 1)
    return slot
  }

  private grow(): void {
    const oldTable = this.table
    this.table = new Uint32Array(2 * oldTable.length)
    this.shift--
    for (const entry of oldTable) if (entry !== 0) this.table[this.find(entry - 1)] = entry
  }
}
