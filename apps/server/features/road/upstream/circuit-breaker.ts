import type { Clock } from '../../../platform/clock.ts'

/** The number of consecutive failures that opens the circuit breaker. */
const FAILURES_TO_OPEN = 5
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 60_000
/** The retry delay for callers that arrive during the probe. */
const PROBE_WAIT_SECONDS = 1

type State =
  | { readonly name: 'closed'; failures: number }
  | { readonly name: 'open'; untilMs: number; readonly pauseMs: number; readonly why: string }
  | { readonly name: 'probing'; readonly pauseMs: number; readonly why: string }

/** An admitted call. Exactly one outcome must be reported: a probe without an outcome blocks all other calls. */
export interface Admission {
  readonly admitted: true
  readonly isProbe: boolean
  succeeded(): void
  /** `restSeconds`: the pause that the upstream requested. */
  failed(why: string, restSeconds?: number): void
}

export interface Rejection {
  readonly admitted: false
  readonly why: string
  readonly retryAfterSeconds: number
}

/**
 * Saves callers the wait for a failing service, and spares the service while it recovers. After consecutive failures,
 * calls are rejected at once. After the pause, a single call passes as a probe, and its outcome decides. Pauses double
 * from probe to probe.
 */
export class CircuitBreaker {
  private readonly clock: Clock
  private state: State = { name: 'closed', failures: 0 }

  constructor(clock: Clock) {
    this.clock = clock
  }

  admit(): Admission | Rejection {
    const state = this.state
    if (state.name === 'closed') return this.admission(state)
    if (state.name === 'probing') return rejection(state.why, PROBE_WAIT_SECONDS)
    const restMs = state.untilMs - this.nowMs()
    if (restMs > 0) return rejection(state.why, Math.ceil(restMs / 1000))
    const probing = { name: 'probing', pauseMs: state.pauseMs, why: state.why } as const
    this.state = probing
    return this.admission(probing)
  }

  /** Outcomes of calls from before the state change are ignored. Only a requested pause still counts. */
  private admission(admittedIn: State): Admission {
    return {
      admitted: true,
      isProbe: admittedIn.name === 'probing',
      succeeded: () => {
        if (this.state !== admittedIn) return
        // Modified in place: a new state object would detach calls in progress, and their failures would not count.
        if (admittedIn.name === 'closed') admittedIn.failures = 0
        else this.state = { name: 'closed', failures: 0 }
      },
      failed: (why, restSeconds) => {
        const restMs = restSeconds === undefined ? undefined : restSeconds * 1000
        if (this.state === admittedIn) this.count(admittedIn, why, restMs)
        else if (restMs !== undefined) this.rest(why, restMs)
      },
    }
  }

  private count(state: State, why: string, restMs: number | undefined): void {
    if (restMs !== undefined) this.rest(why, restMs)
    else if (state.name !== 'closed') this.open(why, state.pauseMs)
    else if (++state.failures >= FAILURES_TO_OPEN) this.open(why, 0)
  }

  private open(why: string, lastPauseMs: number): void {
    const pauseMs = Math.min(Math.max(lastPauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
    this.state = { name: 'open', untilMs: this.nowMs() + pauseMs, pauseMs, why }
  }

  /** The upstream requested this pause, so the next estimated pause does not grow from it. */
  private rest(why: string, restMs: number): void {
    const state = this.state
    const untilMs = this.nowMs() + restMs
    if (state.name === 'open') state.untilMs = Math.max(state.untilMs, untilMs)
    else this.state = { name: 'open', untilMs, pauseMs: state.name === 'closed' ? 0 : state.pauseMs, why }
  }

  private nowMs(): number {
    return this.clock.monotonicMicros() / 1000
  }
}

function rejection(why: string, retryAfterSeconds: number): Rejection {
  return { admitted: false, why, retryAfterSeconds }
}
