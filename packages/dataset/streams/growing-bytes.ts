/** A byte queue. Bytes are appended at the end and dropped from the front. The data is moved as rarely as possible. */
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

  /** Returns a view that becomes invalid with the next change. */
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

  private makeRoom(extraBytes: number): void {
    const { length } = this
    // Reserve twice the needed size, because moving the data for every small chunk would take quadratic time.
    const isEnough = (length + extraBytes) * 2 <= this.buffer.length
    const target = isEnough ? this.buffer : Buffer.alloc((length + extraBytes) * 2)
    this.buffer.copy(target, 0, this.begin, this.end)
    this.buffer = target
    this.begin = 0
    this.end = length
  }
}
