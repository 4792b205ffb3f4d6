interface Item<T> {
  readonly key: number
  readonly id: number
  readonly value: T | undefined
}

/** A binary heap, smallest key first. Boxes come before points of the same key; points are ordered by number. */
export class MinQueue<T> {
  private readonly items: Item<T>[] = []

  get size(): number {
    return this.items.length
  }

  add(key: number, id: number, value?: T): void {
    const { items } = this
    const item = { key, id, value }
    let place = items.length
    items.push(item)
    while (place > 0) {
      const above = (place - 1) >> 1
      if (!comesFirst(item, items[above])) break
      items[place] = items[above]
      place = above
    }
    items[place] = item
  }

  take(): Item<T> {
    const { items } = this
    const [first] = items
    const last = items.pop()
    if (first === undefined || last === undefined) throw new Error('the queue is empty')
    if (items.length === 0) return first
    let place = 0
    for (;;) {
      let below = 2 * place + 1
      if (below >= items.length) break
      if (below + 1 < items.length && comesFirst(items[below + 1], items[below])) below++
      if (!comesFirst(items[below], last)) break
      items[place] = items[below]
      place = below
    }
    items[place] = last
    return first
  }
}

function comesFirst<T>(a: Item<T>, b: Item<T>): boolean {
  return a.key < b.key || (a.key === b.key && a.id < b.id)
}
