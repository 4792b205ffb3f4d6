/** Bytes that are appended at the end and dropped at the front, in a buffer that moves as seldom as it can. */
export class GrowingBytes {
  private buffer: Buffer = Buffer.alloc(64 * 1024)
  private begin = 0
  private end = 0

  get length(): number {
    return this.end - this.begin
  }

  at(index: number): number {
    return this.buffer[this.begin + index] ?? 0
  }

  /** A view that the next change makes invalid. */
  view(start = 0, end = this.length): Buffer {
    return this.buffer.subarray(this.begin + start, this.begin + end)
  }

  append(chunk: Uint8Array): void {
    if (this.end + chunk.length > this.buffer.length) this.makeRoom(chunk.length)
    this.buffer.set(chunk, this.end)
    this.end += chunk.length
  }

  drop(count: number): void {
    this.begin += count
  }

  private makeRoom(more: number): void {
    const { length } = this
    // Twice what is needed: moving a little at every small chunk would take forever.
    const isEnough = (length + more) * 2 <= this.buffer.length
    const target = isEnough ? this.buffer : Buffer.alloc((length + more) * 2)
    this.buffer.copy(target, 0, this.begin, this.end)
    this.buffer = target
    this.begin = 0
    this.end = length
  }
}
