interface QueueItem<T> {
  readonly key: number
  readonly id: number
  readonly value: T | undefined
}

/**
 * A binary heap with the smallest key first. Boxes come before points with the same key, and points are ordered by
 * number.
 */
export class MinQueue<T> {
  private readonly items: QueueItem<T>[] = []

  get size(): number {
    return this.items.length
  }

  add(key: number, id: number, value?: T): void {
    const { items } = this
    const item = { key, id, value }
    let position = items.length
    items.push(item)
    while (position > 0) {
      const parent = (position - 1) >> 1
      if (!isBefore(item, items[parent])) break
      items[position] = items[parent]
      position = parent
    }
    items[position] = item
  }

  pop(): QueueItem<T> {
    const { items } = this
    const [first] = items
    const last = items.pop()
    if (first === undefined || last === undefined) throw new Error('the queue is empty')
    if (items.length === 0) return first
    let position = 0
    for (;;) {
      let child = 2 * position + 1
      if (child >= items.length) break
      if (child + 1 < items.length && isBefore(items[child + 1], items[child])) child++
      if (!isBefore(items[child], last)) break
      items[position] = items[child]
      position = child
    }
    items[position] = last
    return first
  }
}

function isBefore<T>(a: QueueItem<T>, b: QueueItem<T>): boolean {
  return a.key < b.key || (a.key === b.key && a.id < b.id)
}
