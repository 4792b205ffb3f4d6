import type { TaskOwner } from './task.ts'

interface OwnerQueue<T> {
  weight: number
  readonly items: T[]
  /** Used thread time divided by the weight. The owner with the smallest value runs next. */
  virtualTime: number
  running: number
}

/**
 * Queue that shares thread time between owners in proportion to their weights. The queue uses start-time fair queueing
 * (Goyal, Vin and Cheng 1996) with the measured time as the cost. An idle owner restarts at the current virtual time,
 * so that it neither accumulates nor loses time.
 */
export class FairQueue<T> {
  private readonly owners = new Map<string, OwnerQueue<T>>()
  private virtualTime = 0
  private itemCount = 0

  get size(): number {
    return this.itemCount
  }

  /** Returns the total weight of all items, or of the items of one owner. */
  sumWeights(getWeight: (item: T) => number, ownerId?: string): number {
    const queues = ownerId === undefined ? this.owners.values() : [this.owners.get(ownerId)]
    let sum = 0
    for (const queue of queues) for (const item of queue?.items ?? []) sum += getWeight(item)
    return sum
  }

  push({ id, weight }: Pick<TaskOwner, 'id' | 'weight'>, item: T): void {
    const queue = this.owners.get(id) ?? { weight, items: [], virtualTime: this.virtualTime, running: 0 }
    // The weight may have changed since the last task.
    queue.weight = weight
    if (queue.items.length === 0) {
      queue.virtualTime = Math.max(queue.virtualTime, this.virtualTime)
      // Among owners with the same virtual time, the owner that has waited longest runs first.
      this.owners.delete(id)
    }
    this.owners.set(id, queue)
    queue.items.push(item)
    this.itemCount++
  }

  /** Returns the next item. Call `settle` with the same expected time when the item has finished. */
  shift(getExpectedMs: (item: T) => number): T | undefined {
    let next: OwnerQueue<T> | undefined
    for (const queue of this.owners.values())
      if (queue.items.length > 0 && !(next && next.virtualTime <= queue.virtualTime)) next = queue
    const item = next?.items.shift()
    if (!next || item === undefined) return undefined
    this.itemCount--
    next.running++
    this.virtualTime = Math.max(this.virtualTime, next.virtualTime)
    next.virtualTime += getExpectedMs(item) / next.weight
    return item
  }

  /** Replaces the expected time of a finished item with its actual time. */
  settle(ownerId: string, expectedMs: number, usedMs: number): void {
    const queue = this.owners.get(ownerId)
    if (!queue) return
    queue.running--
    queue.virtualTime += (usedMs - expectedMs) / queue.weight
    this.forgetIdleOwners()
  }

  /** Removes and returns the items that are no longer needed. */
  removeWhere(isUnwanted: (item: T) => boolean): T[] {
    const removedItems: T[] = []
    for (const queue of this.owners.values()) {
      const remainingItems = queue.items.filter((item) => !isUnwanted(item) || !removedItems.push(item))
      if (remainingItems.length < queue.items.length) queue.items.splice(0, queue.items.length, ...remainingItems)
    }
    this.itemCount -= removedItems.length
    return removedItems
  }

  /** Removes the last item of the owner with the largest total weight if the total exceeds the limit. */
  removeFromLargest(getWeight: (item: T) => number, limit: number): T | undefined {
    let largestSum = limit
    let largestQueue: OwnerQueue<T> | undefined
    for (const queue of this.owners.values()) {
      const sum = queue.items.reduce((total, item) => total + getWeight(item), 0)
      if (sum > largestSum) [largestSum, largestQueue] = [sum, queue]
    }
    const item = largestQueue?.items.pop()
    if (item !== undefined) this.itemCount--
    return item
  }

  /**
   * Removes idle owners unless they have used more than their share. All owners are removed if no task is waiting or
   * running.
   */
  private forgetIdleOwners(): void {
    const isIdle = this.itemCount === 0 && [...this.owners.values()].every(({ running }) => running === 0)
    for (const [id, { items, running, virtualTime }] of this.owners)
      if (items.length === 0 && running === 0 && (isIdle || virtualTime <= this.virtualTime)) this.owners.delete(id)
  }
}
