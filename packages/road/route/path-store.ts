/** Room for about sixty paths within a town. */
const CHUNK = 16 * 1024

/**
 * Stores copies of many paths in shared chunks of memory. Every typed array lives outside the heap, where allocating
 * and freeing takes longer than copying a path. A chunk stays alive as long as one of its paths is referenced.
 */
export class PathStore {
  private memory = new Uint32Array(CHUNK)
  private used = 0

  /** Copies the values from `begin` up to `end`. */
  keep(path: Uint32Array, begin: number, end: number): Uint32Array {
    const length = end - begin
    if (this.used + length > this.memory.length) {
      this.memory = new Uint32Array(Math.max(CHUNK, length))
      this.used = 0
    }
    const memory = this.memory
    const first = this.used
    for (let i = 0; i < length; i++) memory[first + i] = path[begin + i]
    this.used = first + length
    return memory.subarray(first, this.used)
  }
}
