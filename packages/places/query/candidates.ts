/** A set of entries that can be cleared in time proportional to its size. */
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

  /** Lowers the capacity from now on. */
  limitTo(room: number): void {
    this.room = Math.min(room, this.list.length)
  }

  /** Ignores entries beyond the capacity. Callers add the most important entries first. */
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
