import type { Clock } from '../../../platform/clock.ts'

/** The number of consecutive failures that opens the circuit breaker. */
const FAILURES_TO_OPEN = 5
const FIRST_PAUSE_MS = 10_000
const MAX_PAUSE_MS = 60_000
/** The retry delay for callers that arrive during the probe. */
const PROBE_WAIT_SECONDS = 1

type BreakerState =
  | { readonly name: 'closed'; failures: number }
  | { readonly name: 'open'; untilMs: number; readonly pauseMs: number; readonly reason: string }
  | { readonly name: 'probing'; readonly pauseMs: number; readonly reason: string }

/** An admitted call. Exactly one outcome must be reported: a probe without an outcome blocks all other calls. */
export interface Admission {
  readonly admitted: true
  readonly isProbe: boolean
  succeeded(): void
  /** `pauseSeconds`: the pause that the upstream requested. */
  failed(reason: string, pauseSeconds?: number): void
}

export interface Rejection {
  readonly admitted: false
  readonly reason: string
  readonly retryAfterSeconds: number
}

/**
 * Saves callers the wait for a failing service, and spares the service while it recovers. After consecutive failures,
 * calls are rejected at once. After the pause, a single call passes as a probe, and its outcome decides whether calls
 * resume. Pauses double from probe to probe.
 */
export class CircuitBreaker {
  private readonly clock: Clock
  private state: BreakerState = { name: 'closed', failures: 0 }

  constructor(clock: Clock) {
    this.clock = clock
  }

  admit(): Admission | Rejection {
    const state = this.state
    if (state.name === 'closed') return this.createAdmission(state)
    if (state.name === 'probing') return createRejection(state.reason, PROBE_WAIT_SECONDS)
    const remainingMs = state.untilMs - this.nowMs()
    if (remainingMs > 0) return createRejection(state.reason, Math.ceil(remainingMs / 1000))
    const probingState = { name: 'probing', pauseMs: state.pauseMs, reason: state.reason } as const
    this.state = probingState
    return this.createAdmission(probingState)
  }

  /** Outcomes of calls that were admitted before the state change are ignored. Only a requested pause still counts. */
  private createAdmission(admittedIn: BreakerState): Admission {
    return {
      admitted: true,
      isProbe: admittedIn.name === 'probing',
      succeeded: () => {
        if (this.state !== admittedIn) return
        // Modified in place: a new state object would detach calls in progress, and their failures would not count.
        if (admittedIn.name === 'closed') admittedIn.failures = 0
        else this.state = { name: 'closed', failures: 0 }
      },
      failed: (reason, pauseSeconds) => {
        const pauseMs = pauseSeconds === undefined ? undefined : pauseSeconds * 1000
        if (this.state === admittedIn) this.countFailure(admittedIn, reason, pauseMs)
        else if (pauseMs !== undefined) this.pauseFor(reason, pauseMs)
      },
    }
  }

  private countFailure(state: BreakerState, reason: string, requestedPauseMs: number | undefined): void {
    if (requestedPauseMs !== undefined) this.pauseFor(reason, requestedPauseMs)
    else if (state.name !== 'closed') this.open(reason, state.pauseMs)
    else if (++state.failures >= FAILURES_TO_OPEN) this.open(reason, 0)
  }

  private open(reason: string, lastPauseMs: number): void {
    const pauseMs = Math.min(Math.max(lastPauseMs * 2, FIRST_PAUSE_MS), MAX_PAUSE_MS)
    this.state = { name: 'open', untilMs: this.nowMs() + pauseMs, pauseMs, reason }
  }

  /** The upstream requested this pause, so the next estimated pause does not grow from it. */
  private pauseFor(reason: string, requestedPauseMs: number): void {
    const state = this.state
    const untilMs = this.nowMs() + requestedPauseMs
    if (state.name === 'open') state.untilMs = Math.max(state.untilMs, untilMs)
    else this.state = { name: 'open', untilMs, pauseMs: state.name === 'closed' ? 0 : state.pauseMs, reason }
  }

  private nowMs(): number {
    return this.clock.monotonicMicros() / 1000
  }
}

function createRejection(reason: string, retryAfterSeconds: number): Rejection {
  return { admitted: false, reason, retryAfterSeconds }
}
