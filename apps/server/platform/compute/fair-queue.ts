/** A queue in which owners take turns: an owner with many items waits behind the first items of all others. */
export class FairQueue<T> {
  private readonly lines = new Map<string, T[]>()
  private total = 0

  get size(): number {
    return this.total
  }

  /** Sums over all items, or over those of one owner. */
  sum(measure: (item: T) => number, owner?: string): number {
    const lines = owner === undefined ? [...this.lines.values()] : [this.lines.get(owner) ?? []]
    let sum = 0
    for (const line of lines) for (const item of line) sum += measure(item)
    return sum
  }

  push(owner: string, item: T): void {
    const line = this.lines.get(owner)
    if (line) line.push(item)
    else this.lines.set(owner, [item])
    this.total++
  }

  shift(): T | undefined {
    const next = this.lines.entries().next().value
    if (!next) return undefined
    const [owner, line] = next
    const item = line.shift()
    this.lines.delete(owner)
    // The owner goes behind all others.
    if (line.length > 0) this.lines.set(owner, line)
    this.total--
    return item
  }

  /** Removes items that are no longer wanted. */
  takeOut(isUnwanted: (item: T) => boolean): T[] {
    const out: T[] = []
    for (const [owner, line] of this.lines) {
      const kept = line.filter((item) => !isUnwanted(item) || !out.push(item))
      if (kept.length > 0) this.lines.set(owner, kept)
      else this.lines.delete(owner)
    }
    this.total -= out.length
    return out
  }
}
