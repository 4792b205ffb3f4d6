/** Allocates consecutive offsets in a memory, aligned to cache lines. */
export class MemoryOffsets {
  end: number

  constructor(begin: number) {
    this.end = alignUp(begin)
  }

  take(bytes: number): number {
    const begin = this.end
    this.end = alignUp(begin + bytes)
    return begin
  }
}

function alignUp(address: number): number {
  return Math.ceil(address / 64) * 64
}
