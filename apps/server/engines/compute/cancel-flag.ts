/** A word that one thread says and others see while they work: a message would wait until they are done. */
export class CancelFlag {
  readonly shared: SharedArrayBuffer
  private readonly word: Int32Array

  constructor(shared = new SharedArrayBuffer(4)) {
    this.shared = shared
    this.word = new Int32Array(shared)
  }

  cancel(): void {
    Atomics.store(this.word, 0, 1)
  }

  get isCancelled(): boolean {
    return Atomics.load(this.word, 0) === 1
  }
}
