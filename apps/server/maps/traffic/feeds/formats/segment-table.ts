import { defaultFeedLimits, type FeedLimits, type SegmentSpeeds } from '../feed-content.ts'
import { FeedError } from '../feed-failure.ts'

const EMPTY_SLOT = -1

/**
 * Segment speeds without duplicates, where a later speed replaces an earlier one. The hash table uses flat arrays,
 * because a Map would need a string key for two ids.
 */
export class SegmentTable {
  /** Alternating segment indexes and hashes, so that a lookup rarely reads the ids from another array. */
  private slots = new Int32Array(8192).fill(EMPTY_SLOT)
  private fromNode = new Float64Array(2048)
  private toNode = new Float64Array(2048)
  private kmh = new Float32Array(2048)
  private readonly maxSegments: number
  size = 0

  constructor({ segments }: FeedLimits = defaultFeedLimits) {
    this.maxSegments = segments
  }

  set(from: number, to: number, kmh: number): void {
    const key = hash(from, to)
    const slot = this.findSlot(key, from, to)
    const slotValue = this.slots[slot] ?? EMPTY_SLOT
    if (slotValue !== EMPTY_SLOT) {
      this.kmh[slotValue] = kmh
      return
    }
    if (this.size === this.maxSegments)
      throw new FeedError({ kind: 'too-much-content', of: 'segments', max: this.maxSegments })
    const index = this.size++
    this.slots[slot] = index
    this.slots[slot + 1] = key
    this.fromNode[index] = from
    this.toNode[index] = to
    this.kmh[index] = kmh
    if (this.size === this.kmh.length) this.grow()
  }

  toSpeeds(): SegmentSpeeds {
    const { size } = this
    return {
      fromNode: this.fromNode.slice(0, size),
      toNode: this.toNode.slice(0, size),
      kmh: this.kmh.slice(0, size),
    }
  }

  /** Returns the slot of the segment, or the free slot for it. */
  private findSlot(key: number, from: number, to: number): number {
    const { slots, fromNode, toNode } = this
    const mask = slots.length - 1
    for (let slot = (key << 1) & mask; ; slot = (slot + 2) & mask) {
      const index = slots[slot] ?? EMPTY_SLOT
      if (index === EMPTY_SLOT) return slot
      if (slots[slot + 1] === key && fromNode[index] === from && toNode[index] === to) return slot
    }
  }

  /** Doubles the number of slots. At least twice as many slots as segments keep lookups short. */
  private grow(): void {
    const newLength = this.size * 2
    this.fromNode = copyInto(new Float64Array(newLength), this.fromNode)
    this.toNode = copyInto(new Float64Array(newLength), this.toNode)
    this.kmh = copyInto(new Float32Array(newLength), this.kmh)
    const oldSlots = this.slots
    const slots = new Int32Array(newLength * 4).fill(EMPTY_SLOT)
    const mask = slots.length - 1
    for (let oldSlot = 0; oldSlot < oldSlots.length; oldSlot += 2) {
      const index = oldSlots[oldSlot] ?? EMPTY_SLOT
      if (index === EMPTY_SLOT) continue
      const key = oldSlots[oldSlot + 1] ?? 0
      let slot = (key << 1) & mask
      while (slots[slot] !== EMPTY_SLOT) slot = (slot + 2) & mask
      slots[slot] = index
      slots[slot + 1] = key
    }
    this.slots = slots
  }
}

function copyInto<T extends Float64Array | Float32Array>(target: T, source: T): T {
  target.set(source)
  return target
}

const HIGH_WORD = 2 ** -32

/** Hashes all 53 bits of both ids. Otherwise, ids that differ only above 2^32 would collide. */
function hash(from: number, to: number): number {
  let hashBits = Math.imul(from | 0, 0x9e3779b1) ^ Math.imul((from * HIGH_WORD) | 0, 0x27d4eb2f)
  hashBits =
    Math.imul(hashBits ^ (hashBits >>> 15) ^ (to | 0), 0x85ebca6b) ^ Math.imul((to * HIGH_WORD) | 0, 0x165667b1)
  hashBits = Math.imul(hashBits ^ (hashBits >>> 13), 0xc2b2ae35)
  return hashBits ^ (hashBits >>> 16)
}
