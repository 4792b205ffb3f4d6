/** A set of entries that can be cleared in time proportional to its size. */
export class CandidateSet {
  private readonly seenEntries: Uint8Array
  private readonly entryList: Uint32Array
  private count = 0
  private capacity: number

  constructor(entryCount: number, capacity: number) {
    this.seenEntries = new Uint8Array(entryCount)
    this.entryList = new Uint32Array(capacity)
    this.capacity = capacity
  }

  /** Lowers the capacity. */
  setCapacity(capacity: number): void {
    this.capacity = Math.min(capacity, this.entryList.length)
  }

  /** Adds an entry unless the capacity is reached. Callers add the most important entries first. */
  add(entry: number): void {
    if (this.seenEntries[entry] === 1 || this.count >= this.capacity) return
    this.seenEntries[entry] = 1
    this.entryList[this.count++] = entry
  }

  get entries(): Uint32Array {
    return this.entryList.subarray(0, this.count)
  }

  get size(): number {
    return this.count
  }

  clear(): void {
    for (const entry of this.entries) this.seenEntries[entry] = 0
    this.count = 0
  }
}
