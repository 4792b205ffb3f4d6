/** A flag that one thread sets and others read while they work. A message would wait until they are done. */
export class CancelFlag {
  private word: Int32Array | undefined
  private isSaid = false

  constructor(shared?: SharedArrayBuffer) {
    if (shared) this.word = new Int32Array(shared)
  }

  /** Shared with other threads. Allocated on demand, because most requests need none and allocation takes time. */
  get shared(): SharedArrayBuffer {
    this.word ??= new Int32Array(new SharedArrayBuffer(4))
    if (this.isSaid) Atomics.store(this.word, 0, 1)
    return this.word.buffer as SharedArrayBuffer
  }

  cancel(): void {
    this.isSaid = true
    if (this.word) Atomics.store(this.word, 0, 1)
  }

  get isCancelled(): boolean {
    return this.isSaid || (this.word !== undefined && Atomics.load(this.word, 0) === 1)
  }
}
