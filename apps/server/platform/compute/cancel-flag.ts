/**
 * A flag that one thread sets and others read while they are working. A message would not reach them until they are
 * done.
 */
export class CancelFlag {
  private sharedWord: Int32Array | undefined
  private isSetLocally = false

  constructor(shared?: SharedArrayBuffer) {
    if (shared) this.sharedWord = new Int32Array(shared)
  }

  /** Shared with other threads. Allocated on demand, because most requests need none and allocation takes time. */
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
