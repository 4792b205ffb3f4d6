/** Aborts a call on the caller's signal or on timeout, whichever comes first. */
export class Deadline {
  /** The signal to pass to `fetch`. */
  readonly signal: AbortSignal
  private readonly controller = new AbortController()
  private readonly callerSignal: AbortSignal | undefined
  private readonly deadlineMs: number
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly abortWithCaller = () => this.controller.abort(this.callerSignal?.reason)

  constructor(timeoutMs: number, callerSignal: AbortSignal | undefined) {
    this.signal = this.controller.signal
    this.callerSignal = callerSignal
    this.deadlineMs = performance.now() + timeoutMs
    if (callerSignal?.aborted) this.abortWithCaller()
    callerSignal?.addEventListener('abort', this.abortWithCaller)
    // Timers overflow at 2^31 ms and would fire immediately.
    if (timeoutMs < 2 ** 31) this.timer = setTimeout(() => this.controller.abort(), timeoutMs)
  }

  remainingMs(): number {
    return this.deadlineMs - performance.now()
  }

  /** Whether the timeout aborted the call. */
  get hasTimedOut(): boolean {
    return this.signal.aborted && this.callerSignal?.aborted !== true
  }

  throwIfAborted(): void {
    if (this.callerSignal?.aborted) throw this.callerSignal.reason
  }

  async sleep(ms: number): Promise<void> {
    await sleep(ms, this.signal)
  }

  /** Removes the listener, because caller signals are long-lived and must not accumulate listeners. */
  dispose(): void {
    clearTimeout(this.timer)
    this.callerSignal?.removeEventListener('abort', this.abortWithCaller)
  }
}

/** Waits for the given time. Resolves early, without an error, when the signal aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish)
  })
}
