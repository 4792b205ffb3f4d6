import type { Clock } from '../../../platform/clock.ts'

/** Number of consecutive failures that opens the circuit breaker. */
const FAILURES_TO_OPEN = 5
const FIRST_PAUSE_MS = 10_000
const MAX_PAUSE_MS = 60_000
/** Retry delay in seconds for callers that arrive during the probe. */
const PROBE_WAIT_SECONDS = 1

type BreakerState =
  | { readonly name: 'closed'; failures: number }
  | { readonly name: 'open'; untilMs: number; readonly pauseMs: number; readonly reason: string }
  | { readonly name: 'probing'; readonly pauseMs: number; readonly reason: string }

/**
 * Admitted call. The caller must report exactly one outcome, because a probe without an outcome blocks all other calls.
 */
export interface CircuitAdmission {
  readonly isAdmitted: true
  readonly isProbe: boolean
  succeeded(): void
  /** Reports a failure. `pauseSeconds` is the pause that the upstream service requested. */
  failed(reason: string, pauseSeconds?: number): void
}

export interface Rejection {
  readonly isAdmitted: false
  readonly reason: string
  readonly retryAfterSeconds: number
}

/**
 * Rejects calls to a failing service, so that callers do not wait and the service can recover. Consecutive failures
 * open the breaker. After a pause, a single call passes as a probe, and its outcome decides whether calls resume. Each
 * failed probe doubles the pause.
 */
export class CircuitBreaker {
  private readonly clock: Clock
  private state: BreakerState = { name: 'closed', failures: 0 }

  constructor(clock: Clock) {
    this.clock = clock
  }

  admit(): CircuitAdmission | Rejection {
    const state = this.state
    if (state.name === 'closed') return this.createAdmission(state)
    if (state.name === 'probing') return createRejection(state.reason, PROBE_WAIT_SECONDS)
    const remainingMs = state.untilMs - this.nowMs()
    if (remainingMs > 0) return createRejection(state.reason, Math.ceil(remainingMs / 1000))
    const probingState = { name: 'probing', pauseMs: state.pauseMs, reason: state.reason } as const
    this.state = probingState
    return this.createAdmission(probingState)
  }

  /**
   * Creates an admission. Outcomes of calls admitted before a state change are ignored, except for a requested pause.
   */
  private createAdmission(admittedIn: BreakerState): CircuitAdmission {
    return {
      isAdmitted: true,
      isProbe: admittedIn.name === 'probing',
      succeeded: () => {
        if (this.state !== admittedIn) return
        // The state is modified in place, because a new object would detach running calls and ignore their failures.
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

  /**
   * Pauses for the time that the upstream service requested. A requested pause does not affect the length of later
   * pauses.
   */
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
  return { isAdmitted: false, reason, retryAfterSeconds }
}
