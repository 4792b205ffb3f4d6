/** Some sixty paths of a town. */
const CHUNK = 16 * 1024

/**
 * Keeps copies of paths, many of them in one piece of memory: every piece lies outside the heap, where to get and to
 * return it takes longer than to copy a path into it. A piece lives as long as somebody has one of its paths.
 */
export class PathStore {
  #memory = new Uint32Array(CHUNK)
  #used = 0

  /** A copy of the numbers from `begin` up to `end`. */
  keep(path: Uint32Array, begin: number, end: number): Uint32Array {
    const length = end - begin
    if (this.#used + length > this.#memory.length) {
      this.#memory = new Uint32Array(Math.max(CHUNK, length))
      this.#used = 0
    }
    const memory = this.#memory
    const first = this.#used
    for (let i = 0; i < length; i++) memory[first + i] = path[begin + i]
    this.#used = first + length
    return memory.subarray(first, this.#used)
  }
}
