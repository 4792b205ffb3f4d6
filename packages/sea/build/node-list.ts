/** Nodes in arrays that grow on demand. */
export class NodeList {
  latitude = new Int32Array(1 << 16)
  longitude = new Int32Array(1 << 16)
  size = new Uint8Array(1 << 16)
  count = 0

  add(latitude: number, longitude: number, size: number): number {
    if (this.count === this.size.length) this.grow()
    this.latitude[this.count] = Math.round(latitude * 1e6)
    this.longitude[this.count] = Math.round(longitude * 1e6)
    this.size[this.count] = size
    return this.count++
  }

  private grow(): void {
    const copyGrown = <T extends Int32Array | Uint8Array>(array: T, largerArray: T): T => {
      largerArray.set(array)
      return largerArray
    }
    this.latitude = copyGrown(this.latitude, new Int32Array(this.count * 2))
    this.longitude = copyGrown(this.longitude, new Int32Array(this.count * 2))
    this.size = copyGrown(this.size, new Uint8Array(this.count * 2))
  }
}

/** Pairs of nodes and their costs, in arrays that grow on demand. */
export class LinkList {
  from = new Uint32Array(1 << 20)
  to = new Uint32Array(1 << 20)
  count = 0

  add(from: number, to: number): void {
    if (this.count === this.from.length) {
      const { from: oldFrom, to: beforeTo } = this
      this.from = new Uint32Array(this.count * 2)
      this.to = new Uint32Array(this.count * 2)
      this.from.set(oldFrom)
      this.to.set(beforeTo)
    }
    this.from[this.count] = from
    this.to[this.count++] = to
  }
}
