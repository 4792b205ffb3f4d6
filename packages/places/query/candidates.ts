/** A set of entries that is emptied by looking only at what is in it. */
export class Candidates {
  private readonly seen: Uint8Array
  private readonly list: Uint32Array
  private count = 0
  private room: number

  constructor(entryCount: number, capacity: number) {
    this.seen = new Uint8Array(entryCount)
    this.list = new Uint32Array(capacity)
    this.room = capacity
  }

  /** Fewer than fit, from now on. */
  limitTo(room: number): void {
    this.room = Math.min(room, this.list.length)
  }

  /** What does not fit any more is left out: what is added first matters most. */
  add(entry: number): void {
    if (this.seen[entry] === 1 || this.count >= this.room) return
    this.seen[entry] = 1
    this.list[this.count++] = entry
  }

  get entries(): Uint32Array {
    return this.list.subarray(0, this.count)
  }

  get size(): number {
    return this.count
  }

  clear(): void {
    for (const entry of this.entries) this.seen[entry] = 0
    this.count = 0
  }
}
