/** Assigns IDs to nodes without an ID. The IDs are negative, so they never collide with OSM IDs. */
export class SyntheticIds {
  private last = 0
  next(): number {
    return --this.last
  }
}

const EMPTY_SLOT = -1

/**
 * Assigns one ID to every distinct pair of 32-bit numbers, so that ways that meet share a node. The table uses flat
 * arrays, because a Map would need strings as keys for pairs of numbers. IDs are sequential numbers and not packed
 * coordinates, because two coordinates do not fit into 53 bits. The same file always produces the same IDs.
 */
export class CoordinateIds {
  private readonly ids: SyntheticIds
  private slots = new Int32Array(2048).fill(EMPTY_SLOT)
  private firstCoordinates = new Int32Array(1024)
  private secondCoordinates = new Int32Array(1024)
  private id = new Float64Array(1024)
  size = 0

  constructor(ids: SyntheticIds) {
    this.ids = ids
  }

  /** Returns the ID of the pair and creates the ID if necessary. */
  idOf(first: number, second: number): number {
    const a = first | 0
    const b = second | 0
    const slot = this.slotOf(a, b)
    const slotEntry = this.slots[slot]
    if (slotEntry !== EMPTY_SLOT) return this.id[slotEntry]
    const index = this.size++
    this.firstCoordinates[index] = a
    this.secondCoordinates[index] = b
    this.id[index] = this.ids.next()
    this.slots[slot] = index
    if (this.size === this.id.length) this.grow()
    return this.id[index]
  }

  /** Returns the ID of the pair, or undefined if the pair has no ID. */
  find(first: number, second: number): number | undefined {
    const index = this.slots[this.slotOf(first | 0, second | 0)]
    return index === EMPTY_SLOT ? undefined : this.id[index]
  }

  /** Returns the pair at `index`, in insertion order. `index` must be less than `size`. */
  at(index: number): { id: number; first: number; second: number } {
    return { id: this.id[index], first: this.firstCoordinates[index], second: this.secondCoordinates[index] }
  }

  /** Returns the slot of the pair, or the free slot for a new pair. */
  private slotOf(a: number, b: number): number {
    const { slots, firstCoordinates: first, secondCoordinates: second } = this
    const mask = slots.length - 1
    let slot = hash(a, b) & mask
    for (;;) {
      const index = slots[slot]
      if (index === EMPTY_SLOT || (first[index] === a && second[index] === b)) return slot
      slot = (slot + 1) & mask
    }
  }

  private grow(): void {
    const { size } = this
    const copy = <T extends Int32Array | Float64Array>(smallArray: T, largerArray: T): T => {
      largerArray.set(smallArray)
      return largerArray
    }
    this.firstCoordinates = copy(this.firstCoordinates, new Int32Array(size * 2))
    this.secondCoordinates = copy(this.secondCoordinates, new Int32Array(size * 2))
    this.id = copy(this.id, new Float64Array(size * 2))
    this.slots = new Int32Array(size * 4).fill(EMPTY_SLOT)
    for (let index = 0; index < size; index++)
      this.slots[this.slotOf(this.firstCoordinates[index], this.secondCoordinates[index])] = index
  }
}

/**
 * Hashes a pair of coordinates. Two multiplications spread the few differing low bits of neighboring coordinates over
 * all bits.
 */
function hash(a: number, b: number): number {
  const hashBits = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)
  return Math.imul(hashBits ^ (hashBits >>> 15), 0xc2b2ae35) ^ (hashBits >>> 13)
}
