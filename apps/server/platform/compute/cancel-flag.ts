/** A word that one thread says and others see while they work: a message would wait until they are done. */
export class CancelFlag {
  private word: Int32Array | undefined
  private isSaid = false

  constructor(shared?: SharedArrayBuffer) {
    if (shared) this.word = new Int32Array(shared)
  }

  /** What other threads look at; made when there is one: most requests need none, and to make it takes its time. */
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
