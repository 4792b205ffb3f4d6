/**
 * Flag that one thread sets and others poll while they work. A busy thread would receive a message only after its work
 * is done.
 */
export class CancelFlag {
  private sharedWord: Int32Array | undefined
  private isSetLocally = false

  constructor(sharedBuffer?: SharedArrayBuffer) {
    if (sharedBuffer) this.sharedWord = new Int32Array(sharedBuffer)
  }

  /** Shared memory of the flag, allocated on demand. Allocation takes time, and most requests do not need a flag. */
  get shared(): SharedArrayBuffer {
    this.sharedWord ??= new Int32Array(new SharedArrayBuffer(4))
    if (this.isSetLocally) Atomics.store(this.sharedWord, 0, 1)
    return this.sharedWord.buffer as SharedArrayBuffer
  }

  cancel(): void {
    this.isSetLocally = true
    if (this.sharedWord) Atomics.store(this.sharedWord, 0, 1)
  }

  get isCancelled(): boolean {
    return this.isSetLocally || (this.sharedWord !== undefined && Atomics.load(this.sharedWord, 0) === 1)
  }
}
