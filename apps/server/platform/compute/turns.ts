/**
 * Limits a thread to one long piece of work per turn of the event loop, so that it can handle short requests in
 * between. Owners take turns, starting with the owner that has waited longest.
 */
export class Turns {
  /** Waiting work by owner, in the order in which the owners get their next turn. */
  private readonly waiting = new Map<string, (() => void)[]>()
  private isTaken = false

  /** Number of pieces of work that wait for a turn. */
  get waitingCount(): number {
    let count = 0
    for (const queue of this.waiting.values()) count += queue.length
    return count
  }

  /** Waits for a turn. Returns undefined if the work may start immediately. */
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

/**
 * Turns of this thread. Every piece of work that may take longer than about a millisecond should take one: parsing a
 * body, computing a matrix, or writing a part of a large reply.
 */
export const threadTurns = new Turns()
