/** A growing 4-ary priority queue of numbers. It has fewer cache misses than a binary heap. */
export class MinHeap {
  private keys = new Float64Array(1024)
  private items = new Int32Array(1024)
  private count = 0

  get size(): number {
    return this.count
  }

  clear(): void {
    this.count = 0
  }

  push(key: number, item: number): void {
    if (this.count === this.keys.length) this.grow()
    const keys = this.keys
    const items = this.items
    let index = this.count++
    while (index > 0) {
      const parent = (index - 1) >> 2
      if (keys[parent] <= key) break
      keys[index] = keys[parent]
      items[index] = items[parent]
      index = parent
    }
    keys[index] = key
    items[index] = item
  }

  get lowestKey(): number {
    return this.keys[0]
  }

  /** Removes and returns the item with the lowest key. The heap must not be empty. */
  pop(): number {
    const keys = this.keys
    const items = this.items
    const top = items[0]
    const size = --this.count
    const key = keys[size]
    const item = items[size]
    let index = 0
    for (;;) {
      const first = 4 * index + 1
      if (first >= size) break
      let smallestChild = first
      const end = Math.min(first + 4, size)
      for (let child = first + 1; child < end; child++) if (keys[child] < keys[smallestChild]) smallestChild = child
      if (keys[smallestChild] >= key) break
      keys[index] = keys[smallestChild]
      items[index] = items[smallestChild]
      index = smallestChild
    }
    keys[index] = key
    items[index] = item
    return top
  }

  private grow(): void {
    const keys = new Float64Array(this.keys.length * 2)
    keys.set(this.keys)
    const items = new Int32Array(this.items.length * 2)
    items.set(this.items)
    this.keys = keys
    this.items = items
  }
}
