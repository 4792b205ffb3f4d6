/** A multiplier whose bits look like chance: 2^32 divided by the golden ratio (Knuth, TAOCP 6.4). */
const GOLDEN = 0x9e3779b1
const FIRST_SIZE = 1024

/**
 * A set of numbers up to 2^32 - 2 for the length of a path, used again and again. An array with a place for each edge of
 * the map would do the same without a search, but with a wait for memory at every step; this one is always near.
 */
export class NumberSet {
  /** Each number plus one at the first free place from where its bits point; 0 is free. At least half of it always is. */
  #table = new Uint32Array(FIRST_SIZE)
  #shift = 32 - Math.log2(FIRST_SIZE)
  #count = 0

  clear(): void {
    this.#table.fill(0)
    this.#count = 0
  }

  has(number: number): boolean {
    return this.#table[this.#find(number)] !== 0
  }

  /** False when it was there already. */
  add(number: number): boolean {
    const place = this.#find(number)
    if (this.#table[place] !== 0) return false
    this.#table[place] = number + 1
    if (++this.#count * 2 > this.#table.length) this.#grow()
    return true
  }

  #find(number: number): number {
    const table = this.#table
    let place = Math.imul(number, GOLDEN) >>> this.#shift
    while (table[place] !== 0 && table[place] !== number + 1) place = (place + 1) & (table.length - 1)
    return place
  }

  #grow(): void {
    const before = this.#table
    this.#table = new Uint32Array(2 * before.length)
    this.#shift--
    for (const entry of before) if (entry !== 0) this.#table[this.#find(entry - 1)] = entry
  }
}
