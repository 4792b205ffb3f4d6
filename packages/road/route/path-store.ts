/** Length of a chunk, which has room for about sixty paths within a town. */
const CHUNK_LENGTH = 16 * 1024

/**
 * Stores copies of many paths in shared chunks of memory. Every typed array is outside the heap, where allocating and
 * freeing memory takes longer than copying a path. A chunk stays in memory as long as any of its paths is referenced.
 */
export class PathStore {
  private chunk = new Uint32Array(CHUNK_LENGTH)
  private usedLength = 0

  /** Copies the values from `begin` to `end - 1`. */
  copyPath(path: Uint32Array, begin: number, end: number): Uint32Array {
    const length = end - begin
    if (this.usedLength + length > this.chunk.length) {
      this.chunk = new Uint32Array(Math.max(CHUNK_LENGTH, length))
      this.usedLength = 0
    }
    const memory = this.chunk
    const first = this.usedLength
    for (let i = 0; i < length; i++) memory[first + i] = path[begin + i]
    this.usedLength = first + length
    return memory.subarray(first, this.usedLength)
  }
}
