/** Four bytes each: a hundred megabytes in every thread. */
const MOST_HELD = 25_000_000

/**
 * Counts the numbers of matrices that are being made or still being read: slow readers of large ones must not fill the
 * memory.
 */
export class HeldNumbers {
  private held = 0
  private readonly byOwner = new Map<string, number>()
  private readonly most: number

  constructor(most = MOST_HELD) {
    this.most = most
  }

  /**
   * Undefined when there is no room; otherwise what gives it back, once. One owner has half of it, so that nobody is kept
   * out by the slow reading of another; one who has nothing yet may hold something larger.
   */
  hold(owner: string, count: number): (() => void) | undefined {
    const own = this.byOwner.get(owner) ?? 0
    if (own > 0 && own + count > this.most / 2) return undefined
    if (this.held > 0 && this.held + count > this.most) return undefined
    this.change(owner, count)
    let isHeld = true
    return () => {
      if (isHeld) this.change(owner, -count)
      isHeld = false
    }
  }

  private change(owner: string, count: number): void {
    this.held += count
    const own = (this.byOwner.get(owner) ?? 0) + count
    if (own > 0) this.byOwner.set(owner, own)
    else this.byOwner.delete(owner)
  }
}
