/** Aborts a call on the caller's signal or on timeout, whichever comes first. */
export class Deadline {
  /** For `fetch`. */
  readonly signal: AbortSignal
  private readonly controller = new AbortController()
  private readonly given: AbortSignal | undefined
  private readonly until: number
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly follow = () => this.controller.abort(this.given?.reason)

  constructor(timeoutMs: number, given: AbortSignal | undefined) {
    this.signal = this.controller.signal
    this.given = given
    this.until = performance.now() + timeoutMs
    if (given?.aborted) this.follow()
    given?.addEventListener('abort', this.follow)
    // Timers overflow at 2^31 ms and would fire at once.
    if (timeoutMs < 2 ** 31) this.timer = setTimeout(() => this.controller.abort(), timeoutMs)
  }

  leftMs(): number {
    return this.until - performance.now()
  }

  /** Whether the timeout aborted the call. */
  get isOver(): boolean {
    return this.signal.aborted && this.given?.aborted !== true
  }

  /** Throws if the caller aborted the call. */
  throwIfAborted(): void {
    if (this.given?.aborted) throw this.given.reason
  }

  async sleep(ms: number): Promise<void> {
    await sleep(ms, this.signal)
  }

  /** Caller signals are long-lived and must not accumulate listeners. */
  dispose(): void {
    clearTimeout(this.timer)
    this.given?.removeEventListener('abort', this.follow)
  }
}

/** Resolves early, without an error, when the signal aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
