/** So many a second, evenly: whoever comes too early is told how long to wait. */
export class Pace {
  private readonly intervalMs: number
  private nextMs = Number.NEGATIVE_INFINITY

  constructor(perSecond: number) {
    this.intervalMs = 1000 / perSecond
  }

  /** How long to wait before going; undefined when that would be longer than one is willing to, and nothing is taken. */
  take(nowMs: number, mostMs: number): number | undefined {
    const atMs = Math.max(nowMs, this.nextMs)
    if (atMs - nowMs > mostMs) return undefined
    this.nextMs = atMs + this.intervalMs
    return atMs - nowMs
  }
}
