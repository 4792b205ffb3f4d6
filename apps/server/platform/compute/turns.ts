/**
 * Lets a thread do one longer piece of work per turn of its event loop, so that short requests that arrive in the
 * meantime can be handled between pieces. Owners take turns, starting with the one that has waited longest.
 */
export class Turns {
  /** By owner, in the order in which they get their next turn. */
  private readonly waiting = new Map<string, (() => void)[]>()
  private isTaken = false

  /** Returns undefined if the work may begin at once. */
  take(owner: string): Promise<void> | undefined {
    if (!this.isTaken) {
      this.isTaken = true
      setImmediate(this.giveNext)
      return undefined
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const queue = this.waiting.get(owner)
    if (queue) queue.push(resolve)
    else this.waiting.set(owner, [resolve])
    return promise
  }

  private readonly giveNext = (): void => {
    const next = this.waiting.entries().next().value
    if (!next) {
      this.isTaken = false
      return
    }
    const [owner, queue] = next
    const begin = queue.shift()
    // The owner moves to the end of the queue.
    this.waiting.delete(owner)
    if (queue.length > 0) this.waiting.set(owner, queue)
    setImmediate(this.giveNext)
    begin?.()
  }
}
