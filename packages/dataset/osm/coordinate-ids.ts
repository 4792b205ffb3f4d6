/** Hands out ids for nodes that have none. They are negative: no OSM id is, so none can be mistaken for one. */
export class SyntheticIds {
  private last = 0
  next(): number {
    return --this.last
  }
}

const EMPTY = -1

/**
 * Gives every distinct pair of 32-bit numbers one id, so that ways that meet in a place share a node. A hash table in
 * flat arrays: a Map would need a key that holds 64 bits, and those are strings. Numbered in order of appearance, since
 * two coordinates do not fit the 53 bits of an id; the same file gives the same ids.
 */
export class CoordinateIds {
  private readonly ids: SyntheticIds
  private slots = new Int32Array(2048).fill(EMPTY)
  private first = new Int32Array(1024)
  private second = new Int32Array(1024)
  private id = new Float64Array(1024)
  size = 0

  constructor(ids: SyntheticIds) {
    this.ids = ids
  }

  /** The id of the pair, which is new when the pair is. */
  idOf(first: number, second: number): number {
    const a = first | 0
    const b = second | 0
    const slot = this.slotOf(a, b)
    const known = this.slots[slot]
    if (known !== EMPTY) return this.id[known]
    const index = this.size++
    this.first[index] = a
    this.second[index] = b
    this.id[index] = this.ids.next()
    this.slots[slot] = index
    if (this.size === this.id.length) this.grow()
    return this.id[index]
  }

  /** The id of the pair if it has one. */
  find(first: number, second: number): number | undefined {
    const index = this.slots[this.slotOf(first | 0, second | 0)]
    return index === EMPTY ? undefined : this.id[index]
  }

  /** The pairs in the order in which they came, `index` below `size`. */
  at(index: number): { id: number; first: number; second: number } {
    return { id: this.id[index], first: this.first[index], second: this.second[index] }
  }

  /** Where the pair is, or where it would go. */
  private slotOf(a: number, b: number): number {
    const { slots, first, second } = this
    const mask = slots.length - 1
    let slot = hash(a, b) & mask
    for (;;) {
      const index = slots[slot]
      if (index === EMPTY || (first[index] === a && second[index] === b)) return slot
      slot = (slot + 1) & mask
    }
  }

  private grow(): void {
    const { size } = this
    const copy = <T extends Int32Array | Float64Array>(small: T, large: T): T => {
      large.set(small)
      return large
    }
    this.first = copy(this.first, new Int32Array(size * 2))
    this.second = copy(this.second, new Int32Array(size * 2))
    this.id = copy(this.id, new Float64Array(size * 2))
    this.slots = new Int32Array(size * 4).fill(EMPTY)
    for (let index = 0; index < size; index++) this.slots[this.slotOf(this.first[index], this.second[index])] = index
  }
}

/** Neighbouring coordinates differ in few low bits; two multiplications spread them over all. */
function hash(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) ^ (mixed >>> 13)
}
