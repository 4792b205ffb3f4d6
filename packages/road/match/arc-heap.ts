/** A binary heap of pending arcs, smallest key first. An arc may occur more than once. */
export class ArcHeap {
  size = 0
  private keys = new Int32Array(256)
  private arcs = new Uint32Array(256)

  /** The smallest key and its arc. The heap must not be empty. */
  get key(): number {
    return this.keys[0]
  }
  get arc(): number {
    return this.arcs[0]
  }

  push(key: number, arc: number): void {
    if (this.size === this.keys.length) this.grow()
    const { keys, arcs } = this
    let index = this.size++
    for (let parent = (index - 1) >> 1; index > 0 && keys[parent] > key; parent = (index - 1) >> 1) {
      keys[index] = keys[parent]
      arcs[index] = arcs[parent]
      index = parent
    }
    keys[index] = key
    arcs[index] = arc
  }

  pop(): void {
    const { keys, arcs } = this
    const size = --this.size
    const key = keys[size]
    const arc = arcs[size]
    let index = 0
    for (let child = 1; child < size; child = 2 * index + 1) {
      if (child + 1 < size && keys[child + 1] < keys[child]) child++
      if (keys[child] >= key) break
      keys[index] = keys[child]
      arcs[index] = arcs[child]
      index = child
    }
    keys[index] = key
    arcs[index] = arc
  }

  private grow(): void {
    const [keys, arcs] = [this.keys, this.arcs]
    this.keys = new Int32Array(2 * keys.length)
    this.arcs = new Uint32Array(2 * arcs.length)
    this.keys.set(keys)
    this.arcs.set(arcs)
  }
}
