/** At four bytes each, this is 100 MB in every thread. */
const MAX_HELD = 25_000_000

/**
 * Counts the cells of matrices that are being computed or sent, so that slow readers of large matrices do not exhaust
 * memory.
 */
export class HeldNumbers {
  private held = 0
  private readonly byOwner = new Map<string, number>()
  private readonly most: number

  constructor(most = MAX_HELD) {
    this.most = most
  }

  /**
   * Reserves cells and returns a function that releases them once, or undefined if there is no room. One owner gets at
   * most half, so that a slow reader does not block others. An owner that holds nothing may reserve more.
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
