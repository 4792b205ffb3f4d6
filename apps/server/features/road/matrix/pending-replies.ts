/** Maximum number of pending values per thread. At four bytes per value, the limit is 100 MB. */
const MAX_PENDING_NUMBERS = 25_000_000

/**
 * Limits the cells of matrices that are being computed or sent, so that slow readers of large matrices do not exhaust
 * memory.
 */
export class PendingReplyLimiter {
  private total = 0
  private readonly byOwner = new Map<string, number>()
  private readonly max: number

  constructor(max = MAX_PENDING_NUMBERS) {
    this.max = max
  }

  /**
   * Reserves cells and returns a function that releases them once, or undefined if the limit is reached. One owner gets
   * at most half of the limit, so that a slow reader does not block others. Only the first reservation of an owner may
   * exceed that half.
   */
  acquire(owner: string, count: number): (() => void) | undefined {
    const ownerCount = this.byOwner.get(owner) ?? 0
    if (ownerCount > 0 && ownerCount + count > this.max / 2) return undefined
    if (this.total > 0 && this.total + count > this.max) return undefined
    this.addToCount(owner, count)
    let isAcquired = true
    return () => {
      if (isAcquired) this.addToCount(owner, -count)
      isAcquired = false
    }
  }

  private addToCount(owner: string, count: number): void {
    this.total += count
    const ownerCount = (this.byOwner.get(owner) ?? 0) + count
    if (ownerCount > 0) this.byOwner.set(owner, ownerCount)
    else this.byOwner.delete(owner)
  }
}
