/** Number arrays that grow as values are added. */

export class Float64Builder {
  private values = new Float64Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.values.length) this.values = copyInto(this.values, new Float64Array(this.length * 2))
    this.values[this.length++] = value
  }
  finish(): Float64Array<ArrayBuffer> {
    return this.values.slice(0, this.length)
  }
}

export class Uint32Builder {
  private values = new Uint32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.values.length) this.values = copyInto(this.values, new Uint32Array(this.length * 2))
    this.values[this.length++] = value
  }
  finish(): Uint32Array<ArrayBuffer> {
    return this.values.slice(0, this.length)
  }
  /** Returns the values with their bits interpreted as signed integers. */
  finishSigned(): Int32Array<ArrayBuffer> {
    return new Int32Array(this.finish().buffer)
  }
}

function copyInto<T extends { set(from: T): void }>(smallArray: T, largerArray: T): T {
  largerArray.set(smallArray)
  return largerArray
}
