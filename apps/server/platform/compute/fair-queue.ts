/** A queue in which owners take turns: an owner with many items waits behind the first items of all others. */
export class FairQueue<T> {
  private readonly queues = new Map<string, T[]>()
  private itemCount = 0

  get size(): number {
    return this.itemCount
  }

  /** Sums over all items, or over those of one owner. */
  sumWeights(getWeight: (item: T) => number, owner?: string): number {
    const queues = owner === undefined ? [...this.queues.values()] : [this.queues.get(owner) ?? []]
    let sum = 0
    for (const queue of queues) for (const item of queue) sum += getWeight(item)
    return sum
  }

  push(owner: string, item: T): void {
    const queue = this.queues.get(owner)
    if (queue) queue.push(item)
    else this.queues.set(owner, [item])
    this.itemCount++
  }

  shift(): T | undefined {
    const next = this.queues.entries().next().value
    if (!next) return undefined
    const [owner, queue] = next
    const item = queue.shift()
    this.queues.delete(owner)
    // The owner moves behind all others in the queue.
    if (queue.length > 0) this.queues.set(owner, queue)
    this.itemCount--
    return item
  }

  /** Removes items that are no longer wanted. */
  removeWhere(isUnwanted: (item: T) => boolean): T[] {
    const removedItems: T[] = []
    for (const [owner, queue] of this.queues) {
      const remaining = queue.filter((item) => !isUnwanted(item) || !removedItems.push(item))
      if (remaining.length > 0) this.queues.set(owner, remaining)
      else this.queues.delete(owner)
    }
    this.itemCount -= removedItems.length
    return removedItems
  }
}
