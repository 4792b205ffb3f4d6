const FIELDS_PER_CHANGE = 3

/** A growing stack of changes. Each change consists of three numbers. */
export class ChangeJournal {
  private buffer = new Int32Array(FIELDS_PER_CHANGE * 1024)
  private length = 0

  /** End of the journal. Pass it to undo only later changes. */
  get mark(): number {
    return this.length
  }

  clear(): void {
    this.length = 0
  }

  push(kind: number, operandA: number, operandB: number): void {
    if (this.length === this.buffer.length) this.grow()
    this.buffer[this.length] = kind
    this.buffer[this.length + 1] = operandA
    this.buffer[this.length + 2] = operandB
    this.length += FIELDS_PER_CHANGE
  }

  /** Removes the last change and returns the index of its first field in `entries`. */
  pop(): number {
    this.length -= FIELDS_PER_CHANGE
    return this.length
  }

  get entries(): Int32Array {
    return this.buffer
  }

  private grow(): void {
    const largerBuffer = new Int32Array(this.buffer.length * 2)
    largerBuffer.set(this.buffer)
    this.buffer = largerBuffer
  }
}
